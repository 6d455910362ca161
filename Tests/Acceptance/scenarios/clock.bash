#!/bin/bash
# The clock is set, the clocks change, and the machine is suspended, on an emulated machine.
#
# An act is a run of the service at a place with a separate name, by which the tests distinguish entries and popups.
# Instead of waiting for an event in Denver, an act sets the clock to shortly before or after it.
. "${0%/*}/lib.bash"
. "${0%/*}/machine.bash"

# shellcheck disable=SC2034
coordinate=39.74,-104.99

# begin ACT [LOCATION...] - start an act with these lines of [Location], by default in Denver
begin() {
    (($# > 1)) || set -- "$1" Latitude=39.7392 Longitude=-104.9903
    begin_life "$@"
}

# misses TIME - wait until the ledger contains a missed event whose time begins with TIME
misses() { await grep --quiet "^missed $1" "$state/ledger" || fact "$act.silent" "missed $1"; }

record_on_machine clock
fact booted_at "$EPOCHSECONDS"
"${install[@]}" >/dev/null

# The evening of a day in Denver is on the next UTC date.
sunrise=$(event_of sunrise 2026-03-20)
sunset=$(event_of sunset 2026-03-21)
next_sunrise=$(event_of sunrise 2026-03-21)
next_sunset=$(event_of sunset 2026-03-22)
old_sunrise=$(event_of sunrise 2016-03-20)
for name in sunrise sunset next_sunrise next_sunset old_sunrise; do fact "$name" "${!name}"; done

# The machine boots with a wrong clock, and then gets the time. This is repeated with a ledger.
begin Epoch
start
set_clock "$(after "$sunrise" -3)"
hears 1
systemctl --user stop suntrackerd
set_clock 80000
start
set_clock "$(after "$sunrise" 30)"
passes "$(after "$sunrise" 30)"
set_clock "$(after "$sunset" -3)"
hears 2

begin Forward
set_clock "$(after "$sunrise" -3600)"
start
set_clock "$(after "$sunrise" 420)"
hears 1
set_clock "$(after "$sunset" 3600)"
misses 2026-03-21
set_clock "$(after "$next_sunrise" -3)"
hears 2

begin Backward
set_clock "$(after "$sunrise" -5)"
start
hears 1
set_clock "$(after "$sunrise" -3)"
passes "$sunrise"
set_clock "$(after "$sunset" -3)"
hears 2
set_clock "$(after "$sunrise" -3)"
passes "$sunrise"
set_clock "$(after "$sunset" -3)"
passes "$sunset"
set_clock "$(after "$next_sunrise" -3)"
hears 3

# The clock is set forward after the first event. Before it, the service would take the earlier clock for a wrong one.
begin Years
set_clock "$(after "$sunrise" -3)"
start
hears 1
set_clock "$(after "$sunrise" $((10 * 31557600 + 18000)))"
misses 2036-03-20
set_clock "$(after "$old_sunrise" -3)"
hears 2
set_clock "$(after "$sunset" -3)"
hears 3

# The hour that the clocks skip, and the hour that they repeat.
sudo ln -sfn /usr/share/zoneinfo/Europe/Berlin /etc/localtime
change=$(date +%s --date=2026-03-29T01:00:00Z)
lines_of sunrise "$change"
begin Spring "${location[@]}"
set_clock "$((change - 6))"
fact spring_sunrise "$change"
start
hears 1

change=$(date +%s --date=2026-10-25T01:00:00Z)
lines_of sunset "$((change - 1))"
begin Autumn "${location[@]}"
set_clock "$((change - 6))"
fact autumn_sunset "$((change - 1))"
start
hears 1
set_clock "$((change + 3596))"
passes "$((change + 3599))"
sudo ln -sfn /usr/share/zoneinfo/Etc/UTC /etc/localtime

# Suspended at sunrise; suspended and resumed in time; suspended for the night.
begin Asleep
set_clock "$(after "$sunrise" -30)"
start
sleeps "$((${sunrise%.*} + 435 - EPOCHSECONDS))" "$(after "$sunrise" 400)"
hears 1
set_clock "$(after "$sunset" -10810)"
sleeps 10800 "$(after "$sunset" -12)"
hears 2
sleeps 50400 "$next_sunrise"
misses 2026-03-21
set_clock "$(after "$next_sunset" -3)"
hears 3

systemctl --user stop suntrackerd
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
