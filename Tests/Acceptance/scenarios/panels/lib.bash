# shellcheck shell=bash
#
# Functions for the adapters in this folder. Each adapter is for one panel and defines
#
#   start_panel       starts it as the unit testbed-panel.service of the user, with its tray
#   take_picture FILE saves a screenshot
#
# and if necessary: start_screen, for another screen; settle, the seconds that it needs to draw; and icon_at, the X and
# Y of the icon's middle on the screen, if xdotool can open its tooltip and menu.

settle=2
icon_at=()
start_screen() { :; }

# run_panel [OPTION...] COMMAND... - run the panel as a unit of the user, with options of systemd-run
run_panel() {
    systemctl --user reset-failed testbed-panel.service 2>/dev/null || :
    systemd-run --user --quiet --collect --unit=testbed-panel "$@"
}
