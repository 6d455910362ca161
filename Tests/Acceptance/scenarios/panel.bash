#!/bin/bash
# The status icon in a real panel: screenshots, and the panel's calls to the icon.
#
# PANEL: the panel, named after its file in panels/.
. "${0%/*}/lib.bash"
. "${0%/*}/servers/lib.bash"
. "${0%/*}/panels/lib.bash"
# shellcheck source=panels/xfce4-panel.bash
. "${0%/*}/panels/$PANEL.bash"

watcher=(org.kde.StatusNotifierWatcher /StatusNotifierWatcher org.kde.StatusNotifierWatcher)
# registered - print the icons that the panel knows; fail if the service's icon is not one of them
registered() {
    busctl --user --json=short get-property "${watcher[@]}" RegisteredStatusNotifierItems | grep StatusNotifierItem
}
unregistered() { ! registered; }
# icon_address - print the bus name of the service's icon
icon_address() {
    busctl --user --json=short get-property "${watcher[@]}" RegisteredStatusNotifierItems |
        grep --only-matching ':1\.[0-9]*' | tail --lines=1
}
# ask_icon PROPERTY - print a property of the icon
ask_icon() {
    busctl --user --json=short get-property "$(icon_address)" /StatusNotifierItem org.kde.StatusNotifierItem "$1"
}
# calls FILTER - print the number of method calls to the icon on the bus
calls() { grep --count "\"member\":\"$1\"" "$TESTBED_OUT/bus.json" || :; }

# look NAME - save a screenshot
look() {
    sleep "$settle"
    take_picture "$TESTBED_OUT/$1.png"
}

record_openings
"${install[@]}" >/dev/null
xsetroot -solid '#2d4a3e' 2>/dev/null || :
start_screen
busctl --user --json=short monitor >"$TESTBED_OUT/bus.json" 2>/dev/null &

# The service starts first: the panel appears later, as after a crash of the panel.
place_name='A & B <i>x</i>'
write_settings "$(place_with sunset "$(seconds_from_now 3600)")" '[Panel]' 'Icon=yes'
systemctl --user start suntrackerd
start_panel
await registered
fact registered "$(registered)"
look day
fact day.icon "$(ask_icon IconName)"
fact day.tooltip "$(ask_icon ToolTip)"
fact read.Get "$(calls Get)"
fact read.GetAll "$(calls GetAll)"
fact read.GetLayout "$(calls GetLayout)"

if ((${#icon_at[@]})); then
    xdotool mousemove "${icon_at[@]}"
    sleep 1
    xdotool mousemove_relative 1 1
    look tooltip
    xdotool click 3
    look menu
    fact menu.AboutToShow "$(calls AboutToShow)"
    # Move the pointer away from the icon, so that its tooltip closes.
    xdotool key Escape mousemove 640 400
    sleep 1
fi

# A click, as the panel passes it to the service.
rm -f ~/opened
busctl --user call "$(icon_address)" /StatusNotifierItem org.kde.StatusNotifierItem Activate ii 0 0
fact click.opened "$(opened)"
rm -f ~/opened
busctl --user call "$(icon_address)" /StatusNotifierItem/Menu com.canonical.dbusmenu Event isvu 103 clicked s "" 0
fact settings.opened "$(opened)"

# At a sunset, the panel gets a signal, and reads the icon again.
write_settings "$(place_with sunset "$(seconds_from_now 4)")" '[Panel]' 'Icon=yes' '[Notifications]' 'Sunset=no'
since=$(date +%s.%6N)
await_entries 1 --since="@$since" "$event"
look night
fact night.icon "$(ask_icon IconName)"
fact night.wakeups "$(wakeups 10)"

# The panel restarts, and the service registers its icon again.
systemctl --user stop testbed-panel
start_panel
await registered
look restarted

# With Icon=no, the icon leaves immediately, and the service does not restart.
before=$(unit_is MainPID)
write_settings "$(place_with sunset "$(seconds_from_now 3600)")" '[Panel]' 'Icon=no'
await unregistered
look none
fact none.restarts "$([[ $(unit_is MainPID) == "$before" ]] && echo no || echo yes)"

# The number of pixels that differ from the panel without the icon.
for step in day night tooltip menu; do
    [[ ! -e $TESTBED_OUT/$step.png ]] ||
        fact "$step.pixels" "$(compare -metric AE "$TESTBED_OUT"/{none,"$step"}.png null: 2>&1 | grep --only-matching '^[0-9]*' || :)"
done
save_complaints complaints
