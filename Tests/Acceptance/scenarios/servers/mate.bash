# shellcheck shell=bash
# mate-notification-daemon, on X11.
start_server() { run_server /usr/libexec/mate-notification-daemon/mate-notification-daemon; }
click() { click_icon 100; }
