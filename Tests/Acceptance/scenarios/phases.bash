#!/bin/bash
# Day and night with a real user manager. Hooks, and the units that the targets want, are started once per phase,
# however often the service restarts; a hook that is still running is stopped for the hooks of the next phase. A phase
# set manually survives a crash, and ends at the boundary and at its time. Then the units of alerts. evening.bash tests
# the theme and the login.
. "${0%/*}/lib.bash"

units=~/.config/systemd/user

is_active() { systemctl --user --quiet is-active "$1"; }
is_inactive() { ! is_active "$1"; }
is_phase() { [[ $(property Phase) == "s \"$1\"" ]]; }
is_by_hand() { [[ $(property PhaseSetManually) == "b $1" ]]; }
# is_settled PHASE NUMBER - whether the ledger contains the phase as begun, and this many units and hooks have run
is_settled() {
    grep --quiet --extended-regexp "^phase $1 (-|hooks) " "$state/ledger" && is_active "suntracker-$1.target" &&
        has_lines "$2" ~/starts && has_lines "$2" ~/calls
}
# starts_so_far NAME - save the started units, the active targets and units, and how many of the long hooks are running
starts_so_far() {
    fact "$1" "$(xargs <~/starts)"
    fact "$1.active" "$(for unit in suntracker-day.target suntracker-night.target by-night.service; do
        ! is_active "$unit" || echo "$unit"
    done | xargs)"
    fact "$1.long" "$(systemctl --user list-units --plain --no-legend --state=active,activating \
        "suntracker-hook-*-30-long*" | wc --lines)"
}
# sets SECONDS [LINE]... - write new settings, with a place where the Sun sets in this many seconds
sets() {
    place_soon sunset "$1"
    write_settings "$place" '[Hooks]' 'Timeout=10min' "${@:2}"
}

"${install[@]}" >/dev/null
mkdir --parents "$units"
cp ~/.local/share/suntracker/units/by-night.service "$units"
for name in day night; do
    hook "$hooks/$name.d/10-witness" <<'END'
echo "$SUNTRACKER_PHASE $SUNTRACKER_REASON ${SUNTRACKER_RECOVERED:-0} ${SUNTRACKER_SINCE:+$(date --date="$SUNTRACKER_SINCE" +%s)}:${SUNTRACKER_UNTIL:+$(date --date="$SUNTRACKER_UNTIL" +%s)}" >>"$HOME/calls"
END
    printf '%s\n' '[Service]' Type=oneshot "ExecStart=sh -c 'echo $name >>~/starts'" \
        '[Install]' "WantedBy=suntracker-$name.target" >"$units/count-$name.service"
done
# A hook of the night that runs for a long time, and records its end.
hook "$hooks/night.d/30-long" <<'END'
trap 'echo "long ends $(date +%s.%N)" >>"$HOME/ends"; exit' TERM
echo "long begins" >>"$HOME/ends"
sleep 1000 & wait
END
hook "$hooks/day.d/30-after" <<'END'
echo "day begins $(date +%s.%N)" >>~/ends
END
printf '%s\n' '[Service]' Type=oneshot "ExecStart=sh -c 'echo backup >>~/starts'" >"$units/backup.service"
printf '%s\n' '[Service]' Type=oneshot "ExecStart=sh -c 'exit 3'" >"$units/fails.service"
fact verify "$(systemd-analyze --user --man=no verify suntracker-{day,night}.target suntracker@sunset.target "$units"/*.service \
    ~/.local/share/suntracker/units/* 2>&1 | grep --invert-match 'by-day.service' || :)"
systemctl --user daemon-reload
systemctl --user --quiet enable by-night.service count-day.service count-night.service
systemctl --user list-dependencies --plain suntracker-night.target >"$TESTBED_OUT/dependencies.txt"

# The start during the day, long before the boundary, and then the boundary.
sets 3600
fact sunset.start "$moment"
record_messages "$TESTBED_OUT/signals.json" --user "type='signal',path='${service[1]}',member='PropertiesChanged'"
systemctl --user start suntrackerd
await is_settled day 1
fact phase.start "$(property Phase)"
fact until.start "$(property PhaseUntil)"
starts_so_far start
sets 15
fact sunset "$moment"
await is_settled night 2
await grep --quiet 'long begins' ~/ends

# A restart and a crash start nothing, because everything was started in this login.
systemctl --user restart suntrackerd
kill_service
await is_phase night
await_entries 3 "$started"
starts_so_far night
cp ~/calls "$TESTBED_OUT/calls.restarted.txt"
journalctl --user --quiet --output=cat --unit=suntracker-night.target >"$TESTBED_OUT/manager.txt"

# On the other side of the Earth, the Sun is up: the long hook is stopped.
sets 20000
await is_settled day 3
await is_inactive by-night.service
has_begun_again() { [[ $(grep --count '^day begins' ~/ends) == 2 ]]; }
await has_begun_again
starts_so_far moved
cp ~/ends ~/calls "$TESTBED_OUT"
kill "$monitor"
save_entries failures "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service

# Set manually in the afternoon, the phase survives a kill. The boundary ends the override, and runs no hook.
sets 40
ends_at_sunset() { (($(property PhaseUntil | cut --delimiter=' ' --fields=2) / 1000000 - ${moment%.*} <= 1)); }
await ends_at_sunset
ask override.set phase night
ask override.json phase --format json
await is_settled night 4
kill_service
await has_name
fact override.killed "$(property Phase) $(property PhaseSetManually)"
await is_by_hand false
fact override.boundary "$(property Phase) $(wc --lines <~/calls)"
# An override that ends at its time, although the next boundary is only in the morning. The time comes when the day has
# begun.
call SetPhase st day "$(((EPOCHSECONDS + 3600) * 1000000))"
fact override.until "$(property Phase) $(property PhaseSetManually)"
await is_settled day 5
call SetPhase st day "$(((EPOCHSECONDS + 5) * 1000000))"
await is_by_hand false
fact override.over "$(property Phase)"
ask override.auto phase auto
await is_settled night 6
starts_so_far override
cp ~/calls "$TESTBED_OUT/calls.override"
save_entries override "$phase_set"

# Alerts with units: one works, one fails, one does not exist.
since=$(date +%s.%6N)
sets 12 '[Alert works]' Event=sunset Unit=backup.service '[Alert fails]' Event=sunset Unit=fails.service \
    '[Alert gone]' Event=sunset Unit=gone.service
ask check config check
# The sunset itself is not announced again: it was announced a moment ago, at the last place.
await_entries 3 --since="@$since" "$event"
await_entries 3 --since="@$since" "$hook_failed"
await is_settled night 8
await_lines 9 ~/starts
starts_so_far alert
ask hooks hooks
ask status status
ask run hooks run backup.service
starts_so_far run
save_entries alerts "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service

# One target is masked, as by a person who does not want it, and the other is not installed. Nothing is reported.
rm ~/.local/share/systemd/user/suntracker-day.target
systemctl --user mask --quiet --runtime suntracker-night.target
systemctl --user daemon-reload
for phase in day night; do
    before=$(wc --lines <~/calls)
    sets "$([[ $phase == day ]] && echo 20000 || echo 82800)"
    await_lines $((before + 1)) ~/calls
done
save_entries alerts.without "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service
