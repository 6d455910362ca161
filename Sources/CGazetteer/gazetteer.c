/* SPDX-License-Identifier: MIT */
#include "gazetteer.h"

#include <sys/mman.h>

/* #embed is part of C23. Clang 19 and later accept it in every version of C, with a warning. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* The largest page of usual kernels (arm64), so that madvise(2) accepts the address. */
#define PAGE 16384

/* The tables have an empty line between them. */
enum {
    size = sizeof(const unsigned char[]){
#embed "tables/countries.tsv"
        , '\n',
#embed "tables/divisions.tsv"
        , '\n',
#embed "tables/places.tsv"
    }
};

/* The size of a struct is a multiple of its alignment, so the last page is not shared, either. A separate section stays
   read-only, while the linker makes .rodata part of the writable data in a static Swift program. */
static const struct {
    _Alignas(PAGE) unsigned char bytes[size];
} gazetteer __attribute__((section("suntracker_gazetteer"))) = {{
#embed "tables/countries.tsv"
    , '\n',
#embed "tables/divisions.tsv"
    , '\n',
#embed "tables/places.tsv"
}};

const void *suntracker_gazetteer_start(void) { return gazetteer.bytes; }

size_t suntracker_gazetteer_size(void) { return size; }

void suntracker_gazetteer_release(void) { madvise((void *)&gazetteer, sizeof gazetteer, MADV_DONTNEED); }
