#!/bin/bash
# The first start on a new machine: one notification, whose click opens the page for the place, and none after a
# restart. Then access to the location is denied, twice.
. "${0%/*}/lib.bash"

desktop_id=io.github.suntracker.Suntracker

# has_shown NUMBER - whether dunst shows or has shown at least this many notifications
has_shown() {
    (($(dunstctl count displayed) + $(dunstctl count waiting) + $(dunstctl count history) >= $1))
}

# shows NAME - save all notifications so far, and a screenshot of the open ones
shows() {
    save_screen "$1"
    save_notifications "$1"
}

record_openings
declare -A zones=([Denver]=America/Denver [Tokyo]=Asia/Tokyo) fixes=([Berlin]='52.5200 13.4050' [Chicago]='41.8781 -87.6298')
guessed=$(calm "${!zones[@]}")
found=$(calm "${!fixes[@]}")
fact guessed "$guessed"
fact found "$found"

sudo timedatectl set-timezone "${zones[$guessed]}"
testbed-geoclue allow "$desktop_id"
testbed-location --none
rm -rf "$state"
"${install[@]}" --enable >"$TESTBED_OUT/install.txt"
# The bed's receiver provides only exact fixes. Until the edit below, GeoClue has no source, and the service waits.
await_entries 1 "$authorization" SUNTRACKER_AUTHORIZATION=allowed-always
fact state_mode "$(stat --format=%a "$state")"
fact waiting "$(grep --count '^note first-start$' "$state/ledger")"
fact early "$(dunstctl count displayed)"
# shellcheck disable=SC2086
testbed-location ${fixes[$found]}
write_settings '[Location]' 'Accuracy=exact'
await_entries 1 "$location_changed"
await has_shown 1
sleep 0.5
dunstctl action
fact page_remedy "$(grep --only-matching 'suntracker place NAME' "$(opened)")"
shows first
fact left "$(grep --count '^note first-start$' "$state/ledger" || :)"

systemctl --user restart suntrackerd
await_entries 3 "$authorization" SUNTRACKER_AUTHORIZATION=allowed-always
systemctl --user kill --signal=KILL suntrackerd.service
await_entries 3 "$started"
await_entries 4 "$authorization" SUNTRACKER_AUTHORIZATION=allowed-always
shows restarted

# Access to the location is denied, and again after a restart.
testbed-geoclue deny "$desktop_id"
switch_location
await_entries 1 "$authorization" SUNTRACKER_AUTHORIZATION=denied
await has_shown 2
shows denied
# A notification that the last run has not shown yet would be in the ledger.
systemctl --user stop suntrackerd
fact kept "$(grep --count '^note first-start$' "$state/ledger" || :)"
systemctl --user start suntrackerd
await_entries 2 "$authorization" SUNTRACKER_AUTHORIZATION=denied
shows denied_again

# On a new machine, access to the location is denied: one notification says both.
systemctl --user stop suntrackerd
rm -rf "$state"
testbed-geoclue deny "$desktop_id"
systemctl --user start suntrackerd
await_entries 3 "$authorization" SUNTRACKER_AUTHORIZATION=denied
await has_shown 3
shows refused_first
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
