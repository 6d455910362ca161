# shellcheck shell=bash
#
# Functions for the scenarios of emulated machines, in addition to lib.bash. Such a scenario consists of acts: runs of
# the service at places with different names, by which the tests distinguish entries and popups.

# An emulated machine is slow.
# shellcheck disable=SC2034
patience=90

# record_on_machine NAME [OPTION]... - record the requests to testbed-recorder in NAME.popups.json
record_on_machine() {
    popups=$TESTBED_OUT/$1.popups.json
    : >"$popups"
    systemd-run --user --quiet --unit=testbed-recorder --service-type=dbus \
        --property=BusName=org.freedesktop.Notifications /usr/local/libexec/testbed-recorder "${@:2}" "$popups"
}

# begin_life ACT LOCATION... - stop the service, delete its state, and write the settings of an act
begin_life() {
    act=$1
    systemctl --user stop suntrackerd
    # The clock may be wrong, so no ledger could fit it. A last fix, which is not used, shows that this is not the first
    # start.
    # shellcheck disable=SC2154  # from lib.bash
    rm -rf "$state"
    mkdir --parents "$state"
    chmod 700 "$state"
    printf 'suntracker-fix 1\ncoordinate 0.5 0.5\nend\n' >"$state/last-fix"
    write_settings '[Location]' "${@:2}" "Name=$act"
}

start() { systemctl --user start suntrackerd; }

# hears NUMBER - wait until the act has caused this many popups, or the time limit; the tests check the popups
hears() { { await has_heard "$1" && await announcement_is_complete; } || fact "$act.silent" "$1"; }
has_heard() { [[ $(grep --count "in $act\b" "$popups") -ge $1 ]]; }

# lines_of EVENT MOMENT - set location to the settings of a place where the event is at this moment
lines_of() { mapfile -t location < <(place_with "$1" "$2" | grep -E '^(Lat|Long|Elev)'); }

# hears_sunrise NAME - start the service in a new act with a sunrise, and wait for the popup
#
# An earlier start, with a later sunrise, measures how long the preparation takes on this machine. Sets lead to the
# seconds from the preparation to the sunrise.
hears_sunrise() {
    local began=$EPOCHREALTIME before sunrise
    lines_of sunrise "$(seconds_from_now 3600)"
    begin_life "$1" "${location[@]}"
    before=$EPOCHREALTIME
    start
    fact "$1.took" "$(seconds_since "$before")"
    lead=$(awk -v took="$(seconds_since "$began")" 'BEGIN { print 2 * took + 5 }')
    sunrise=$(seconds_from_now "$lead")
    lines_of sunrise "$sunrise"
    begin_life "$1" "${location[@]}"
    fact "$1.sunrise" "$sunrise"
    start
    fact "$1.early" "$(awk -v moment="$sunrise" -v now="$EPOCHREALTIME" 'BEGIN { printf "%.3f", moment - now }')"
    hears 1
}

# passes MOMENT - wait until a second after the moment
passes() { await has_passed "$1"; }
has_passed() { ((EPOCHSECONDS > ${1%.*} + 1)); }

# event_of EVENT DATE - print the time of the event at the coordinate, in seconds since 1970
event_of() {
    # shellcheck disable=SC2154  # from the scenario
    date +%s.%3N --date="$("$stage/programs/suntracker" events --place="$coordinate" --utc \
        "$1" --from "$2" --days 1 --format csv | sed -n '2s/^[^,]*,\([^,]*\).*/\1/p')"
}

# after MOMENT SECONDS - print the time that is this many seconds later
after() { awk -v moment="$1" -v seconds="$2" 'BEGIN { printf "%.3f", moment + seconds }'; }

# seconds_since MOMENT - print how long ago the moment was
seconds_since() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.3f", to - from }'; }

set_clock() { sudo date --set="@$1" >/dev/null; }

# synchronise_clock - mark the kernel's clock as synchronised, as an NTP client does (adjtimex(2)), also after a suspend
#
# There is no network for a client.
synchronise_clock() {
    sudo python3 - <<'END'
import ctypes
import struct

ADJ_MAXERROR, ADJ_ESTERROR, ADJ_STATUS = 4, 8, 16
state = struct.pack("=IxxxxqqqqI", ADJ_MAXERROR | ADJ_ESTERROR | ADJ_STATUS, 0, 0, 0, 0, 0)
ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(state, 512))
END
}

# The machine is discarded, so print what helps to find a failure.
explain() {
    (($? != 0)) || return 0
    echo "${act-nothing} ends at $EPOCHSECONDS; it has slept $(<"$sleep_count") times, and failed to ${sleep_count%/*}/fail times"
    systemctl --user --no-pager status suntrackerd || :
    sudo dmesg | tail -n 20
    tail -n 20 ${popups:+"$popups"} "$state/ledger"
}
trap explain EXIT

# sleeps SECONDS MOMENT - suspend through logind for this many seconds, until after the moment
sleeps() {
    local before
    before=$(<"$sleep_count")
    echo "+$1" | sudo tee /sys/class/rtc/rtc0/wakealarm >/dev/null
    # The command returns when the suspend has begun.
    sudo systemctl suspend
    await has_slept "$before"
    passes "$2"
}
sleep_count=/sys/power/suspend_stats/success
has_slept() { (($(<"$sleep_count") > $1)); }

# sets_hardware_clock MOMENT - set the time at which the next boot begins
sets_hardware_clock() {
    sudo python3 - "$1" <<'END'
import fcntl
import struct
import sys
import time

RTC_SET_TIME = 0x4024700A
now = time.gmtime(float(sys.argv[1]))
with open("/dev/rtc0") as clock:
    fcntl.ioctl(clock, RTC_SET_TIME, struct.pack(
        "9i", now.tm_sec, now.tm_min, now.tm_hour, now.tm_mday, now.tm_mon - 1, now.tm_year - 1900, 0, 0, 0))
END
}

# restarts_machine MOMENT - shut down cleanly, and boot at this time; the scenario runs again from its start (--boots)
restarts_machine() {
    sets_hardware_clock "$1"
    sudo mkdir --parents /run/systemd/system/machine-command.service.d
    printf '[Unit]\nSuccessAction=reboot\n' |
        sudo tee /run/systemd/system/machine-command.service.d/reboot.conf >/dev/null
    sudo systemctl daemon-reload
    exit 0
}
