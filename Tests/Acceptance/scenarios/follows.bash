#!/bin/bash
# The service gets its place from GeoClue, ignores a move of 3 km, follows a move of 300 km, and continues without
# GeoClue. Then it follows a flight by the time zone.
. "${0%/*}/lib.bash"

desktop_id=io.github.suntracker.Suntracker

# move LATITUDE LONGITUDE - change the location, and switch the location services, which triggers a request. GeoClue is
# restarted, because its static source may not notice the change otherwise
move() {
    testbed-location "$1" "$2"
    sudo systemctl stop geoclue.service
    switch_location
}
signals_are() { (($(grep --count LocationUpdated "$TESTBED_OUT/signals.json") >= $1)); }

sudo timedatectl set-timezone Europe/Berlin
testbed-geoclue allow "$desktop_id"
testbed-location 52.5200 13.4050
"${install[@]}"
# The bed's receiver provides only exact fixes.
write_settings '[Location]' 'Accuracy=exact'
# GeoClue's signals on the bus.
record_messages "$TESTBED_OUT/signals.json" --system \
    "type='signal',interface='org.freedesktop.GeoClue2.Client',member='LocationUpdated'"
systemctl --user start suntrackerd
fact active "$(unit_is ActiveState)"
await_entries 1 "$location_changed"
await status_says " in Berlin "
fact status_berlin "$(unit_is StatusText)"
fact fix_mode "$(stat --format=%a "$state/last-fix")"

# A move of 3 km to the north, too little for sunrise and sunset, and an invalid fix, as a broken receiver sends it.
written=$(stat --format=%i "$state/last-fix")
move 52.5470 13.4050
await signals_are 2
move 0 0
await signals_are 3
[[ $(stat --format=%i "$state/last-fix") == "$written" ]] && fact fix_kept yes

# A move of 300 km to the south-west.
moved=${EPOCHREALTIME/./}
fact moved_usec "$moved"
move 50.5000 10.5000
await_entries 2 "$location_changed"
is_elsewhere() { ! status_says " in Berlin "; }
await is_elsewhere
fact status_away "$(unit_is StatusText)"
# The first signal of the restarted GeoClue. The one before may have repeated the invalid fix in between.
has_signalled() {
    signal=$(sed --quiet --regexp-extended \
        's/.*"timestamp-realtime":([0-9]+),.*"LocationUpdated".*"data":\["\/",.*/\1/p' "$TESTBED_OUT/signals.json" |
        awk -v moved="$moved" '$1 > moved { print; exit }')
    [[ $signal ]]
}
await has_signalled
fact signal_usec "$signal"

# GeoClue is killed, and starts at the next request.
sudo systemctl kill --signal=KILL geoclue.service
move 48.1400 11.5800
await_entries 3 "$location_changed"
save_entries followed "$location_changed"

# After a denial, the service does not ask again.
testbed-geoclue deny "$desktop_id"
switch_location
await_entries 1 "$authorization" SUNTRACKER_AUTHORIZATION=denied
fact status_denied "$(unit_is StatusText)"
ask location_denied place
# The server reports when the notification about the denial is closed, which wakes the service once.
is_displayed() { (($(dunstctl count displayed) > 0)); }
await is_displayed
dunstctl close-all
sleep 6
before=$(context_switches "$(unit_is MainPID)")
sleep 5
fact wakeups_denied "$(waits_between "$before" "$(context_switches "$(unit_is MainPID)")")"
testbed-geoclue allow "$desktop_id"
systemctl --user reload suntrackerd
await_entries 2 "$authorization" SUNTRACKER_AUTHORIZATION=allowed-always

# Without GeoClue, the service starts with the last fix.
systemctl --user stop suntrackerd
fact result "$(unit_is Result)"
sudo systemctl mask --quiet --runtime --now geoclue.service
systemctl --user start suntrackerd
await_entries 1 "$authorization" SUNTRACKER_AUTHORIZATION=restricted
fact status_absent "$(unit_is StatusText)"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd

# A flight within the continent, back, and a time zone to whose main city the location, in Munich, is nearer.
for zone in Moscow Berlin Zurich; do
    sudo timedatectl set-timezone "Europe/$zone"
    await_entries 1 "$zone_changed" SUNTRACKER_TIME_ZONE="Europe/$zone"
done
save_entries flown "$location_changed"
fact status_flown "$(unit_is StatusText)"
save_complaints complaints
