#!/bin/bash
# The sample hook "theme" in the real session of a desktop: light, dark and light again, by the phase that is set.
#
# DESKTOP: the desktop, by its name in XDG_CURRENT_DESKTOP.
. "${0%/*}/lib.bash"
# shellcheck source=servers/lib.bash
. "${0%/*}/servers/lib.bash"

PATH=~/.local/bin:$PATH
# The wait for what draws slowly, in seconds.
settle=8

# run_session COMMAND... - start the session, with the environment that Debian's Xsession gives to the user manager
run_session() {
    export XDG_CURRENT_DESKTOP=$DESKTOP QT_QPA_PLATFORM=xcb QT_QUICK_BACKEND=software
    dbus-update-activation-environment --systemd XDG_CURRENT_DESKTOP DISPLAY
    systemd-run --user --quiet --unit=testbed-desktop \
        --setenv={XDG_CURRENT_DESKTOP,QT_QPA_PLATFORM,QT_QUICK_BACKEND} "$@"
}
# shown - print the GTK theme that the desktop announces to programs on the X server (XSETTINGS)
shown() { dump_xsettings | sed -n 's|^Net/ThemeName "\(.*\)"|\1|p'; }
scheme() { gsettings get org.gnome.desktop.interface color-scheme | tr -d "'"; }

# For each desktop: its session; whether it runs; its file manager, if that shows the theme better than the desktop; and
# the themes, as the desktop's own program prints them or programs on the X server get them.
file_manager=
case $DESKTOP in
    XFCE)
        # Without its dialog for the first start of the panel.
        start_desktop() { run_session --setenv=XFCE_PANEL_MIGRATE_DEFAULT=1 xfce4-session; }
        is_running() { pgrep xfce4-panel && [[ $(shown) ]]; }
        file_manager=thunar
        themes() { echo "$(scheme) $(xfconf-query --channel xsettings --property /Net/ThemeName) $(shown)"; } ;;
    MATE)
        start_desktop() {
            gsettings set org.mate.interface gtk-theme Greybird
            gsettings set org.mate.Marco.general theme Greybird
            run_session mate-session
        }
        is_running() { pgrep mate-panel && [[ $(shown) ]]; }
        file_manager=caja
        themes() { echo "$(scheme) $(shown) $(gsettings get org.mate.Marco.general theme | tr -d "'")"; } ;;
    X-Cinnamon)
        start_desktop() {
            # It would ask for a password to manage the colors of the screen.
            sudo systemctl mask --quiet --runtime --now colord.service
            run_session --setenv=LIBGL_ALWAYS_SOFTWARE=1 cinnamon-session
        }
        is_running() { [[ $(owner org.Cinnamon) && $(shown) ]]; }
        file_manager=nemo
        themes() { echo "$(scheme) $(shown) $(gsettings get org.x.apps.portal color-scheme | tr -d "'")"; } ;;
    LXQt)
        start_desktop() {
            mkdir -p ~/.config/lxqt
            printf '%s\n' '[General]' window_manager=openbox >~/.config/lxqt/session.conf
            run_session startlxqt
        }
        is_running() { pgrep lxqt-panel && pgrep pcmanfm-qt; }
        file_manager=pcmanfm-qt
        themes() { echo "$(scheme) $(sed -n 's/^theme=//p; s/^window_color=//p' ~/.config/lxqt/lxqt.conf | xargs)"; } ;;
    KDE)
        start_desktop() { run_session --setenv=KWIN_COMPOSE=N startplasma-x11; }
        is_running() { [[ $(owner org.kde.plasmashell) ]]; }
        themes() {
            export XDG_CONFIG_DIRS=~/.config/kdedefaults:/etc/xdg
            echo "$(kreadconfig6 --file kdeglobals --group General --key ColorScheme)" \
                "$(kreadconfig6 --file kdeglobals --group Icons --key Theme)"
        } ;;
    GNOME)
        # shellcheck source=servers/gnome.bash
        . "${0%/*}/servers/gnome.bash"
        start_desktop() { systemctl --user mask --quiet --runtime --now dunst.service; start_screen; start_server; }
        is_running() { [[ $(owner org.gnome.Shell) ]]; }
        themes() { scheme; } ;;
esac
# turns PHASE NAME - set the phase, and save what the desktop has then, a screenshot, and its brightness from 0 to 1
turns() {
    suntracker phase "$1" >/dev/null
    await is_turned "$1"
    sleep "$settle"
    take_picture "$TESTBED_OUT/$2.png"
    fact "$2" "$(themes)"
    fact "$2.brightness" "$(convert "$TESTBED_OUT/$2.png" -colorspace Gray -format '%[fx:mean]' info:)"
}
# The targets have changed, and the hook has ended.
is_turned() { grep --quiet "^phase $1 - " "$state/ledger" && ! is_busy; }
is_busy() { systemctl --user --no-legend list-units | grep --quiet suntracker-hook; }

"${install[@]}" >/dev/null
start_desktop
await is_running
[[ ! $file_manager ]] || systemd-run --user --quiet --unit=testbed-files "$file_manager" /
sleep "$settle"
write_settings "$(place_with sunset "$(seconds_from_now 7200)")"
suntracker hooks enable theme >/dev/null
systemctl --user enable --now suntrackerd 2>/dev/null
await has_name
turns day light
turns night dark
turns day again
fact version "$(dpkg-query --show --showformat='${Package} ${Version}\n' xfce4-session mate-session-manager \
    cinnamon lxqt-session plasma-workspace gnome-shell 2>/dev/null | grep ' .' | xargs)"
save_entries failures "$hook_failed"
save_complaints complaints
