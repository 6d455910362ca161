# shellcheck shell=bash
# notification-daemon of GNOME 2, on X11. A popup that its program closes remains visible until it has been on the screen
# for 7 s, and no other one appears before then.
start_server() { run_server /usr/lib/notification-daemon/notification-daemon; }
click() { click_icon 100; }
dismiss() { click_icon 338 -13; }
