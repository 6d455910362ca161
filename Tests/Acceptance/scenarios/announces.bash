#!/bin/bash
# The installed service starts, becomes ready, and announces a sunrise on time.
. "${0%/*}/lib.bash"

"${install[@]}" >"$TESTBED_OUT/install.txt"
since=$(date +%s.%6N)
write_settings "$(place_with sunrise "$(seconds_from_now 4)")"
systemctl --user enable --now suntrackerd
fact active "$(unit_is ActiveState)"
fact status "$(unit_is StatusText)"
fact watchdog_usec "$(unit_is WatchdogUSec)"

await_announcement
save_screen screen
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
save_notifications notifications
save_complaints complaints
fact status_after "$(unit_is StatusText)"
fact state_mode "$(stat --format=%a "$state")"
fact ledger_mode "$(stat --format=%a "$state/ledger")"

# A simulation of two days in seconds beside it does not change the state. At this speed the default grace of ten minutes is
# 42 ms, which a busy machine may exceed.
before=$(<"$state/ledger")
printf '[Notifications]\nGrace=6h\n' >~/simulation.conf
~/.local/bin/suntrackerd --config ~/simulation.conf --location 39.7392,-104.9903 --simulate 2026-03-19T00:00:00Z \
    --speed 14400 2>/dev/null &
await_entries 4 SUNTRACKER_SIMULATED=1 "$event"
kill "$!"
save_entries simulated SUNTRACKER_SIMULATED=1 "$event"
fact state_kept "$([[ $(<"$state/ledger") == "$before" ]] && echo yes)"
