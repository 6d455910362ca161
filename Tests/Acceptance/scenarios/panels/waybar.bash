# shellcheck shell=bash
# Waybar under sway, with its module for status icons, in its default style. There is no pointer.
start_screen() {
    start_sway
    mkdir -p ~/.config/waybar
    cat >~/.config/waybar/config <<'END'
{
    "layer": "top",
    "modules-left": ["tray"],
    "tray": {"icon-size": 18, "spacing": 8}
}
END
}
start_panel() { run_panel --setenv=WAYLAND_DISPLAY=wayland-1 --setenv=XDG_CURRENT_DESKTOP=sway waybar; }
take_picture() { take_picture_of_sway "$1"; }
