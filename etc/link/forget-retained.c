// SPDX-License-Identifier: MIT
//
// forget-retained - copy a static library so that the linker can remove its unused functions.
//
// usage: forget-retained FROM.a TO.a
//
// Swift marks every public function and constant of its libraries with SHF_GNU_RETAIN, which makes them roots of
// --gc-sections: a program might look them up by name, with dlsym(3). A program that exports nothing cannot. There, code
// and data are reached only by references, which the linker follows, or in a table that the runtime reads from end to
// end. Such a table is a section whose name is a C identifier (swift5_protocol_conformances): the linker defines
// __start_NAME and __stop_NAME for it. These sections keep the mark, and with them what they refer to: every type and
// every conformance, so that dynamic casts work as before.
//
// Reads archives of GNU ar with objects of ELF64, little-endian. Of anything else it copies nothing and fails.

#include <ar.h>
#include <ctype.h>
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

static void fail(const char *file, const char *what) {
    fprintf(stderr, "forget-retained: %s: %s\n", file, what);
    exit(1);
}

static bool is_c_identifier(const char *name) {
    if (!isalpha((unsigned char)*name) && *name != '_') return false;
    while (isalnum((unsigned char)*name) || *name == '_') name++;
    return *name == 0;
}

// Clears the marks of an object. False if the object is malformed.
static bool forget(unsigned char *object, size_t size) {
    Elf64_Ehdr header;
    if (size < sizeof header) return false;
    memcpy(&header, object, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) return false;
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > size - sizeof(Elf64_Shdr)) return false;

    // With more than 65,279 sections, the first one has their number and the index of their names (elf(5)).
    Elf64_Shdr first, names;
    memcpy(&first, object + header.e_shoff, sizeof first);
    size_t count = header.e_shnum ? header.e_shnum : first.sh_size;
    size_t names_index = header.e_shstrndx == SHN_XINDEX ? first.sh_link : header.e_shstrndx;
    if (count > (size - header.e_shoff) / sizeof(Elf64_Shdr) || names_index >= count) return false;
    memcpy(&names, object + header.e_shoff + names_index * sizeof names, sizeof names);
    if (names.sh_size == 0 || names.sh_offset > size || names.sh_size > size - names.sh_offset) return false;
    const char *text = (const char *)object + names.sh_offset;
    if (text[names.sh_size - 1] != 0) return false;

    for (size_t index = 0; index < count; index++) {
        unsigned char *place = object + header.e_shoff + index * sizeof(Elf64_Shdr);
        Elf64_Shdr section;
        memcpy(&section, place, sizeof section);
        if (section.sh_name >= names.sh_size) return false;
        if (is_c_identifier(text + section.sh_name)) continue;
        section.sh_flags &= ~(Elf64_Xword)SHF_GNU_RETAIN;
        memcpy(place, &section, sizeof section);
    }
    return true;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fputs("usage: forget-retained FROM.a TO.a\n", stderr);
        return 2;
    }
    FILE *from = fopen(arguments[1], "rb");
    if (!from) fail(arguments[1], "cannot be opened");
    if (fseek(from, 0, SEEK_END) != 0) fail(arguments[1], "cannot be read");
    long size = ftell(from);
    rewind(from);
    unsigned char *archive = size < SARMAG ? NULL : malloc((size_t)size);
    if (!archive || fread(archive, 1, (size_t)size, from) != (size_t)size) fail(arguments[1], "cannot be read");
    fclose(from);
    if (memcmp(archive, ARMAG, SARMAG) != 0) fail(arguments[1], "not an archive");

    size_t rest = (size_t)size - SARMAG;
    for (unsigned char *member = archive + SARMAG; rest > 0;) {
        struct ar_hdr header;
        char digits[sizeof header.ar_size + 1] = "", *end;
        if (rest < sizeof header) fail(arguments[1], "truncated");
        memcpy(&header, member, sizeof header);
        memcpy(digits, header.ar_size, sizeof header.ar_size);
        size_t length = strtoul(digits, &end, 10);
        if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 || end == digits) fail(arguments[1], "malformed");
        if (length > rest - sizeof header) fail(arguments[1], "truncated");
        unsigned char *contents = member + sizeof header;
        if (length >= SELFMAG && memcmp(contents, ELFMAG, SELFMAG) == 0 && !forget(contents, length))
            fail(arguments[1], "has an object that is not ELF64, little-endian");
        // Members begin at even offsets.
        size_t step = sizeof header + length + length % 2;
        if (step > rest) step = rest;
        member += step;
        rest -= step;
    }

    FILE *to = fopen(arguments[2], "wb");
    if (!to) fail(arguments[2], "cannot be written");
    if (fwrite(archive, 1, (size_t)size, to) != (size_t)size || fclose(to) != 0) fail(arguments[2], "cannot be written");
    free(archive);
    return 0;
}
