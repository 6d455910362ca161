#!/bin/bash
# Disks and buses that accept requests and never respond. Meanwhile, the service handles a reload, shows popups,
# announces the sunrise, stops, starts, and announces the alert "later", which is due then.
. "${0%/*}/lib.bash"

# hang PATH - from now on, nothing that accesses the path gets a response
hang() {
    sudo systemd-run --quiet --collect --unit=testbed-hang /usr/local/libexec/testbed-hang "$1"
    await grep --quiet "^testbed-hang $1 " /proc/mounts
}
# revive - end the hang
revive() { sudo systemctl stop testbed-hang.service; }

# plan - print settings with a sunrise soon, and with the alert, whose hook is $hook
hook=''
plan() {
    place_soon sunrise 12
    printf '%s\n' "$place"
    printf '[Alert later]\nEvent=sunrise\nOffset=25s\nTitle=Later\nHook=%s\n' "$hook"
}

# begin NAME [LINE]... - start the service with these additional settings, before anything hangs
begin() {
    since=$(date +%s.%6N)
    record_popups "$1"
    write_settings "$(plan)" "${@:2}"
    systemctl --user start suntrackerd
    await_entries 1 --since="@$since" "$started"
}

# announces MATCH - wait for the entry of an event
announces() { await_entries 1 --since="@$since" "$event" "$1"; }

# previews - show two popups
previews() {
    local event
    for event in sunset solar-noon; do
        timeout "$patience" busctl --user call "${service[@]}" Preview s "$event" >/dev/null
    done
}

# took FACT BEGIN RESULT - save the seconds since BEGIN, and the result
took() { fact "$1" "$(awk -v from="$2" -v to="$EPOCHREALTIME" 'BEGIN { print to - from }') $3"; }

# stops FACT - stop the service, and save the seconds that this takes, and the result
stops() {
    local from=$EPOCHREALTIME
    systemctl --user stop suntrackerd
    took "$1" "$from" "$(unit_is Result)"
}

# gone PROCESS - whether the process has ended, even if systemd, which itself waits for the disk, does not notice
gone() { ! grep --quiet '^State:[[:space:]][^Z]' "/proc/$1/status"; }

# save NAME - save all entries of the service
save() { save_entries "$1" --since="@$since" SYSLOG_IDENTIFIER=suntrackerd; }

# lives NAME - a reload, popups, the sunrise, a stop, a start, and the alert
lives() {
    systemctl --user kill --signal=HUP suntrackerd
    previews
    announces SUNTRACKER_EVENT=sunrise
    await has_recorded 3
    stops "$1.stop"
    systemctl --user start --no-block suntrackerd
    announces SUNTRACKER_ALERT=later
    await grep --quiet '"Later"' "$recorded"
    stops "$1.stop_again"
    save "$1"
}

# survives NAME PATH - do all of this while the path hangs
survives() {
    begin "$1"
    hang "$2"
    lives "$1"
    revive
    forget_announcements
}

cd /
"${install[@]}" >/dev/null
systemctl --user daemon-reload

survives state "$state"
survives settings "${settings%/*}"

# The service looks for the program of a hook even before its time.
mkdir ~/lamps
# shellcheck disable=SC2088
hook='~/lamps/on'
survives hook ~/lamps
hook=''

# systemd itself waits for the home before it starts a service, and for each query about a service.
begin home
process=$(unit_is MainPID)
hang "$HOME"
previews
announces SUNTRACKER_EVENT=sunrise
await has_recorded 3
from=$EPOCHREALTIME
kill "$process"
await gone "$process"
took home.stop "$from" success
save home
revive

# Only the service sees that the time zone's file hangs, because almost every program reads it.
forget_announcements
since=$(date +%s.%6N)
record_popups zone
write_settings "$(plan)"
sudo systemd-run --quiet --collect --unit=testbed-apart --property=PrivateMounts=yes sleep infinity
apart=$(systemctl show --property=MainPID --value testbed-apart.service)
inside() { sudo nsenter --target "$apart" --mount --wd=/ -- "$@"; }
run_inside() {
    inside setpriv --reuid="$(id --user)" --regid="$(id --group)" --init-groups env -i HOME="$HOME" \
        XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR" DBUS_SESSION_BUS_ADDRESS="$DBUS_SESSION_BUS_ADDRESS" \
        ~/.local/bin/suntrackerd 2>/dev/null &
    running=$!
}
# ends FACT - stop the service as stops does, but without systemd
ends() {
    local from=$EPOCHREALTIME
    pkill --exact suntrackerd
    wait "$running"
    took "$1" "$from" success
}
run_inside
await_entries 1 --since="@$since" "$started"
zone=$(readlink --canonicalize /etc/localtime)
inside /usr/local/libexec/testbed-hang "$zone" &
await sudo grep --quiet "^testbed-hang $zone " "/proc/$apart/mounts"
# The service notices the replaced link.
sudo ln --symbolic --force --no-dereference "$zone" /etc/localtime
previews
announces SUNTRACKER_EVENT=sunrise
await has_recorded 3
ends zone.stop
run_inside
announces SUNTRACKER_ALERT=later
await grep --quiet '"Later"' "$recorded"
ends zone.stop_again
save zone

# The session bus accepts connections, because systemd holds its socket. The popup of the sunrise is given up after the
# grace, and the popup of the alert is shown when the bus continues.
forget_announcements
begin bus '[Notifications]' 'Grace=1min'
bus=$(systemctl --user show --property=MainPID --value dbus.service)
kill -STOP "$bus"
systemctl --user kill --signal=HUP suntrackerd
announces SUNTRACKER_EVENT=sunrise
stops bus.stop
systemctl --user start --no-block suntrackerd
announces SUNTRACKER_ALERT=later
await_entries 1 --since="@$since" "$not_shown"
fact bus.popups "$(wc --lines <"$recorded")"
kill -CONT "$bus"
await has_recorded 1
stops bus.stop_again
save bus

# journald with a full queue. sudo and the managers also wait for it, so a unit ends the hang when a file exists.
forget_announcements
begin journal
sudo systemd-run --quiet --collect --unit=testbed-hang-journal /usr/local/libexec/testbed-hang-journal \
    "$(systemctl show --property=MainPID --value systemd-journald.service)" ~/hangs ~/respond
await test -e ~/hangs
kill -HUP "$(pidof suntrackerd)"
previews
await grep --quiet '"Sunrise' "$recorded"
fact journal.hung "$(wc --lines <"$recorded") popups"
touch ~/respond
announces SUNTRACKER_EVENT=sunrise
stops journal.stop
systemctl --user start --no-block suntrackerd
announces SUNTRACKER_ALERT=later
await grep --quiet '"Later"' "$recorded"
stops journal.stop_again
save journal

# The system bus is a socket on which nothing accepts connections. The place is the last fix, so GeoClue is asked.
forget_announcements
systemd-run --user --quiet --collect --unit=testbed-mute python3 -c '
import os, signal, socket
mute = socket.socket(socket.AF_UNIX)
mute.bind(os.environ["XDG_RUNTIME_DIR"] + "/mute")
mute.listen()
signal.pause()'
await test -S "$XDG_RUNTIME_DIR/mute"
mkdir --parents ~/.config/systemd/user/suntrackerd.service.d
printf '[Service]\nEnvironment=DBUS_SYSTEM_BUS_ADDRESS=unix:path=%s/mute\n' "$XDG_RUNTIME_DIR" \
    >~/.config/systemd/user/suntrackerd.service.d/mute.conf
systemctl --user daemon-reload
since=$(date +%s.%6N)
record_popups system_bus
plan | sed --quiet 's/^Longitude=/suntracker-fix 1\ncoordinate 0 /p; $ a end' >"$state/last-fix"
write_settings '[Alert later]' 'Event=sunrise' 'Offset=25s' 'Title=Later'
systemctl --user start suntrackerd
await_entries 1 --since="@$since" "$started"
lives system_bus
