# shellcheck shell=bash
# SwayNotificationCenter under sway, with its default settings.
start_screen() { start_sway; }
start_server() { run_under_sway swaync; }
take_picture() { take_picture_of_sway "$1"; }
# swaync-client cannot choose the "default" action, and sway without a screen has no pointer.
click() { :; }
dismiss() { swaync-client --close-latest; }
list_popups() { swaync-client --count; }
