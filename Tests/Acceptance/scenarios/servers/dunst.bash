# shellcheck shell=bash
# dunst on X11, with its default settings.
start_server() { run_server dunst; }
click() { dunstctl action; }
dismiss() { dunstctl close; }
list_popups() { dunstctl count displayed; }
