#!/bin/bash
# The session bus, journald and the service managers end and start again.
. "${0%/*}/lib.bash"

# comes EVENT SECONDS - set a new place, where the event is in this many seconds
comes() {
    since=$(date +%s.%6N)
    write_settings "$(place_with "$1" "$(seconds_from_now "$2")")"
}

# is_announced NAME - wait for the announcement, and save it and the state of the service
is_announced() {
    await_announcement
    leaves "$1"
}

"${install[@]}" >/dev/null
start_anew sunrise 3600
await has_name

# The bus is stopped, and the notification server with it. The bus is not killed, because systemd 252 would notice that
# late, and wait 90 s for the bus that it has to start itself.
systemctl --user stop dbus.service
await has_name
fact bus.owner "$(name_owner)"
record_popups bus
comes sunrise 4
is_announced bus
systemctl --user restart dbus.service
await has_name
record_popups bus_again
comes sunset 4
is_announced bus_again
fact bus_again.owner "$(name_owner)"
fact service "$(unit_is MainPID)"

record_popups journal
start_anew sunset 4
sudo systemctl kill --signal=KILL systemd-journald.service
is_announced journal_killed
start_anew sunrise 4
# journald is not running at the event; its socket starts it.
sudo systemctl stop systemd-journald.service
await announcement_is_complete
is_announced journal_stopped

record_popups manager
start_anew sunset 4
systemctl --user daemon-reload
systemctl --user daemon-reexec
is_announced manager
fact manager.status "$(unit_is StatusText)"
