#!/bin/bash
# Notifications are paused over a sunrise and a crash, and shown again.
. "${0%/*}/lib.bash"

"${install[@]}" >/dev/null
ask not_running pause
hook "$hooks/sunrise.d/call" <<<'echo called >>~/calls'
record_popups paused --capabilities body,actions
start_anew sunrise 8 '[Alert later]' 'Event=sunrise' 'Offset=40s'
await has_name
ask pause pause --for 2h
fact status_line "$(unit_is StatusText)"
await_announcement
await test -s ~/calls

kill_service
await has_name
ask status status
fact pauses "$(wc --lines <"$recorded")"
ask preview preview sunset
ask alert next later
ask resume resume
await_entries 2 --since="@$since" "$event"
await has_recorded 2
fact property "$(property PausedUntil)"
ask too_long pause --until june-solstice
call Pause t 1000000 2>"$TESTBED_OUT/past.txt" || :
await announcement_is_complete
# The end of a pause wakes nobody, and nothing is shown then.
ask short pause --for 2s
await_entries 3 --since="@$since" "$paused"
fact wakeups "$(wakeups 6)"
save_entries paused --since="@$since" "$paused"
save_entries entries --since="@$since" "$event"
save_complaints complaints
