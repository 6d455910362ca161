#ifndef SUNTRACKER_GAZETTEER_H
#define SUNTRACKER_GAZETTEER_H

#include <stddef.h>

/* The compiled gazetteer (GazetteerLayout), as data of the program: the kernel maps it with the rest of the executable
   and makes a page of it resident when somebody first looks there. There is no file to find, in a build folder or where
   it is installed, none of another version, and a program that never asks pays nothing. */

const void *_Nonnull suntracker_gazetteer_start(void);
size_t suntracker_gazetteer_size(void);

#endif
