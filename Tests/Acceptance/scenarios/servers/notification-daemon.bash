# shellcheck shell=bash
# notification-daemon of GNOME 2, on X11.
start_server() { run_server /usr/lib/notification-daemon/notification-daemon; }
click() { click_icon 100; }
dismiss() { click_icon 338 -13; }
