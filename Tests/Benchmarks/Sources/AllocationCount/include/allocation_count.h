/* SPDX-License-Identifier: MIT */
/* Counts the allocations of the process, by interposing glibc's allocator. */
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/* The number of calls of malloc, calloc, realloc and the aligned variants so far. */
long allocation_count(void);

#endif
