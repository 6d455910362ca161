#!/bin/bash
# A real sunrise on a desktop, with the service installed by the README's commands; for pictures (../sunrises).
#
# DESKTOP: its notification server, by its file in servers/.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"
# shellcheck source=servers/lib.bash
. "${0%/*}/servers/lib.bash"
# shellcheck source=servers/dunst.bash
. "${0%/*}/servers/$DESKTOP.bash"

# The root has several desktops: the bus must not start the server of another one.
grep --files-with-matches '^Name=org.freedesktop.Notifications$' /usr/share/dbus-1/services/* | sudo xargs rm
systemctl --user mask --quiet --runtime --now dunst.service
busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig >/dev/null

mkdir ~/suntracker
cp --recursive "$stage"/{etc,systemd,Package.swift} ~/suntracker
{
    cd ~/suntracker
    etc/setup && etc/install --programs "$stage/programs" && systemctl --user enable --now suntrackerd
    cd
} >"$TESTBED_OUT/commands.txt" 2>&1
fact active "$(unit_is ActiveState)"

patience=180
xsetroot -solid '#2d4a3e' 2>/dev/null || :
start_screen
start_server
fact version "$(busctl --user --json=short call org.freedesktop.Notifications /org/freedesktop/Notifications \
    org.freedesktop.Notifications GetServerInformation | sed 's/.*\["\([^"]*\)","[^"]*","\([^"]*\)".*/\1 \2/')"

since=$(date +%s.%6N)
# The service notices the change.
write_settings "$(place_with sunrise "$(seconds_from_now 15)")"
await_entries 1 --since="@$since" "$event"
await announcement_is_complete
sleep "$settle"
show_whole_text
sleep 1
take_picture "$TESTBED_OUT/sunrise.png"
fact icons "$("${0%/*}/servers/count-icons" "$TESTBED_OUT/sunrise.png" | head --lines=1)"
fact entry "$(journalctl --user --quiet --output=cat --since="@$since" "$event" | tail --lines=1)"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
