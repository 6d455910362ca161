#!/bin/bash
# A click on a popup opens the chart outside the service's sandbox. The scenario also counts the service's wakeups.
. "${0%/*}/lib.bash"

# opened_by NAME - wait for the page, and save how it was opened
opened_by() {
    opened >/dev/null
    mv ~/opened "$TESTBED_OUT/$1.txt"
}

# has_connections NUMBER - whether the service has this many connections to the session bus
has_connections() {
    local number
    number=$(busctl --user list --no-legend |
        awk -v pid="$(unit_is MainPID)" '$2 == pid && /^:/ { n++ } END { print n + 0 }')
    [[ $number == "$1" ]]
}

# has_sent NUMBER SIGNAL - whether the server has sent this many of these signals
has_sent() { [[ $(grep --count "$2" "$recorded.signals") == "$1" ]]; }

record_openings
fact filters "$(own_filters)"
"${install[@]}" >/dev/null
# The Sun sets after the test, so that its popup is not counted.
start_anew sunset 3600
await has_name

# dunst sends its signals only to one client. It keeps a popup open for the time set here.
"$stage/programs/suntracker" preview sunset >/dev/null
await pgrep dunst
await has_connections 2
dunstctl action
opened_by dunst
dunstctl close-all
await has_connections 1

# This server broadcasts its signals. The service hears those for popups of other programs only while its popup is open.
record_popups others --brief
"$stage/programs/suntracker" preview sunset >/dev/null
await has_recorded 1
notify-send --app-name=Other "A popup of another program"
await has_sent 1 NotificationClosed
systemctl --user kill --signal=USR2 testbed-recorder
await has_sent 1 ActionInvoked
systemctl --user kill --signal=USR1 testbed-recorder
opened_by recorder
await has_connections 1
# libdispatch ends a thread that has been idle for 5 s.
sleep 8
# The click on the other program's popup has opened no page, which would be a second one.
fact opened_by_others "$(test -e ~/opened && echo yes || echo no)"
before=$(context_switches "$(unit_is MainPID)")
for _ in {1..20}; do notify-send --app-name=Other "A popup of another program"; done
await has_sent 23 NotificationClosed
sleep 1
fact wakeups_by_others "$(waits_between "$before" "$(context_switches "$(unit_is MainPID)")")"
save_entries complaints SYSLOG_IDENTIFIER=suntrackerd PRIORITY=4
