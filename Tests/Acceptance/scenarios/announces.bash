#!/bin/bash
# The installed service starts, becomes ready, and announces a sunrise on time.
. "${0%/*}/lib.bash"

"${install[@]}" >"$TESTBED_OUT/install.txt"
since=$(date +%s.%6N)
place_soon sunrise 4
write_settings "$place"
systemctl --user enable --now suntrackerd
fact active "$(unit_is ActiveState)"
fact status "$(unit_is StatusText)"

await_announcement
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
save_notifications notifications
save_complaints complaints
fact status_after "$(unit_is StatusText)"
fact state_mode "$(stat --format=%a "$state")"
fact ledger_mode "$(stat --format=%a "$state/ledger")"
