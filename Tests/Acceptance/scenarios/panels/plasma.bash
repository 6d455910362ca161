# shellcheck shell=bash
# Plasma's panel on X11, as in the beds of Plasma's notification server.
# shellcheck source=../servers/plasma.bash
. "${0%/*}/servers/plasma.bash"
settle=5
# A login starts kded, which contains the watcher of status icons.
start_screen() {
    systemd-run --user --quiet --collect --unit=testbed-kwin "${kde[@]}" --setenv=KWIN_COMPOSE=N kwin_x11
    systemd-run --user --quiet --collect --unit=testbed-kded "${kde[@]}" kded6
    await busctl --user --quiet status org.kde.StatusNotifierWatcher
}
start_panel() {
    run_panel "${kde[@]}" plasmashell --no-respawn
    paint_plasma
}
icon_at=(1105 772)
