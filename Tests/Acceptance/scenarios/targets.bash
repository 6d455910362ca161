#!/bin/bash
# The targets of events and alerts start the units that are wanted by them, at each event again.
. "${0%/*}/lib.bash"

"${install[@]}" >/dev/null

# unit NAME COMMAND - make a unit of the user that runs a command at each start
unit() {
    printf '[Service]\nType=oneshot\nExecStart=/bin/sh -c %q\n' "$2" |
        install -D -m 644 /dev/stdin ~/.config/systemd/user/"$1"
}
unit lamp.service 'echo lamp >>%h/started'
unit tea.service 'echo tea >>%h/started'
systemctl --user daemon-reload
systemctl --user add-wants --quiet suntracker@sunset.target lamp.service

write_settings "$(place_with sunset "$(seconds_from_now 10)")" '[Alert tea time]' 'Event=sunset' 'Offset=2s'
systemctl --user start suntrackerd
# Noticed while the service is running.
systemctl --user add-wants --quiet 'suntracker@alert:tea\x20time.target' tea.service
await_entries 2 "$event"
await announcement_is_complete
is_started() { [[ $(sort ~/started 2>/dev/null | xargs) == "$1" ]]; }
await is_started 'lamp tea'
"$stage/programs/suntracker" hooks >"$TESTBED_OUT/listed.txt"

# The next day: the target is not active any more, and starts the unit again.
is_inactive() { [[ $(systemctl --user is-active 'suntracker@sunset.target') == inactive ]]; }
await is_inactive
systemctl --user start suntracker@sunset.target
await is_started 'lamp lamp tea'
await is_inactive
save_complaints complaints
