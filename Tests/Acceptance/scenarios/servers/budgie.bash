# shellcheck shell=bash
# Budgie's server, on X11 with Budgie's window manager.
budgie=(--setenv=XDG_CURRENT_DESKTOP=Budgie:GNOME --setenv=LIBGL_ALWAYS_SOFTWARE=1)
settle=1
start_screen() {
    systemd-run --user --quiet --collect --unit=testbed-wm "${budgie[@]}" budgie-wm --x11
    # It draws the wallpaper for a while, and does not signal the end.
    sleep 5
}
start_server() { run_server "${budgie[@]}" budgie-daemon; }
click() { click_icon 100; }
dismiss() { click_icon 324 -21; }
