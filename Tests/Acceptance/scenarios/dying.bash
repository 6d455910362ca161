#!/bin/bash
# A notification server that the bus starts and that dies at once, as mako does before there is a compositor; then one
# that stays. What the service, preview and doctor make of it.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

# The person's own file goes before dunst's, which systemd would start.
services=~/.local/share/dbus-1/services
mkdir -p "$services"
cat >~/dying <<'PYTHON'
#!/usr/bin/python3
"""Owns the name of the notification server, and dies."""
import syslog

from gi.repository import Gio, GLib

syslog.openlog("dying")
syslog.syslog("started")
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
              GLib.Variant("(su)", ("org.freedesktop.Notifications", 4)), None, Gio.DBusCallFlags.NONE, -1, None)
PYTHON
chmod +x ~/dying
starts() { journalctl --user --sync 2>/dev/null || sudo journalctl --sync; journalctl --quiet --output=cat --identifier=dying | grep --count started || :; }

"${install[@]}" >/dev/null
systemctl --user mask --quiet --runtime --now dunst.service
printf '[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=%s\n' ~/dying \
    >"$services/org.freedesktop.Notifications.service"
busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig
write_settings "$(place_with sunset "$(seconds_from_now 5)")" '[Alert lamps]' 'Event=sunset' '[Alert blinds]' 'Event=sunset'
systemctl --user start suntrackerd
await_entries 3 "$event"
before=$(context_switches "$(unit_is MainPID)")
# Tries at 0, 5 and 15 s.
sleep 20
fact starts "$(starts)"
fact wakeups "$(waits_between "$before" "$(context_switches "$(unit_is MainPID)")")"
fact waiting "$(grep --count announcing "$state/ledger")"
ask status status
ask preview preview
ask doctor doctor --plain

# One that stays is asked after 2 s, though the next try would come much later.
rm "$services/org.freedesktop.Notifications.service"
record_popups stays --capabilities body,body-markup,actions,x-canonical-private-synchronous
await announcement_is_complete
ask status_after status
ask preview_after preview

# A service that is killed remembers the number by which a server that knows no tags replaces a popup.
record_popups numbers
ask preview_first preview
systemctl --user kill --signal=KILL suntrackerd
await has_recorded 1
systemctl --user restart suntrackerd
ask preview_second preview
# The same number of another server is the popup of somebody else.
cp "$recorded" "$TESTBED_OUT/numbers.before"
record_popups another
ask preview_third preview
