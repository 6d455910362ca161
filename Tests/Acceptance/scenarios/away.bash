#!/bin/bash
# The socket of the session bus is restarted, and is then away during an event.
. "${0%/*}/lib.bash"

bus_messages() { journalctl --user --unit=suntrackerd.service --output=cat --since="@$1" | grep 'session bus' || :; }
is_over() { bus_messages "$since" | grep --quiet 'responds again'; }
is_reported() { [[ $(bus_messages "$since") ]]; }

"${install[@]}" >/dev/null
start_anew sunrise 3600
await has_name
fact service "$(unit_is MainPID)"

systemctl --user restart dbus.socket
await has_name
fact restarted.owner "$(name_owner)"
restarted=$(bus_messages "$since")
fact restarted.messages "$(wc --words <<<"$restarted")"

since=$(date +%s.%6N)
systemctl --user stop dbus.socket dbus.service
await is_reported
for words in status "phase night" "preview sunset"; do
    # shellcheck disable=SC2086
    ask "${words%% *}" $words
done
# The next attempt of the timer is seconds away, so only the reload can connect this early.
systemctl --user start dbus.socket
systemctl --user reload suntrackerd
await has_name
fact away.owner "$(name_owner)"
# The service owns its name before it says so.
await is_over
bus_messages "$since" >"$TESTBED_OUT/messages.txt"
leaves idle
