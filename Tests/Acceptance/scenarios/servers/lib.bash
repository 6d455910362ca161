# shellcheck shell=bash
#
# Functions for the adapters in this folder. Each adapter is for one notification server and defines
#
#   start_server      starts it as the unit testbed-server.service of the user, and returns when it owns its name
#   take_picture FILE saves a screenshot
#   click             clicks on the last popup, with a tool of the server if it has one
#   dismiss           dismisses the last popup as the user does, likewise
#   list_popups       prints the number of popups that the server lists; "-" if it cannot list them
#
# and if necessary: start_screen, for another screen; settle, the seconds that it needs to draw; stays, if a popup is
# visible until it is dismissed; and be_active, if it is visible until the user is active.

settle=0.7
stays=
be_active() { :; }
start_screen() { :; }
list_popups() { echo -; }

is_served() { [[ $(owner org.freedesktop.Notifications) ]]; }

# run_server [OPTION...] COMMAND... - run the server as a unit of the user, with options of systemd-run
run_server() {
    systemctl --user reset-failed testbed-server.service 2>/dev/null || :
    systemd-run --user --quiet --collect --unit=testbed-server "$@"
    await is_served
}

# The bed's X server. A desktop would have a window manager and a compositor; most servers need neither.
take_picture() { import -window root "$1"; }

# sway without a screen, for the servers of Wayland compositors.
start_sway() {
    mkdir -p ~/.config/sway
    printf '%s\n' 'output HEADLESS-1 resolution 1280x800' 'output * bg #2d4a3e solid_color' >~/.config/sway/config
    systemd-run --user --quiet --collect --unit=testbed-sway --setenv=WLR_BACKENDS=headless \
        --setenv=WLR_LIBINPUT_NO_DEVICES=1 --setenv=WLR_RENDERER=pixman --setenv=XDG_CURRENT_DESKTOP=sway sway
    await test -S "$XDG_RUNTIME_DIR/wayland-1"
    export WAYLAND_DISPLAY=wayland-1
}
# run_under_sway COMMAND...
run_under_sway() { run_server --setenv=WAYLAND_DISPLAY=wayland-1 --setenv=XDG_CURRENT_DESKTOP=sway "$@"; }
take_picture_of_sway() { grim "$1"; }

# click_icon [RIGHT [DOWN]] - click where the last icon of one popup is, offset from its middle
click_icon() {
    local left top right bottom
    IFS=, read -r left top right bottom <<<"$icon"
    xdotool mousemove "$(((left + right) / 2 + ${1:-0}))" "$(((top + bottom) / 2 + ${2:-0}))"
    sleep 0.3
    xdotool click 1
    # Move the pointer away: over a popup, it would keep the popup open.
    xdotool mousemove 320 600
}
