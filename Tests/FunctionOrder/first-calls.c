// Preloaded into the program $FIRST_CALLS_OF, this writes the addresses of the functions that it has called to
// $FIRST_CALLS at SIGUSR1. $FIRST_CALLS_ENTRIES has the addresses of all its functions, as nm(1) prints them. Each has a
// breakpoint until its first call.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

static unsigned long base, text, text_end;
static unsigned char *original, *called;

static void on_breakpoint(int signal, siginfo_t *info, void *context) {
    greg_t *instruction = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    unsigned long address = *instruction - 1;
    if (address < text || address >= text_end || !original[address - text]) return;
    *(volatile unsigned char *)address = original[address - text];
    called[address - text] = 1;
    *instruction = address;
}

static void write_calls(int signal) {
    FILE *calls = fopen(getenv("FIRST_CALLS"), "w");
    if (!calls) return;
    for (unsigned long offset = 0; offset < text_end - text; offset++)
        if (called[offset]) fprintf(calls, "%016lx\n", text - base + offset);
    fclose(calls);
}

__attribute__((constructor)) static void set_breakpoints(void) {
    char line[4096], program[4096] = "", mode[5];
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return;
    const char *wanted = getenv("FIRST_CALLS_OF"), *list = getenv("FIRST_CALLS_ENTRIES");
    char *resolved = wanted ? realpath(wanted, NULL) : NULL;
    if (!resolved || !list || strcmp(program, resolved) != 0) return;

    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        if (!strstr(line, program) || sscanf(line, "%lx-%lx %4s", &from, &to, mode) != 3) continue;
        if (!base) base = from;
        if (mode[2] == 'x') text = from, text_end = to;
    }
    if (maps) fclose(maps);

    original = calloc(text_end - text, 1);
    called = calloc(text_end - text, 1);
    FILE *entries = fopen(list, "r");
    if (!original || !called || !entries) return;
    sigaction(SIGTRAP, &(struct sigaction){.sa_sigaction = on_breakpoint, .sa_flags = SA_SIGINFO | SA_ONSTACK}, NULL);
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = write_calls}, NULL);
    if (mprotect((void *)text, text_end - text, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
    unsigned long offset;
    while (fscanf(entries, "%lx", &offset) == 1) {
        unsigned char *entry = (unsigned char *)(base + offset);
        if (base + offset < text || base + offset >= text_end) continue;
        original[base + offset - text] = *entry;
        *entry = 0xCC;  // int3
    }
    fclose(entries);
}
