# shellcheck shell=bash
# dunst on X11, with its default settings.
start_server() { run_server dunst; }
click() { dunstctl action; }
list_popups() { dunstctl count displayed; }
