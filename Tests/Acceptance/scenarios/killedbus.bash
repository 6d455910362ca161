#!/bin/bash
# The session bus is killed while the service is idle, while a hook is running, and several times while hooks are
# started.
. "${0%/*}/lib.bash"

# kill_bus [MOMENT [SECONDS]] - kill the bus at this moment, and stop the user manager for SECONDS before it
#
# The manager stays stopped until the process is dead. If systemd 252 noticed the end of its own connection before the
# end of the process, it would wait 90 s for the bus that it has to start itself.
kill_bus() {
    local bus manager
    await bus_runs
    # A process that the bus has just forked has the same name.
    manager=$(pgrep --oldest --exact --uid="$UID" systemd)
    until_moment "${1:-0}" "-${2:-0}"
    kill -STOP "$manager"
    until_moment "${1:-0}" 0
    kill -KILL "$bus"
    until [[ $(ps --format state= "$bus") == Z ]]; do :; done
    kill -CONT "$manager"
}

# bus_runs - whether the bus is running, with its process in $bus. Shortly after a kill, the manager names no process or
# a dead one
bus_runs() {
    bus=$(systemctl --user show --property=MainPID --value dbus.service)
    ((bus > 0)) && [[ $(ps --format state= "$bus") == [!Z]* ]]
}

# until_moment MOMENT SECONDS - wait until this many seconds after the moment, to the millisecond
until_moment() {
    local target
    target=$(awk -v moment="$1" -v more="$2" 'BEGIN { printf "%.0f", (moment + more) * 1000000 }')
    while ((${EPOCHREALTIME/./} < target - 20000)); do sleep 0.01; done
    while ((${EPOCHREALTIME/./} < target)); do :; done
}

"${install[@]}" >/dev/null

# For the same reason, no service of Type=dbus is running meanwhile.
record_popups before
start_anew sunrise 3600
await has_name
kill_bus
await has_name
fact rest.owner "$(name_owner)"
fact service "$(unit_is MainPID)"
record_popups rest
since=$(date +%s.%6N)
write_settings "$(place_with sunset "$(seconds_from_now 4)")"
await_announcement
leaves rest

# A hook is running, which fails afterwards.
hook "$hooks/sunrise.d/lamps" <<'SCRIPT'
echo "begun $SUNTRACKER_RECOVERED" >>~/calls
until test -e ~/bus-is-back; do sleep 0.02; done
echo ended >>~/calls
exit 3
SCRIPT
start_anew sunrise 4
await test -e ~/calls
await announcement_is_complete
kill_bus
await has_name
record_popups running
# systemd reads the units of running hooks from their files.
systemctl --user daemon-reload
fact running.loaded "$(systemctl --user show --property=LoadState --value 'suntracker-hook-sunrise-lamps*')"
touch ~/bus-is-back
await grep --quiet ended ~/calls
await announcement_is_complete
leaves running
fact running.calls "$(tr '\n' ',' <~/calls)"
rm -r "$hooks/sunrise.d"

# The bus is killed around the moments when hooks are started, twice while the stopped manager holds the request. Each
# hook runs until after the next one, so an earlier connection exists, and its unit shows whether it was started.
# systemd starts the bus at most 5 times in 10 s.
hook "$hooks/count" <<'SCRIPT'
echo "$1$SUNTRACKER_RECOVERED" >>~/counted
sleep 3.5
SCRIPT
alerts=()
for number in {0..9}; do
    alerts+=("[Alert $number]" Event=sunset "Offset=$((number * 3))s" "Hook=count $number.")
done
# The first popup may be shown before the bus is killed.
record_popups meanwhile
start_anew sunset 5 '[Notifications]' Sunset=no "${alerts[@]}"
later=0
for delay in -0.010 -0.002 0 0.001 0.002 0.003 0.005 0.010 0.020+ 0.050+; do
    asleep=0
    [[ $delay != *+ ]] || asleep=0.100
    kill_bus "$(awk -v moment="$moment" -v more="$later" -v delay="${delay%+}" \
        'BEGIN { printf "%.6f", moment + more + delay }')" "$asleep"
    later=$((later + 3))
done
await_entries 10 --since="@$since" "$event" SUNTRACKER_ALERT={0..9}
await has_name
record_popups moments
await announcement_is_complete
await no_hook_runs
fact moments.counted "$(sort ~/counted | tr '\n' ' ')"
leaves moments
