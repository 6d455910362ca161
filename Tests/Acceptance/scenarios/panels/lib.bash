# shellcheck shell=bash
#
# Functions for the adapters in this folder. Each adapter is for one panel and defines
#
#   start_panel       starts it as the unit testbed-panel.service of the user, with its tray
#   take_picture FILE saves a screenshot
#
# and start_screen if it needs another screen; settle, in seconds, if it draws slowly; and icon_at, the middle of the icon
# on the screen, X and Y, if its tooltip and its menu can be opened with xdotool.

settle=2
icon_at=()
start_screen() { :; }

# run_panel [OPTION...] COMMAND... - run the panel as a unit of the user, with options of systemd-run
run_panel() {
    systemctl --user reset-failed testbed-panel.service 2>/dev/null || :
    systemd-run --user --quiet --collect --unit=testbed-panel "$@"
}
