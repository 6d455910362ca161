# shellcheck shell=bash
# GNOME Shell without a screen, with a virtual pointer. Its unsafe mode allows screenshots and scripts. The shell starts a
# separate process, which replies to the calls.
settle=2
start_screen() {
    # colord would make the shell ask for a password to manage the screen's colours.
    sudo systemctl mask --quiet --runtime --now colord.service
    gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
    # Otherwise the shell says, once it has started, that the screen cannot be locked.
    mkdir --parents ~/.local/share/gnome-shell
    touch ~/.local/share/gnome-shell/lock-warning-shown
}
start_server() {
    run_server --setenv=XDG_CURRENT_DESKTOP=GNOME \
        gnome-shell --headless --unsafe-mode --no-x11 --virtual-monitor 1280x800
    # The shell starts in the overview, in which it also ends its animation.
    await run_in_shell 'if (Main.layoutManager._startingUp !== false) throw new Error("starting")'
    run_in_shell 'Main.overview.hide()'
    sleep 2
    run_in_shell 'Main.messageTray.getSources().forEach(source => source.destroy())
        const seat = global.stage.context.get_backend().get_default_seat()
        globalThis.pointer = seat.create_virtual_device(imports.gi.Clutter.InputDeviceType.POINTER_DEVICE)'
    be_active
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
# click_banner X Y - click in the banner, if there is one that does not move (State.SHOWN), at these distances from its
# left and upper edge
click_banner() {
    run_in_shell "
        if (Main.messageTray._notificationState !== 2) throw new Error('moving')
        const now = GLib.get_monotonic_time(), [x, y] = Main.messageTray._banner.get_transformed_position()
        pointer.notify_absolute_motion(now, x + $1, y + $2)
        pointer.notify_button(now, 1, imports.gi.Clutter.ButtonState.PRESSED)
        pointer.notify_button(now, 1, imports.gi.Clutter.ButtonState.RELEASED)" || return
    be_active
}
click() { click_banner 60 60; }
dismiss() { await click_banner 490 22; }
# The pointer moves, but not over a banner, which would stay.
be_active() {
    run_in_shell '[320, 640].forEach(x => pointer.notify_absolute_motion(GLib.get_monotonic_time(), x, 600))'
}
