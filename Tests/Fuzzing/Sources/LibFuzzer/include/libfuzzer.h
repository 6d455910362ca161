#pragma once

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's loop (LLVM, "Using libFuzzer as a library"). */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*read)(const uint8_t *data, size_t size));
