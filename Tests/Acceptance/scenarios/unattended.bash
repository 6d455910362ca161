#!/bin/bash
# A desktop without a GeoClue agent: the service starts, reports what is missing, and continues with an agent.
. "${0%/*}/lib.bash"

testbed-geoclue allow io.github.suntracker.Suntracker
systemctl --user stop testbed-geoclue-agent.service
sudo systemctl stop geoclue.service
"${install[@]}"
write_settings '[Location]' 'Source=geoclue' 'Accuracy=exact'
systemctl --user start suntrackerd
fact active "$(unit_is ActiveState)"
fact status_start "$(unit_is StatusText)"
await_entries 1 "$authorization"
await status_says "No GeoClue agent"
fact status_unattended "$(unit_is StatusText)"
save_entries unattended SYSLOG_IDENTIFIER=suntrackerd

# GeoClue exits when it is idle. Now another program starts it, and an agent is running.
sudo systemctl stop geoclue.service
systemctl --user start testbed-geoclue-agent.service
sudo systemctl start geoclue.service
await_entries 1 "$location_changed"
await status_says "Next: sun"
fact status_attended "$(unit_is StatusText)"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
