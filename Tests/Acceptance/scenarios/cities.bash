#!/bin/bash
# Without any settings, the service uses city fixes of a static source (GeoClue 2.7), and notices a move of 300 km at
# the next trigger.
. "${0%/*}/lib.bash"

testbed-location 52.5200 13.4050 2000
# GeoClue 2.7 reads the file that etc/install puts into conf.d.
"${install[@]}" --system
sudo systemctl stop geoclue.service
systemctl --user daemon-reload
systemctl --user start suntrackerd
await_entries 1 "$location_changed"
testbed-location 50.5000 10.5000 2000
# GeoClue runs for another minute, and its static source does not notice that the file has changed.
sudo systemctl stop geoclue.service
switch_location
await_entries 2 "$location_changed"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
