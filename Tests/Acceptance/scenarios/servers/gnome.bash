# shellcheck shell=bash
# GNOME Shell in a window of the X server; since GNOME 49, which has no such window, without a screen. The shell starts
# a separate process, which replies to the calls.
settle=2
gnome_version=$(gnome-shell --version | grep --only-matching --max-count=1 '[0-9]*' | head --lines=1)
start_screen() {
    # colord would make the shell ask for a password to manage the screen's colours.
    sudo systemctl mask --quiet --runtime --now colord.service
    gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
}
if ((gnome_version < 49)); then
    start_server() {
        run_server --setenv=XDG_CURRENT_DESKTOP=GNOME --setenv=MUTTER_DEBUG_DUMMY_MODE_SPECS=1280x800 \
            gnome-shell --nested --wayland --no-x11
        # The shell starts in the overview, and with a popup saying that the screen cannot be locked.
        sleep 5
        xdotool mousemove 874 57
        sleep 0.5
        xdotool click 1
        sleep 1
        xdotool key Escape mousemove 640 600
        sleep 2
    }
    click() { click_icon; }
    dismiss() { click_icon 453 -46; }
    be_active() { xdotool mousemove 320 600 mousemove 640 600; }
else
    # Without a screen, there is no pointer; the unsafe mode allows screenshots and scripts.
    start_server() {
        run_server --setenv=XDG_CURRENT_DESKTOP=GNOME \
            gnome-shell --headless --unsafe-mode --no-x11 --virtual-monitor 1280x800
        await run_in_shell 'Main.overview.hide()'
        sleep 2
        run_in_shell 'Main.messageTray.getSources().forEach(source => source.destroy())'
        sleep 2
    }
    # run_in_shell SCRIPT - run JavaScript in the shell; fail if the script fails
    run_in_shell() {
        busctl --user call org.gnome.Shell /org/gnome/Shell org.gnome.Shell Eval s "$1" | grep --quiet '^bs true'
    }
    take_picture() {
        busctl --user call org.gnome.Shell.Screenshot /org/gnome/Shell/Screenshot org.gnome.Shell.Screenshot \
            Screenshot bbs false false "$1" >/dev/null
    }
    click() { run_in_shell 'Main.messageTray._banner.notification.activate()'; }
    dismiss() { run_in_shell 'Main.messageTray._banner.notification.destroy()'; }
fi
