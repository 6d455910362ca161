/* Counts what the process allocates, by standing before glibc's allocator. */
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/* Calls of malloc, calloc, realloc and the aligned ones so far. */
long allocation_count(void);

#endif
