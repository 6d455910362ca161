#!/bin/bash
# Notifications are paused over a sunrise and a crash, and shown again.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

hooks=${settings%/*}/hooks

"${install[@]}" >/dev/null
ask not_running pause
mkdir -p "$hooks/sunrise.d"
printf '%s\n' '#!/bin/sh' 'echo called >>~/calls' >"$hooks/sunrise.d/call"
chmod +x "$hooks/sunrise.d/call"
record_popups paused --capabilities body,actions
since=$(date +%s.%6N)
sunrise=$(seconds_from_now 8)
write_settings "$(place_with sunrise "$sunrise")" '[Alert later]' 'Event=sunrise' 'Offset=40s'
systemctl --user start suntrackerd
await has_name
ask pause pause --for 2h
fact status_line "$(unit_is StatusText)"
await_entries 1 --since="@$since" "$event"
await announcement_is_complete
await test -s ~/calls

kill -KILL "$(unit_is MainPID)"
await_entries 2 --since="@$since" "$started"
await has_name
ask status status
fact pauses "$(wc --lines <"$recorded")"
ask preview preview sunset
ask alert next later
ask resume resume
await_entries 2 --since="@$since" "$event"
await has_recorded 2
fact property "$(busctl --user get-property io.github.suntracker.Suntracker1 /io/github/suntracker/Suntracker1 \
    io.github.suntracker.Suntracker1 PausedUntil)"
ask too_long pause --until june-solstice
busctl --user call io.github.suntracker.Suntracker1 /io/github/suntracker/Suntracker1 \
    io.github.suntracker.Suntracker1 Pause t 1000000 2>"$TESTBED_OUT/past.txt" || :
await announcement_is_complete
# The end of a pause wakes nobody, and nothing is shown then.
ask short pause --for 2s
await_entries 3 --since="@$since" "$paused"
fact wakeups "$(wakeups 6)"
save_entries paused --since="@$since" "$paused"
save_entries entries --since="@$since" "$event"
save_complaints complaints
