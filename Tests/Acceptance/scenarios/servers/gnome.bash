# shellcheck shell=bash
# GNOME Shell's, in a window of the X server. A separate process, which the shell starts, answers the calls.
settle=2
start_screen() {
    # It would ask for a password to manage the colors of the screen.
    sudo systemctl mask --quiet --runtime --now colord.service
    gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
}
start_server() {
    run_server --setenv=XDG_CURRENT_DESKTOP=GNOME --setenv=MUTTER_DEBUG_DUMMY_MODE_SPECS=1280x800 \
        gnome-shell --nested --wayland --no-x11
    # It starts in the overview, and with its own popup that the screen cannot be locked.
    sleep 5
    xdotool mousemove 874 57
    sleep 0.5
    xdotool click 1
    sleep 1
    xdotool key Escape mousemove 640 600
    sleep 2
}
click() { click_icon; }
