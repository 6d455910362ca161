#ifndef SUNTRACKER_GAZETTEER_H
#define SUNTRACKER_GAZETTEER_H

#include <stddef.h>

/* The tables in "tables", as data of the program: the kernel maps them with the rest of the executable, and a page
   becomes resident when it is first read. So no file has to be found, neither in a build folder nor in an installation,
   its version is always that of the program, and it takes no memory until it is used. */

const void *_Nonnull suntracker_gazetteer_start(void);
size_t suntracker_gazetteer_size(void);

/* Makes no page of the tables resident any longer. They are read again when they are used again. */
void suntracker_gazetteer_release(void);

#endif
