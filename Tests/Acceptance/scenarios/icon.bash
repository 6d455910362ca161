#!/bin/bash
# The status icon on the bus: without a watcher, with watchers that refuse, hang, leave and send garbage, and in Xfce's
# panel.
. "${0%/*}/lib.bash"

# watch NAME [OPTION] - start a watcher that records in NAME.json
watch() {
    recorded=$TESTBED_OUT/$1.json
    : >"$recorded"
    systemd-run --user --quiet --collect --unit=testbed-watcher "${0%/*}/watcher" "${@:2}" "$recorded"
}
has_seen() { grep --quiet "\"what\": \"$1\"" "$recorded"; }
# settings SECONDS [LINE]... - write settings with a sunset in this many seconds
settings() {
    place_soon sunset "$1"
    write_settings "$place" '[Notifications]' Sunset=no '[Panel]' "${@:2}"
}
# icon - print the bus name of the icon
icon() { busctl --user --no-legend list --unique | awk '$3 == "suntrackerd" { print $1 }' | sort --version-sort | tail --lines=1; }
menu() { busctl --user call -- "$(icon)" /StatusNotifierItem/Menu com.canonical.dbusmenu "$@"; }
connections() { busctl --user --no-legend list --unique | awk '$3 == "suntrackerd"' | wc --lines; }
has_connections() { [[ $(connections) == "$1" ]]; }
# memory - print the kB of the service's private memory. Pss also changes whenever a neighbour exits.
memory() { awk '/^Anonymous:/ { print $2 }' "/proc/$(unit_is MainPID)/smaps_rollup"; }

"${install[@]}" >/dev/null

# By default, there is no icon, and no other connection.
settings 3600
systemctl --user start suntrackerd
await busctl --user --quiet status io.github.suntracker.Suntracker1
# The notification of the first start uses a connection until the server replies.
await has_connections 1
fact off.connections "$(connections)"

# Without a watcher, the icon waits without a wakeup.
process=$(unit_is MainPID)
settings 3600 Icon=yes
await has_connections 2
sleep 1
fact absent.connections "$(connections)"
fact absent.wakeups "$(wakeups 4)"

# A watcher appears, and reads the icon again after a sunset.
watch served
await has_seen registered
fact served.wakeups "$(wakeups 4)"
since=$(date +%s.%6N)
settings 6 Icon=yes
await has_seen NewToolTip
await_entries 1 --since="@$since" "$event"
await has_seen NewIcon

# The panel sends garbage.
before=$(memory)
{
    for number in -1 0 7 99 100 101000 2147483647; do
        menu Event isvu "$number" 'no such event' v i 1 4294967295 || :
        menu GetLayout iias "$number" -7 2 label nothing || :
        menu GetProperty is "$number" label || :
        menu AboutToShow i "$number" || :
    done
    menu GetGroupProperties aias 3 5 5 -9 0 || :
    menu AboutToShowGroup ai 2 0 77 || :
    menu EventGroup 'a(isvu)' 2 55 clicked s '' 0 0 clicked s '' 0 || :
    menu Event i 1 || :
    menu GetLayout || :
    busctl --user call -- "$(icon)" /StatusNotifierItem org.kde.StatusNotifierItem Scroll is 2147483647 sideways
    busctl --user call -- "$(icon)" /StatusNotifierItem org.kde.StatusNotifierItem ContextMenu ii -1 -1
    busctl --user call -- "$(icon)" /StatusNotifierItem org.kde.StatusNotifierItem Nothing || :
    busctl --user set-property "$(icon)" /StatusNotifierItem org.kde.StatusNotifierItem Status s Passive || :
} >"$TESTBED_OUT/garbage.txt" 2>&1
# shellcheck disable=SC2034
for number in {1..300}; do menu GetLayout iias 0 -1 0 >/dev/null; done
fact garbage.growth "$(($(memory) - before))"

# The watcher hangs while the icon is registered, and dies. Its successor gets the icon.
systemctl --user stop testbed-watcher
watch hung
await has_seen registered
systemctl --user kill --signal=STOP testbed-watcher
systemctl --user restart suntrackerd
process=$(unit_is MainPID)
await busctl --user --quiet status io.github.suntracker.Suntracker1
ask status.hung status
# Unlike a signal alone, it returns when the name of the unit is free again.
systemctl --user stop testbed-watcher
watch successor
await has_seen registered

# A watcher rejects the icon: one warning for each request.
systemctl --user stop testbed-watcher
watch refusing --refuse
await has_seen refused
sleep 0.5
systemctl --user stop testbed-watcher

# With Icon=no, the icon leaves immediately.
watch last
await has_seen registered
settings 3600 Icon=no
await has_seen left
systemctl --user stop testbed-watcher

# A real panel at the top of the screen, with its plugin of status icons alone.
is_registered() {
    busctl --user --json=short get-property org.kde.StatusNotifierWatcher /StatusNotifierWatcher \
        org.kde.StatusNotifierWatcher RegisteredStatusNotifierItems | grep --quiet StatusNotifierItem
}
is_unregistered() { ! is_registered; }
# look NAME OTHER - wait until the screen differs from the other screenshot; save it, and how many pixels differ
look() {
    await has_changed "$@"
    # The panel may still be drawing.
    sleep 1
    import -window root "$TESTBED_OUT/$1.png"
    fact "$1.pixels" "$(pixels "$@")"
}
has_changed() {
    import -window root "$TESTBED_OUT/$1.png"
    (($(pixels "$@") > 0))
}
pixels() { compare -metric AE "$TESTBED_OUT"/{"$1","$2"}.png null: 2>&1 | grep --only-matching '^[0-9]*' || :; }
mkdir -p ~/.config/xfce4/xfconf/xfce-perchannel-xml
cat >~/.config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"/>
  </property>
</channel>
END
xsetroot -solid '#2d4a3e'
import -window root "$TESTBED_OUT/bare.png"
systemd-run --user --quiet --collect --unit=testbed-wm xfwm4 --compositor=off
systemd-run --user --quiet --collect --unit=testbed-panel --setenv=XDG_CURRENT_DESKTOP=XFCE \
    xfce4-panel --disable-wm-check
look none bare
settings 3600 Icon=yes
await is_registered
look day none
# Before the menu, because closing it changes the screen, too.
"$stage/programs/suntracker" phase night >/dev/null
look night day
record_messages "$TESTBED_OUT/menu.json" --user "interface='com.canonical.dbusmenu'"
xdotool mousemove 14 13 click 3
await grep --quiet --extended-regexp 'AboutToShow|GetLayout' "$TESTBED_OUT/menu.json"
look menu night
kill "$monitor"
xdotool key Escape
settings 3600 Icon=no
await is_unregistered
fact lives "$([[ $(unit_is MainPID) == "$process" ]] && echo yes || echo no)"
fact restarts "$(unit_is NRestarts)"
save_entries warnings --priority=warning SYSLOG_IDENTIFIER=suntrackerd
save_complaints complaints
