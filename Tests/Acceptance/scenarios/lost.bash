#!/bin/bash
# The session bus, journald and the service managers end and start again.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

# comes EVENT SECONDS - set a new place, where the event is that many seconds from now
comes() {
    since=$(date +%s.%6N)
    write_settings "$(place_with "$1" "$(seconds_from_now "$2")")"
}

# comes_to_new EVENT SECONDS - the same for a service that has just been started and has no ledger
comes_to_new() {
    systemctl --user stop suntrackerd
    forget_announcements
    comes "$@"
    systemctl --user start suntrackerd
}

# leaves NAME - wait for the announcement; then save its journal entries and the state of the service
leaves() {
    await_entries 1 --since="@$since" "$event"
    await announcement_is_complete
    save_entries "$1" --since="@$since" "$event"
    fact "$1.wakeups" "$(wakeups 4)"
    fact "$1.restarts" "$(unit_is NRestarts)"
}

"${install[@]}" >/dev/null
comes_to_new sunrise 3600
await has_name

# The bus ends, and the notification server with it. The bus is not killed: systemd 252 would notice that late, and wait
# 90 s for the bus that it has to start itself.
systemctl --user stop dbus.service
await has_name
fact bus.owner "$(name_owner)"
record_popups bus
comes sunrise 4
leaves bus
systemctl --user restart dbus.service
await has_name
record_popups bus_again
comes sunset 4
leaves bus_again
fact bus_again.owner "$(name_owner)"
fact service "$(unit_is MainPID)"

record_popups journal
comes_to_new sunset 4
sudo systemctl kill --signal=KILL systemd-journald.service
leaves journal_killed
comes_to_new sunrise 4
# At the event journald does not run; its socket starts it.
sudo systemctl stop systemd-journald.service
await announcement_is_complete
leaves journal_stopped

record_popups manager
comes_to_new sunset 4
systemctl --user daemon-reload
systemctl --user daemon-reexec
leaves manager
fact manager.status "$(unit_is StatusText)"

# logind announces a suspend, and after the event a resume.
record_popups asleep
comes_to_new sunrise 4
testbed-sleep 6
leaves asleep
