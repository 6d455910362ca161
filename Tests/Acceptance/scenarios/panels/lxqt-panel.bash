# shellcheck shell=bash
# LXQt's panel on X11, with its plugin for status icons: a bright panel at the bottom.
start_screen() {
    mkdir -p ~/.config/lxqt
    printf '%s\n' '[General]' 'icon_theme=breeze' 'theme=light' >~/.config/lxqt/lxqt.conf
    cat >~/.config/lxqt/panel.conf <<'END'
panels=panel1

[panel1]
alignment=-1
desktop=0
iconSize=22
panelSize=32
plugins=statusnotifier
position=Bottom
width=100
width-percent=true

[statusnotifier]
type=statusnotifier
END
    systemd-run --user --quiet --collect --unit=testbed-wm openbox
}
start_panel() { run_panel --setenv=XDG_CURRENT_DESKTOP=LXQt --setenv=QT_QPA_PLATFORM=xcb lxqt-panel; }
take_picture() { import -window root "$1"; }
icon_at=(14 784)
