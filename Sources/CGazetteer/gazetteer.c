#include "gazetteer.h"

/* #embed is of C23; clang has it in every version of C since 19, and says so. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* What the kernel maps at one fault: the 64 KB around the page, as far as they are in the page cache (Linux,
   mm/memory.c, do_fault_around). The gazetteer shares no such window with other data, so that the use of those never
   makes a page of it resident. */
#define FAULT_AROUND 65536

enum {
    size = sizeof(const unsigned char[]){
#embed "places.gazetteer"
    }
};

/* The size of a struct is a multiple of its alignment. A section of its own stays read-only whatever the linker makes of
   .rodata: in a static Swift program, part of the writable data. */
static const struct {
    _Alignas(FAULT_AROUND) unsigned char bytes[size];
} gazetteer __attribute__((section("suntracker_gazetteer"))) = {{
#embed "places.gazetteer"
}};

const void *suntracker_gazetteer_start(void) { return gazetteer.bytes; }

size_t suntracker_gazetteer_size(void) { return size; }
