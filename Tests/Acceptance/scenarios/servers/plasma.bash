# shellcheck shell=bash
# Plasma's, which is a part of plasmashell, on X11 with KWin and without OpenGL.
kde=(--setenv=XDG_CURRENT_DESKTOP=KDE --setenv=KDE_FULL_SESSION=true --setenv=KDE_SESSION_VERSION=6
     --setenv=QT_QPA_PLATFORM=xcb --setenv=QT_QUICK_BACKEND=software)
settle=2
start_screen() {
    systemd-run --user --quiet --collect --unit=testbed-kwin "${kde[@]}" --setenv=KWIN_COMPOSE=N kwin_x11
}
start_server() { run_server "${kde[@]}" plasmashell --no-respawn; }
click() { click_icon; }
