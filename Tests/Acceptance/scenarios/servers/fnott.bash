# shellcheck shell=bash
# fnott under sway, with its default settings.
stays=yes
start_screen() { start_sway; }
start_server() { run_under_sway fnott; }
take_picture() { take_picture_of_sway "$1"; }
# The action of a left click, through fnottctl(1).
click() { fnottctl dismiss-with-default-action; }
dismiss() { fnottctl dismiss; }
list_popups() { fnottctl list | grep --count . || :; }
