/* SPDX-License-Identifier: MIT */
#include "page.h"

/* #embed is part of C23. Clang 19 and later accept it in every version of C, with a warning. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
#embed "chart.css"
    , 0
};

static const char script[] = {
#embed "chart.js"
    , 0
};

const char *suntracker_page_style(void) { return style; }

const char *suntracker_page_script(void) { return script; }
