# shellcheck shell=bash
#
# What the scenarios of emulated machines have in common, beside lib.bash. They play acts: lives of the service at places
# of their own names, by which the tests tell entries and popups apart.

# An emulated machine has little to be patient with.
# shellcheck disable=SC2034
patience=90

# record_on_machine NAME [OPTION]... - takes down in NAME.popups.json what testbed-recorder is asked to show
record_on_machine() {
    popups=$TESTBED_OUT/$1.popups.json
    : >"$popups"
    systemd-run --user --quiet --unit=testbed-recorder --service-type=dbus \
        --property=BusName=org.freedesktop.Notifications /usr/local/libexec/testbed-recorder "${@:2}" "$popups"
}

# begin_life ACT LOCATION... - the act's settings, and no memory of another act
begin_life() {
    act=$1
    systemctl --user stop suntrackerd
    # shellcheck disable=SC2154  # from lib.bash
    rm -rf "$state"
    write_settings '[Location]' "${@:2}" "Name=$act"
}

start() { systemctl --user start suntrackerd; }

# hears NUMBER - until so many popups have told of the act. Whether they came is for the tests to judge.
hears() { { await has_heard "$1" && await announcement_is_complete; } || fact "$act.silent" "$1"; }
has_heard() { [[ $(grep --count "in $act\b" "$popups") -ge $1 ]]; }

# passes MOMENT - until it is a second later
passes() { await has_passed "$1"; }
has_passed() { ((EPOCHSECONDS > ${1%.*} + 1)); }

# The machine is thrown away: what a failure can be told by is said now.
explain() {
    (($? != 0)) || return 0
    echo "${act-nothing} ends at $EPOCHSECONDS; it has slept $(<"$sleep_count") times, and failed to ${sleep_count%/*}/fail times"
    systemctl --user --no-pager status suntrackerd || :
    sudo dmesg | tail -n 20
    tail -n 20 "$popups" "$state/ledger"
}
trap explain EXIT

# sleeps SECONDS MOMENT - a suspend by logind, of so many seconds, that ends after the moment
sleeps() {
    local before
    before=$(<"$sleep_count")
    echo "+$1" | sudo tee /sys/class/rtc/rtc0/wakealarm >/dev/null
    # It returns when the sleep has been begun.
    sudo systemctl suspend
    await has_slept "$before"
    passes "$2"
}
sleep_count=/sys/power/suspend_stats/success
has_slept() { (($(<"$sleep_count") > $1)); }
