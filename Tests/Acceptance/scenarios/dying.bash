#!/bin/bash
# A notification server that the bus starts and that exits immediately, as mako does before a compositor is running, and
# then a server that stays. The scenario shows how the service, preview and status handle this.
. "${0%/*}/lib.bash"

# The user's service file takes precedence over dunst's, which systemd would start.
services=~/.local/share/dbus-1/services
mkdir -p "$services"
cat >~/dying <<'PYTHON'
#!/usr/bin/python3
"""Owns the name of the notification server, and exits."""
import syslog

from gi.repository import Gio, GLib

syslog.openlog("dying")
syslog.syslog("started")
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
              GLib.Variant("(su)", ("org.freedesktop.Notifications", 4)), None, Gio.DBusCallFlags.NONE, -1, None)
PYTHON
chmod +x ~/dying
starts() { sync_journal; journalctl --quiet --output=cat --identifier=dying | grep --count started || :; }

"${install[@]}" >/dev/null
systemctl --user mask --quiet --runtime --now dunst.service
printf '[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=%s\n' ~/dying \
    >"$services/org.freedesktop.Notifications.service"
busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig
write_settings "$(place_with sunset "$(seconds_from_now 5)")" '[Alert lamps]' 'Event=sunset' '[Alert blinds]' 'Event=sunset'
systemctl --user start suntrackerd
await_entries 3 "$event"
before=$(context_switches "$(unit_is MainPID)")
# Attempts at 0, 5 and 15 s.
sleep 20
fact starts "$(starts)"
fact wakeups "$(waits_between "$before" "$(context_switches "$(unit_is MainPID)")")"
fact waiting "$(grep --count "^open " "$state/ledger")"
ask status status
ask preview preview

# A server that stays receives the popup.
rm "$services/org.freedesktop.Notifications.service"
record_popups stays --capabilities body,body-markup,actions,x-canonical-private-synchronous
await announcement_is_complete
ask status_after status
ask preview_after preview

# After SIGKILL, the service still knows the popup's number, which it needs to replace the popup on a server without
# tags.
record_popups numbers
ask preview_first preview
await test -s "$state/popups"
systemctl --user kill --signal=KILL suntrackerd
await has_recorded 1
systemctl --user restart suntrackerd
await has_name
ask preview_second preview
# On another server, the same number is another program's popup.
cp "$recorded" "$TESTBED_OUT/numbers.before"
record_popups another
ask preview_third preview
