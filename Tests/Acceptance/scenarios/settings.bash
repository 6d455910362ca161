#!/bin/bash
# The service applies changes of its settings files and the time zone without a reload, however they are made. If they
# contain an error, the previous settings stay in effect, and after a start, the last valid settings.
. "${0%/*}/lib.bash"

place_of() { case $1 in
    Denver) printf '%s\n' '[Location]' 'Source=fixed' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver' ;;
    Tromso) printf '%s\n' '[Location]' 'Source=fixed' 'Latitude=69.6492' 'Longitude=18.9553' 'Name=Tromso' ;;
esac; }


# count MATCH - print the number of matching entries
count() { sync_journal; journalctl --user --quiet --output=cat "$1" | wc -l; }

# zone_counts NAME - save the state after a change of the time zone
zone_counts() {
    sync_journal
    fact "zone_entry.$1" "$(journalctl --user --quiet --output=cat "$zone_changed" | tail -n 1)"
    fact "zone_status.$1" "$(unit_is StatusText)"
}

"${install[@]}"
record_popups settings
rm -r "${settings%/*}"
# The system-wide settings disable GeoClue.
sudo mkdir -p /etc/xdg/suntracker
printf '%s\n' '[Location]' 'Source=timezone' | sudo tee /etc/xdg/suntracker/suntracker.conf >/dev/null
sudo timedatectl set-timezone UTC
systemctl --user start suntrackerd
fact status.nothing "$(unit_is StatusText)"

# The settings appear with their folder, and are edited and extended by drop-ins.
write_settings '[Location]' 'Source=fixed' 'Place=Springfield, IL'
await status_says " in Springfield "
"$stage/programs/suntracker" place 39.7392,-104.9903 --name Denver
await status_says " in Denver "
mkdir "$settings.d"
place_of Tromso >"$settings.d/away.conf"
await status_says " in Tromso "
rm "$settings.d/away.conf"
await status_says " in Denver "
chmod 000 "$settings"
await_entries 1 "$refused"
chmod 600 "$settings"
await_entries 5 "$reloaded"
fact reloads "$(count "$reloaded")"

# An error, written twice, and then a file that the service does not read. A reload fails.
place_of Denver | sed s/39/139/ >"$settings"
await_entries 2 "$refused"
await grep --quiet 'latitude 139' "$recorded"
written=$(stat --format=%i "$state/ledger")
touch "$settings"
echo >>"$settings"
: >"$settings.txt"
# A new hook, which is found by the same reading, is written to the ledger after it.
hook "$hooks/sunset.d/none" <<<true
is_written_again() { [[ $(stat --format=%i "$state/ledger") != "$written" ]]; }
await is_written_again
fact status.invalid "$(unit_is StatusText)"
fact active.invalid "$(unit_is ActiveState)"
save_entries refusals "$refused"
systemctl --user reload suntrackerd || fact reload_failed yes
bus=$(call Reload 2>&1) || fact bus_reload_failed yes
fact bus_reload "$bus"
fact restarts "$(unit_is NRestarts)"

# A start with the error, which uses the last valid settings, and then the correction: the popup about the error
# disappears.
systemctl --user stop suntrackerd
record_popups mended
since=$(date +%s.%6N)
systemctl --user start suntrackerd
await_entries 1 --since="@$since" "$refused"
fact status.started "$(unit_is StatusText)"
save_entries start --since="@$since" "$refused"
await has_recorded 1
place_of Tromso >"$settings"
await status_says " in Tromso "
await test -s "$recorded.closed"
fact closed "$(cat "$recorded.closed")"
systemctl --user reload suntrackerd
place_of Denver >"$settings"
await status_says " in Denver "

# The zone is set by timedated, by a new link, and by a copy; first with a place in the settings, then as the only
# source.
sudo timedatectl set-timezone Europe/Oslo
await_entries 1 "$zone_changed"
zone_counts timedated
place_before=$(count "$location_changed")
rm "$settings"
await status_says " in Oslo "
sudo ln -sf /usr/share/zoneinfo/America/Denver /etc/localtime
await status_says " in Denver "
zone_counts link
fact places "$(($(count "$location_changed") - place_before))"
sudo cp --remove-destination /usr/share/zoneinfo/Asia/Tokyo /etc/localtime
await status_says " in Tokyo "
zone_counts copy
fact zones "$(count "$zone_changed")"

# A service with TZ set keeps its time zone.
systemctl --user stop suntrackerd
systemctl --user set-environment TZ=America/Denver
systemctl --user start suntrackerd
sudo ln -sf /usr/share/zoneinfo/Europe/Oslo /etc/localtime
write_settings "$(place_of Tromso)"
await status_says " in Tromso "
fact zones_with_own "$(count "$zone_changed")"
save_complaints complaints
