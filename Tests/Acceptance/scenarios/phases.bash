#!/bin/bash
# Hooks of day and night: the sample hook really switches the desktop's theme, at the start, at the boundary and after a
# change of the place; once, also after a crash; a hook that still runs gives way to those of the next phase; and one that
# needs the graphical session is called again when that begins. The phase is set by hand: kept over a crash, ended by the
# boundary and by its time.
. "${0%/*}/lib.bash"

scheme() { gsettings get org.gnome.desktop.interface color-scheme; }
is_scheme() { [[ $(scheme) == "'prefer-$1'" ]]; }
is_phase() { [[ $(property Phase) == "s \"$1\"" ]]; }
# count_units NAME - print how many units of hooks of that name run
count_units() {
    systemctl --user list-units --plain --no-legend --state=active,activating "suntracker-hook-*-$1*" | wc --lines
}

"${install[@]}" >/dev/null
for name in day night; do
    hook "$hooks/$name.d/10-witness" <<'END'
echo "$SUNTRACKER_PHASE $SUNTRACKER_REASON ${SUNTRACKER_RECOVERED:-0} ${SUNTRACKER_SINCE:+$(date --date="$SUNTRACKER_SINCE" +%s)}:${SUNTRACKER_UNTIL:+$(date --date="$SUNTRACKER_UNTIL" +%s)}" >>"$HOME/calls"
END
    ln -s "$stage/etc/hooks/theme" "$hooks/$name.d/20-theme"
done
# A hook of the night that runs on and on, and records its end.
hook "$hooks/night.d/30-long" <<'END'
trap 'echo "long ends $(date +%s.%N)" >>"$HOME/ends"; exit' TERM
echo "long begins" >>"$HOME/ends"
sleep 1000 & wait
END
hook "$hooks/day.d/30-after" <<'END'
echo "day begins $(date +%s.%N)" >>~/ends
END

# The start by day, and the boundary.
fact scheme.before "$(scheme)"
sunset=$(seconds_from_now 15)
fact sunset "$sunset"
write_settings "$(place_with sunset "$sunset")" '[Hooks]' 'Timeout=10min'
busctl --user monitor --json=short --match="type='signal',path='${service[1]}',member='PropertiesChanged'" \
    >"$TESTBED_OUT/signals.json" 2>/dev/null &
monitor=$!
systemctl --user start suntrackerd
await is_scheme light
fact scheme.start "$(scheme)"
fact phase.start "$(property Phase)"
fact until.start "$(property PhaseUntil)"
await is_phase night
await is_scheme dark
fact scheme.boundary "$(scheme)"
fact until.boundary "$(property PhaseUntil)"
await_lines 2 ~/calls
await grep --quiet begins ~/ends
cp ~/calls "$TESTBED_OUT/calls.boundary.txt"

# A restart, and a crash: the hooks are called already in this login.
systemctl --user restart suntrackerd
kill_service
await is_phase night
await_entries 3 "$started"
cp ~/calls "$TESTBED_OUT/calls.restarted.txt"
fact running.long "$(count_units 30-long)"

# The Sun is up on the other side of the Earth: the long hook gives way.
write_settings "$(place_with sunset "$(seconds_from_now 20000)")" '[Hooks]' 'Timeout=10min'
await is_scheme light
fact scheme.moved "$(scheme)"
has_begun_again() { [[ $(grep --count '^day begins' ~/ends) == 2 ]]; }
await has_begun_again
await_lines 3 ~/calls
fact running.superseded "$(count_units 30-long)"
cp ~/ends "$TESTBED_OUT/ends.txt"

# Polar night, or polar day: no end for months.
write_settings '[Location]' Latitude=89 Longitude=0
is_polar() { (($(property PhaseUntil | cut --delimiter=' ' --fields=2) > (EPOCHSECONDS + 5 * 86400) * 1000000)); }
await is_polar
fact phase.polar "$(property Phase)"
fact sun.polar "$(property IsDaylight)"
fact until.polar "$(property PhaseUntil)"
await is_scheme "$([[ $(property Phase) == *day* ]] && echo light || echo dark)"
fact scheme.polar "$(scheme)"
cp ~/calls "$TESTBED_OUT/calls.txt"
kill "$monitor"
save_entries phases "$phase"
save_entries failures "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service

# Hooks that are called while there is no graphical session, as after a boot, and one of them needs it: when it begins, that
# one is called again, also if the service was killed in between.
for name in day night; do
    hook "$hooks/$name.d/40-window" <<'END'
echo "$SUNTRACKER_REASON ${DISPLAY:-none}" >>"$HOME/windows"
[ -n "$DISPLAY" ]
END
done
systemctl --user set-environment DISPLAY=
other=$([[ $(property Phase) == *day* ]] && echo -3600 || echo 20000)
write_settings "$(place_with sunset "$(seconds_from_now "$other")")"
await grep --quiet 'called:.*40-window' "$state/ledger"
kill_service
# The session begins: a compositor does this, or its settings do.
dbus-update-activation-environment --systemd DISPLAY=:99
await_lines 2 ~/windows
is_settled() { grep --quiet 'phase:[a-z]* called ' "$state/ledger"; }
await is_settled
systemctl --user restart suntrackerd
dbus-update-activation-environment --systemd DISPLAY=:99
cp ~/windows "$TESTBED_OUT/windows.txt"
fact calls.session "$(($(wc --lines <~/calls) - $(wc --lines <"$TESTBED_OUT/calls.txt")))"

# Set by hand in the afternoon, and killed: still set. The boundary ends it, and calls nothing.
is_by_hand() { [[ $(property PhaseSetByHand) == "b $1" ]]; }
sunset=$(seconds_from_now 40)
write_settings "$(place_with sunset "$sunset")"
ends_at_sunset() { (($(property PhaseUntil | cut --delimiter=' ' --fields=2) / 1000000 - ${sunset%.*} <= 1)); }
await ends_at_sunset
await is_settled
: >~/calls
ask override.set phase night
ask override.json phase --format json
kill_service
await has_name
fact override.killed "$(property Phase) $(property PhaseSetByHand)"
await is_by_hand false
fact override.boundary "$(property Phase)"
cp ~/calls "$TESTBED_OUT/calls.override.txt"
# A time that is over ends one that the settings would have ended only in the morning.
call SetPhase st day "$(((EPOCHSECONDS + 3) * 1000000))"
fact override.until "$(property Phase) $(property PhaseSetByHand)"
await is_by_hand false
fact override.over "$(property Phase)"
ask override.auto phase auto
await_lines 3 ~/calls
cp ~/calls "$TESTBED_OUT/calls.until.txt"
save_entries override "$phase_set"

# Both times are fixed, and no place is known.
write_settings '[Location]' Source=timezone '[Phases]' "Day=$(date --date='1 hour ago' +%H:%M)" \
    "Night=$(date --date='1 hour' +%H:%M)"
await_lines 4 ~/calls
fact fixed.place "$(property Coordinate)"
fact fixed.phase "$(property Phase)"
cp ~/calls "$TESTBED_OUT/calls.fixed.txt"
