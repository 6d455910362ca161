/* SPDX-License-Identifier: MIT */
#ifndef SUNTRACKER_PAGE_H
#define SUNTRACKER_PAGE_H

/* The style sheet and the script of the chart's page, as data in the program. */

const char *_Nonnull suntracker_page_style(void);
const char *_Nonnull suntracker_page_script(void);

#endif
