#!/bin/bash
# Mode=follow: GeoClue 2.7 is asked at each trigger that may mean a move, and released in between.
. "${0%/*}/lib.bash"

desktop_id=io.github.suntracker.Suntracker
moves=0

# pins - print how often the pin has appeared
pins() { grep --count '"InUse":{"type":"b","data":true}' "$TESTBED_OUT/pin.json"; }

# pin_is true|false - whether the pin is shown, or not
pin_is() {
    [[ $(tail -n 1 "$TESTBED_OUT/pin.json") == *"\"InUse\":{\"type\":\"b\",\"data\":$1}"* ]]
}

# make_network - start systemd-networkd with one interface, which network up|down connects
make_network() {
    sudo ip link add testbed0 type veth peer name testbed1
    sudo mkdir -p /etc/systemd/network
    printf '[Match]\nName=testbed0\n[Network]\nAddress=192.0.2.1/24\nIPv6AcceptRA=no\n' |
        sudo tee /etc/systemd/network/testbed.network >/dev/null
    # bed/boot masks this service.
    sudo rm -f /etc/systemd/system/systemd-networkd.service
    sudo systemctl daemon-reload
    sudo systemctl start systemd-networkd.service
}
network() { sudo ip link set testbed1 "$1"; }

# make_other_network - start NetworkManager instead of systemd-networkd, with a connection that is not up yet
make_other_network() {
    sudo systemctl stop systemd-networkd.socket systemd-networkd.service
    sudo ip link add testbed2 type veth peer name testbed3
    sudo ip link set testbed3 up
    printf '[main]\nno-auto-default=*\n[keyfile]\nunmanaged-devices=except:interface-name:testbed2\n' |
        sudo tee /etc/NetworkManager/conf.d/testbed.conf >/dev/null
    sudo systemctl start NetworkManager.service
    sudo nmcli --terse connection add type ethernet ifname testbed2 con-name testbed autoconnect no \
        ipv4.method manual ipv4.addresses 198.51.100.2/24 ipv4.gateway 198.51.100.1 ipv6.method disabled >/dev/null
}

# log_in - begin and end a graphical session of the user, in addition to the bed's
log_in() {
    sudo systemd-run --quiet --collect --wait --uid="$(id --user)" --property=PAMName=login \
        --setenv=XDG_SESSION_TYPE=x11 sleep 1
}

# Moves 300 km, back and forth. GeoClue runs for a minute after its last use, and its static source does not notice that
# the file has changed. Unlike a scan for networks, it would report the old location as a new one.
move() {
    moves=$((moves + 1))
    sudo systemctl stop geoclue.service
    if ((moves % 2)); then testbed-location 50.5000 10.5000; else testbed-location 52.5200 13.4050; fi
}

# notice NAME COMMAND... - move, run the trigger, and wait until the move is known
notice() {
    local name=$1
    shift
    # Requests are at least this far apart.
    sleep 30
    move
    "$@"
    await_entries "$((moves + 1))" "$location_changed"
    await pin_is false
    fact "pins_$name" "$(pins)"
}

sudo timedatectl set-timezone Europe/Berlin
testbed-geoclue allow "$desktop_id"
testbed-location 52.5200 13.4050
make_network
# GeoClue's property InUse, which GNOME's pin shows.
record_messages "$TESTBED_OUT/pin.json" --system \
    "type='signal',path='/org/freedesktop/GeoClue2/Manager',member='PropertiesChanged'"
"${install[@]}"
# The bed's receiver provides only exact fixes. All other settings are the defaults.
write_settings '[Location]' 'Accuracy=exact'
systemctl --user start suntrackerd
await_entries 1 "$location_changed"
await pin_is false
fact pins_start "$(pins)"

# Without a trigger, nobody notices a move, and nothing wakes the service.
move
moves=0
fact switches_idle "$(wakeups 15)"
testbed-location 52.5200 13.4050

notice network network up
# The location before is nearer to Prague than to Berlin, so the time zone does not contradict it.
notice zone sudo timedatectl set-timezone Europe/Prague
notice login log_in
notice setting switch_location
make_other_network
notice other_network sudo nmcli --terse connection up testbed
save_entries followed "$location_changed"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
save_complaints complaints
