# shellcheck shell=bash
# notification-daemon of GNOME 2, on X11. A popup that its program closes remains visible for the rest of its 5 s, and no
# other one appears before their end.
start_server() { run_server /usr/lib/notification-daemon/notification-daemon; }
click() { click_icon 100; }
dismiss() { click_icon 338 -13; }
