# shellcheck shell=bash
#
# What the adapters in this folder have in common. Each is of one notification server and defines
#
#   start_server      starts it as the unit testbed-server.service of the user, and returns when it owns its name
#   take_picture FILE a picture of the screen
#   click             a person's click on the last popup, by the server's own means where it has some
#   list_popups       how many popups it says there are; "-" where it has no way to say so
#
# and, where a screen of its own is needed, start_screen; where it paints slowly, settle, in seconds.

settle=0.7
start_screen() { :; }
list_popups() { echo -; }

# owner NAME - the process that owns that name on the session bus
owner() {
    busctl --user --no-legend list --acquired | awk -v name="$1" '$1 == name { print $2 }'
}
is_served() { [[ $(owner org.freedesktop.Notifications) ]]; }

# run_server [OPTION...] COMMAND... - as a unit of the user; with the options of systemd-run
run_server() {
    systemctl --user reset-failed testbed-server.service 2>/dev/null || :
    systemd-run --user --quiet --collect --unit=testbed-server "$@"
    await is_served
}

# X servers: the bed's own. A window manager and a compositor would be there on a desktop; most servers need neither.
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

# click_icon [RIGHT [DOWN]] - a click on the last icon in the picture of this step, or so far from its middle
click_icon() {
    local left top right bottom
    IFS=, read -r left top right bottom < <("${0%/*}/servers/count-icons" "$TESTBED_OUT/click.png" | tail --lines=1)
    xdotool mousemove "$(((left + right) / 2 + ${1:-0}))" "$(((top + bottom) / 2 + ${2:-0}))"
    sleep 0.3
    xdotool click 1
    # Away from it: a pointer over a popup keeps it open.
    xdotool mousemove 320 600
}
