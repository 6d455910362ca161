# shellcheck shell=bash
# fnott under sway, with the settings it comes with.
start_screen() { start_sway; }
start_server() { run_under_sway fnott; }
take_picture() { take_picture_of_sway "$1"; }
# A click with the left button is its "default" action, which fnottctl names by the number of the popup.
click() { fnottctl actions; }
list_popups() { fnottctl list | grep --count . || :; }
