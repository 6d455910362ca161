# shellcheck shell=bash
# LXQt's server on X11.
start_server() { run_server --setenv=XDG_CURRENT_DESKTOP=LXQt lxqt-notificationd; }
click() { click_icon 100; }
dismiss() { click_icon 250 -8; }
