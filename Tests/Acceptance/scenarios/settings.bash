#!/bin/bash
# A reload applies new settings; with invalid ones it fails, and the old ones stay in force. A start with invalid ones
# uses the last good ones, until the file is fixed.
. "${0%/*}/lib.bash"

# The service sends its status to systemd after the entry.
is_watched() { [[ $(unit_is StatusText) == *" in $1 "* ]]; }

"${install[@]}"
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
systemctl --user start suntrackerd
fact status_denver "$(unit_is StatusText)"

write_settings '[Location]' 'Latitude=69.6492' 'Longitude=18.9553' 'Name=Tromso'
systemctl --user reload suntrackerd
await_entries 1 "$reloaded"
await is_watched Tromso || :
fact status_tromso "$(unit_is StatusText)"

write_settings '[Location]' 'Latitude=139.7392' 'Longitude=-104.9903'
systemctl --user reload suntrackerd || fact reload_failed yes
bus=$(call Reload 2>&1) || fact bus_reload_failed yes
fact bus_reload "$bus"
await_entries 1 "$refused"
fact active_refused "$(unit_is ActiveState)"
fact status_refused "$(unit_is StatusText)"
fact restarts_refused "$(unit_is NRestarts)"
save_entries reload "$refused" + "$reloaded"
save_notifications refusal

systemctl --user stop suntrackerd
record_popups mended
started=$(date +%s.%6N)
systemctl --user start suntrackerd
await_entries 1 --since="@$started" "$refused"
fact status_started "$(unit_is StatusText)"
fact restarts "$(unit_is NRestarts)"
save_entries start --since="@$started" "$refused"
await has_recorded 1
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
await_entries 1 --since="@$started" "$reloaded"
await is_watched Denver || :
fact status_mended "$(unit_is StatusText)"
# The popup about the error goes.
await test -s "$recorded.closed"
fact closed "$(cat "$recorded.closed")"
