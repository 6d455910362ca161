# shellcheck shell=bash
# dunst, on X11, with the settings it comes with.
start_server() { run_server dunst; }
click() { dunstctl action; }
list_popups() { dunstctl count displayed; }
