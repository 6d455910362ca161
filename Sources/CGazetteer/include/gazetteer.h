/* SPDX-License-Identifier: MIT */
#ifndef SUNTRACKER_GAZETTEER_H
#define SUNTRACKER_GAZETTEER_H

#include <stddef.h>

/* The tables in "tables", as data in the program. The kernel maps them with the rest of the executable, and a page becomes
   resident when it is first read. So no file has to be found in a build folder or an installation, the version of the
   tables always matches the program, and they take no memory until they are used. */

const void *_Nonnull suntracker_gazetteer_start(void);
size_t suntracker_gazetteer_size(void);

/* Releases the pages of the tables from memory. They are loaded again on the next use. */
void suntracker_gazetteer_release(void);

#endif
