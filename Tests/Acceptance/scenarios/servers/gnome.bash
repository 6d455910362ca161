# shellcheck shell=bash
# GNOME Shell's, in a window of the X server. A process of its own, which the shell starts, answers the calls.
settle=2
start_server() {
    gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
    run_server --setenv=XDG_CURRENT_DESKTOP=GNOME --setenv=MUTTER_DEBUG_DUMMY_MODE_SPECS=1280x800 \
        gnome-shell --nested --wayland --no-x11
}
click() { click_icon; }
