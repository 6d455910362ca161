#!/bin/bash
# SIGTERM stops the service cleanly. The watchdog ends a service that hangs at its event, and the next run announces it.
. "${0%/*}/lib.bash"

"${install[@]}"
start_anew sunrise 4
kill -STOP "$(unit_is MainPID)"
await_entries 2 "$started"
fact restarts "$(unit_is NRestarts)"
fact restart_reason "$(journalctl --user --quiet --output=cat --unit=suntrackerd | grep --max-count=1 'Failed with result')"
await announcement_is_complete
save_entries entries "$event"

systemctl --user stop suntrackerd
fact result "$(unit_is Result)"
fact exit_status "$(unit_is ExecMainStatus)"
save_entries stopped "$stopped"
save_notifications notifications
