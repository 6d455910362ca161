#!/bin/bash
# Units that the targets of day and night want, on an emulated machine at the times of the real Sun in Berlin: a sunset, the
# phase set by hand, a pause, a sleep over the sunrise, a crash at the next sunset, a clock that is set over a sunrise and
# back, and a sunset while the machine is off. This runs at each of the two boots.
continues=$([[ ! -e ~/starts ]] || echo yes)
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"
# shellcheck source-path=SCRIPTDIR source=machine.bash
. "${0%/*}/machine.bash"

place=(Latitude=52.52 Longitude=13.405)
# shellcheck disable=SC2034
coordinate=52.52,13.405
act=Berlin
PATH=~/.local/bin:$PATH
is_active() { systemctl --user --quiet is-active "$1"; }
# The phase has begun, that many units were started in all, and the unit of the other phase has ended.
is_settled() {
    grep --quiet "phase:$1 reached" "$state/ledger" && [[ $(wc --lines <~/starts) -ge $2 ]] &&
        ! is_active "by-$([[ $1 == day ]] && echo night || echo day).service"
}
# settles PHASE NUMBER NAME - wait for that, and save what was started, and what is active
settles() {
    await is_settled "$1" "$2" || fact "$3.silent" "$1"
    fact "$3" "$(cut --delimiter=' ' --fields=1 ~/starts | xargs)"
    fact "$3.active" "$(for unit in suntracker-{day,night}.target by-{day,night}.service; do
        ! is_active "$unit" || echo "$unit"
    done | xargs)"
}

# The second boot. Nobody logs in: the user's service manager starts with the machine, since the user lingers.
if [[ $continues ]]; then
    settles night 12 booted
    exit 0
fi

record_on_machine targets
"${install[@]}" >/dev/null
mkdir --parents ~/.config/systemd/user
for name in day night; do
    cat >~/.config/systemd/user/by-$name.service <<END
[Unit]
PartOf=suntracker-$name.target
[Service]
ExecStart=bash -c 'echo $name \$EPOCHREALTIME >>~/starts; exec sleep infinity'
[Install]
WantedBy=suntracker-$name.target
END
done
printf '%s\n' '[Service]' Type=oneshot "ExecStart=bash -c 'echo backup \$EPOCHREALTIME >>~/starts'" \
    >~/.config/systemd/user/backup.service
systemctl --user --quiet enable by-day.service by-night.service

# The sunset, with an alert that starts a unit.
sunset=$(event_of sunset 2026-11-24)
fact moment "$sunset"
begin_life Berlin "${place[@]}"
printf '%s\n' '[Alert evening]' Event=sunset Unit=backup.service >>"$settings"
set_clock "$(after "$sunset" -20)"
systemctl --user enable --now suntrackerd 2>/dev/null
settles day 1 start
settles night 3 sunset

suntracker phase day
settles day 4 hand
suntracker phase auto
settles night 5 auto

# An alert in a pause.
hears 1
suntracker pause --for 10min
write_settings '[Location]' "${place[@]}" Name=Berlin \
    '[Alert quiet]' Event=sunset "Offset=$((EPOCHSECONDS + 10 - ${sunset%.*}))s" Unit=backup.service
settles night 6 pause
ask status status
suntracker resume
write_settings '[Location]' "${place[@]}" Name=Berlin

sunrise=$(event_of sunrise 2026-11-25)
sleeps "$((${sunrise%.*} + 120 - EPOCHSECONDS))" "$(after "$sunrise" 100)"
settles day 7 asleep

set_clock "$(after "$(event_of sunset 2026-11-25)" -5)"
process=$(unit_is MainPID)
until grep --quiet phase:night "$state/ledger"; do :; done
kill -KILL "$process"
settles night 8 killed

sunrise=$(event_of sunrise 2026-11-26)
set_clock "$(after "$sunrise" 60)"
settles day 9 forward
set_clock "$(after "$sunrise" -3600)"
settles night 10 back
set_clock "$(after "$sunrise" 60)"
settles day 11 again

cp ~/starts "$TESTBED_OUT/"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
restarts_machine "$(date +%s --date=2026-11-26T20:00:00Z)"
