#!/bin/bash
# Mode=follow: GeoClue is asked on each occasion on which one may have moved, and let go of in between. With GeoClue 2.7.
. "${0%/*}/lib.bash"

desktop_id=io.github.suntracker.Suntracker
moves=0

# Back and forth, 300 km. GeoClue runs on for a minute after its last use, and its static source does not notice then that
# the file has changed; unlike a scan for networks, it would report the old location as a new one.
move() {
    moves=$((moves + 1))
    sudo systemctl stop geoclue.service
    if ((moves % 2)); then testbed-location 50.5000 10.5000; else testbed-location 52.5200 13.4050; fi
}

# notice NAME COMMAND... - move, let the occasion happen, and save how long it takes until the move is known
notice() {
    local name=$1 before
    shift
    # Two requests are at least that far from each other.
    sleep 30
    move
    before=${EPOCHREALTIME/./}
    "$@"
    await_entries "$((moves + 1))" "$location_changed"
    fact "known_$name" "$((($(journalctl --user --quiet --output=json --lines=1 "$location_changed" |
        sed -n 's/.*"__REALTIME_TIMESTAMP":"\([0-9]*\)".*/\1/p') - before) / 1000))"
    await pin_is false
    fact "pins_$name" "$(pins)"
}

sudo timedatectl set-timezone Europe/Berlin
testbed-geoclue allow "$desktop_id"
testbed-location 52.5200 13.4050
make_network
watch_pin
"${install[@]}"
# The bed's receiver only has exact fixes. All other settings are the defaults.
write_settings '[Location]' 'Accuracy=exact'
before=${EPOCHREALTIME/./}
systemctl --user start suntrackerd
await_entries 1 "$location_changed"
fact known_start "$(((${EPOCHREALTIME/./} - before) / 1000))"
await pin_is false
fact pins_start "$(pins)"

# Nobody notices a move without an occasion, and nothing wakes the service.
move
moves=0
fact switches_idle "$(wakeups 15)"
testbed-location 52.5200 13.4050

notice network network up
notice zone sudo timedatectl set-timezone Europe/Vienna
notice login log_in
notice setting switch_location
save_entries followed "$location_changed"

# A network that comes and goes a hundred times a minute.
sleep 30
before=${EPOCHREALTIME/./}
known=$(pins)
for _ in {1..100}; do
    network down
    network up
    sleep 0.5
done
fact pins_flapping "$(($(pins) - known))"
fact flapping_sec "$(((${EPOCHREALTIME/./} - before) / 1000000))"
await pin_is false

# The permission is taken away and given again while GeoClue is not held.
sleep 30
testbed-geoclue deny "$desktop_id"
switch_location
await_entries 1 "$authorization" SUNTRACKER_AUTHORIZATION=denied
testbed-geoclue allow "$desktop_id"
switch_location
await_entries 2 "$authorization" SUNTRACKER_AUTHORIZATION=allowed-always

# GeoClue is killed during a request, which has no location yet.
await pin_is false
testbed-location --none
sleep 30
network down
network up
await pin_is true
sudo systemctl kill --signal=KILL geoclue.service
moves=$((moves + 1))
testbed-location 50.5000 10.5000
await_entries "$((moves + 1))" "$location_changed"
await pin_is false
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
save_complaints complaints
