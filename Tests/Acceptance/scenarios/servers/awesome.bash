# shellcheck shell=bash
# naughty, the server of the window manager awesome, on X11, with its default settings.
start_server() { run_server awesome; }
click() { click_icon 100; }
# As if the user had dismissed it (reason 2).
dismiss() { awesome-client 'require("naughty").destroy_all_notifications(nil, 2)'; }
