#!/bin/bash
# Mode=once takes one fix per start, and then releases GeoClue and the system bus.
. "${0%/*}/lib.bash"

# connections - print the number of the service's connections to the system bus
connections() { busctl --system list --no-legend | awk '$3 == "suntrackerd"' | wc --lines; }
is_released() { [[ $(connections) == 0 ]]; }
# listens - whether GeoClue's connection is closed, and only the connection for signals of the network and logins
# remains
listens() { [[ $(connections) == 1 ]]; }

testbed-geoclue allow io.github.suntracker.Suntracker
"${install[@]}"
write_settings '[Location]' 'Mode=once' 'Accuracy=exact'
systemctl --user start suntrackerd
await_entries 1 "$location_changed"
await is_released
fact connections_once "$(connections)"

write_settings '[Location]' 'Mode=follow' 'Accuracy=exact'
systemctl --user reload suntrackerd
await_entries 1 "$authorization" SUNTRACKER_AUTHORIZATION=allowed-always
await listens
fact connections_follow "$(connections)"

write_settings '[Location]' 'Source=timezone'
systemctl --user reload suntrackerd
await is_released
fact connections_timezone "$(connections)"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
