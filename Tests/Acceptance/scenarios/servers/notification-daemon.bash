# shellcheck shell=bash
# notification-daemon, GNOME 2's, on X11.
start_server() { run_server /usr/lib/notification-daemon/notification-daemon; }
click() { click_icon 100; }
