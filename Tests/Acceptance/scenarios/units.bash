#!/bin/bash
# Units with a real user manager: those that the targets of day and night want are started once a phase, also if the service
# is killed around the boundary, and the units of alerts once for each alert.
. "${0%/*}/lib.bash"

units=~/.config/systemd/user

is_active() { systemctl --user --quiet is-active "$1"; }
is_inactive() { ! is_active "$1"; }
# is_settled PHASE [NUMBER] - whether the ledger has the phase as started, and so many units have run in all
is_settled() {
    grep --quiet "phase:$1 reached" "$state/ledger" &&
        { [[ ! ${2-} ]] || { is_active "suntracker-$1.target" && has_lines "$2" ~/starts; }; }
}
# starts_so_far NAME - save what was started, and which targets and units are active
starts_so_far() {
    fact "$1" "$(xargs <~/starts)"
    fact "$1.active" "$(for unit in suntracker-day.target suntracker-night.target by-night.service; do
        ! is_active "$unit" || echo "$unit"
    done | xargs)"
}
# kill_when COMMAND... - kill the service when the command succeeds, and wait for its next run
kill_when() {
    local process
    process=$(unit_is MainPID)
    until "$@"; do :; done
    kill -KILL "$process"
    await is_another_than "$process"
}

"${install[@]}" >/dev/null
mkdir --parents "$units"
cp ~/.local/share/suntracker/units/by-night.service "$units"
for name in day night; do
    printf '%s\n' '[Service]' Type=oneshot "ExecStart=sh -c 'echo $name >>~/starts'" \
        '[Install]' "WantedBy=suntracker-$name.target" >"$units/count-$name.service"
done
printf '%s\n' '[Service]' Type=oneshot "ExecStart=sh -c 'echo backup >>~/starts'" >"$units/backup.service"
printf '%s\n' '[Service]' Type=oneshot "ExecStart=sh -c 'exit 3'" >"$units/fails.service"
fact verify "$(systemd-analyze --user --man=no verify suntracker-{day,night}.target "$units"/*.service \
    ~/.local/share/suntracker/units/* 2>&1 | grep --invert-match 'by-day.service' || :)"
systemctl --user daemon-reload
systemctl --user --quiet enable by-night.service count-day.service count-night.service
systemctl --user list-dependencies --plain suntracker-night.target >"$TESTBED_OUT/dependencies.txt"

# The day, and its end: the service is killed when the ledger has the night as begun, when the user manager has started the
# target, and after that.
write_settings "$(place_with sunset "$(seconds_from_now 15)")"
systemctl --user start suntrackerd
await is_settled day 1
starts_so_far start
has_begun() { grep --quiet 'phase:night' "$state/ledger"; }
kill_when has_begun
kill_when is_active suntracker-night.target
await is_settled night 2
kill_when true
systemctl --user restart suntrackerd
starts_so_far night
journalctl --user --quiet --output=cat --unit=suntracker-night.target >"$TESTBED_OUT/manager.txt"

# The other side of the Earth, where it is day.
write_settings "$(place_with sunset "$(seconds_from_now 20000)")"
await is_settled day 3
await is_inactive by-night.service
starts_so_far moved

# A login by night: neither a target is active, nor does the ledger know this login.
systemctl --user stop suntrackerd suntracker-day.target
sed -i '/phase:/d; s/^end .*/end 0/' "$state/ledger"
write_settings "$(place_with sunset "$(seconds_from_now -3600)")"
forget_announcements
systemctl --user start suntrackerd
await is_settled night 4
await is_active by-night.service
starts_so_far login
save_entries phases "$phase"

# Alerts with units: one that works, one that fails, one that does not exist.
write_settings "$(place_with sunset "$(seconds_from_now 12)")" \
    '[Alert works]' Event=sunset Unit=backup.service '[Alert fails]' Event=sunset Unit=fails.service \
    '[Alert gone]' Event=sunset Unit=gone.service
ask check config check
await_entries 4 "$event"
await_entries 3 "$hook_failed"
starts_so_far alert
ask hooks hooks
ask doctor doctor
ask history history --format csv
ask run hooks run backup.service
starts_so_far run
save_entries failures "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service

# A target that is masked, as by a person who does not want it, and one that is not installed: nothing is said of them.
rm ~/.local/share/systemd/user/suntracker-day.target
systemctl --user mask --quiet --runtime suntracker-night.target
systemctl --user daemon-reload
write_settings "$(place_with sunset "$(seconds_from_now 20000)")"
await is_settled day
write_settings "$(place_with sunset "$(seconds_from_now -3600)")"
await is_settled night
save_entries failures.without "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service
