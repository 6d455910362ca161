#!/bin/bash
# Hooks run at their events, outside the sandbox; their failures are reported and affect nothing else.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

hooks=${settings%/*}/hooks
machine_hooks=/etc/xdg/suntracker/hooks

# hook PATH <SCRIPT - create an executable hook
hook() {
    mkdir -p "${1%/*}"
    { echo '#!/bin/sh'; cat; } >"$1.new"
    chmod +x "$1.new"
    mv "$1.new" "$1"
}

# settings_with EVENT MOMENT [LIMIT] - write settings with a place where the event is then, and a time limit for hooks
settings_with() { write_settings "$(place_with "$1" "$2")" '[Hooks]' "Timeout=${3:-1s}"; }

# context_switches PROCESS - "THREAD NUMBER" for each of its threads
context_switches() {
    awk '/^Pid:/ { thread = $2 } /^voluntary_ctxt_switches/ { print thread, $2 }' "/proc/$1"/task/*/status
}

"${install[@]}" >/dev/null

# A sunset with every kind of hook. The first one writes a file in a way that is impossible in the sandbox.
hook "$hooks/sunset.d/10-tells" <<'SCRIPT'
env | grep ^SUNTRACKER_ | sort | sudo tee /etc/hook.environment >/dev/null
{ cat /proc/self/cgroup; grep -e NoNewPrivs -e Seccomp_filters /proc/self/status; } | sudo tee /etc/hook.process >/dev/null
SCRIPT
hook "$hooks/sunset.d/20-fails" <<'SCRIPT'
echo "no lamp answers"
# journald finds the unit of a line through the process that wrote it, which must still exist.
sudo journalctl --sync
exit 3
SCRIPT
hook "$hooks/sunset.d/30-hangs" <<'SCRIPT'
sleep 1000
SCRIPT
hook "$hooks/sunset.d/40-unfit" </dev/null
chmod -x "$hooks/sunset.d/40-unfit"
hook "$hooks/sunset.d/50-uninterpreted" </dev/null
sed -i '1s,.*,#!/nowhere/sh,' "$hooks/sunset.d/50-uninterpreted"
hook "$hooks/sunset.d/60-taken" </dev/null
hook "$hooks/sunset.d/90-tells~" <<'SCRIPT'
echo backup | sudo tee /etc/hook.environment
SCRIPT
hook ~/machine/10-tells <<'SCRIPT'
echo "the machine's, which the person's stands in place of" | sudo tee /etc/hook.replaced
SCRIPT
hook ~/machine/70-machine <<'SCRIPT'
echo "from the machine"
SCRIPT
hook ~/machine/80-masked <<'SCRIPT'
echo masked | sudo tee /etc/hook.masked
SCRIPT
sudo mkdir -p "$machine_hooks"
sudo mv ~/machine "$machine_hooks/sunset.d"
ln -s /dev/null "$hooks/sunset.d/80-masked"

sunset=$(seconds_from_now 8)
sunset=${sunset%.*}.500
settings_with sunset "$sunset"
# A unit with the name that the sixth hook needs exists already.
taken=suntracker-hook-sunset-60-taken-$(date --utc --date="@${sunset%.*}" +%Y%m%dT%H%M%SZ)
systemd-run --user --quiet --unit="$taken" sleep 1000
systemctl --user start suntrackerd
# Another instance, which cannot reach the user manager.
env --unset=XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere XDG_STATE_HOME=~/elsewhere \
    "$stage/programs/suntrackerd" 2>"$TESTBED_OUT/unreachable.txt" &
unreachable=$!

# One of them also before its time.
await_entries 6 "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service
await announcement_is_complete
await test -s /etc/hook.environment
await test -s /etc/hook.process
cp /etc/hook.environment /etc/hook.process "$TESTBED_OUT"
fact filters "$(own_filters)"
fact active_after_failures "$(unit_is ActiveState)"
fact restarts_after_failures "$(unit_is NRestarts)"
fact replaced "$(test -e /etc/hook.replaced && echo called || echo not called)"
fact masked "$(test -e /etc/hook.masked && echo called || echo not called)"
save_entries failures "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service
save_entries output SYSLOG_IDENTIFIER=20-fails
fact output_of_unit "$(journalctl --user --quiet --output=cat SYSLOG_IDENTIFIER=70-machine)"
fact failed_units "$(systemctl --user list-units --failed --no-legend | wc --lines)"
save_notifications sunset
# What ran and how it ended, and hooks that are tried: one that works now, and one that fails.
suntracker=$stage/programs/suntracker
hook "$hooks/sunset.d/30-hangs" <<'SCRIPT'
echo "$SUNTRACKER_EVENT" | sudo tee /etc/hook.tried >/dev/null
SCRIPT
sudo journalctl --sync
"$suntracker" hooks --format json >"$TESTBED_OUT/listed.json"
"$suntracker" doctor --format json >"$TESTBED_OUT/doctor.json" || :
"$suntracker" history --format csv >"$TESTBED_OUT/history.csv"
status=0
"$suntracker" hooks run 30-hangs >"$TESTBED_OUT/tried.txt" 2>&1 || status=$?
fact tried_status "$status"
fact tried "$(cat /etc/hook.tried)"
sudo journalctl --sync
"$suntracker" hooks >"$TESTBED_OUT/listed.txt"
status=0
"$suntracker" hooks run 20-fails >"$TESTBED_OUT/failed.txt" 2>&1 || status=$?
fact failed_status "$status"
fact failed_trials "$(systemctl --user list-units --failed --no-legend | wc --lines)"

fact unreachable "$(kill -0 "$unreachable" && echo running)"
kill "$unreachable"

# The event of a folder that appears while the service runs is planned; an alert has its own hook.
hook "$hooks/lamps" <<'SCRIPT'
echo "$SUNTRACKER_ALERT: $1, $2" | sudo tee /etc/hook.alert >/dev/null
SCRIPT
dusk=$(seconds_from_now 8)
settings_with civil-dusk "$dusk"
cat >>"$settings" <<'SETTINGS'
[Alert evening]
Event=civil-dusk
Title=Lamps
Hook=lamps "on now" $HOME
SETTINGS
hook "$hooks/civil-dusk.d/tell" <<'SCRIPT'
echo "$SUNTRACKER_EVENT" | sudo tee /etc/hook.dusk >/dev/null
SCRIPT
await_entries 2 "$event" SUNTRACKER_EVENT=civil-dusk
await test -s /etc/hook.dusk
await test -s /etc/hook.alert
fact dusk "$(cat /etc/hook.dusk)"
fact alert "$(cat /etc/hook.alert)"
await announcement_is_complete
save_notifications dusk
save_entries entries "$event"

# Nothing is left over, and other units do not wake the service, even if a program subscribes to signals of all units.
process=$(unit_is MainPID)
# libdispatch ends a thread that has been idle for 5 s.
sleep 8
fact connections "$(busctl --user list --no-legend | awk -v process="$process" '$2 == process' | grep -c '^:')"
busctl --user monitor org.freedesktop.systemd1 >/dev/null 2>&1 &
monitor=$!
busctl --user call org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager Subscribe
before=$(context_switches "$process")
for number in 1 2 3; do systemd-run --user --quiet --wait --unit="suntracker-hook-other-$number" true; done
sleep 5
fact wakeups "$(
    join -a 1 -a 2 -e none -o 0,1.2,2.2 <(sort <<<"$before") <(context_switches "$process" | sort) |
        awk '{ sum += ($2 == "none" || $3 == "none") ? 1 : $3 - $2 } END { print sum }')"
kill "$monitor"
save_complaints complaints

# A hook that kills the service whenever it is called, once the call is in the ledger, while the notification server
# hangs.
hook "$hooks/sunrise.d/kill" <<'SCRIPT'
echo "recovered=$SUNTRACKER_RECOVERED" >>~/calls
until grep --quiet ^showing ~/.local/state/suntracker/ledger; do sleep 0.02; done
systemctl --user kill --signal=KILL suntrackerd.service
SCRIPT
systemctl --user stop suntrackerd
forget_announcements
systemctl --user restart dunst.service
systemctl --user kill --signal=STOP dunst.service
settings_with sunrise "$(seconds_from_now 4)" 1min
systemctl --user start suntrackerd
process=$(unit_is MainPID)
is_back() { [[ $(unit_is ActiveState) == active && $(unit_is MainPID) != "$process" ]]; }
await is_back
systemctl --user kill --signal=CONT dunst.service
await announcement_is_complete
# A restart, which must not repeat anything.
systemctl --user restart suntrackerd
fact calls "$(wc --lines <~/calls)"
fact first_call "$(head --lines=1 ~/calls)"
fact active_after_kill "$(unit_is ActiveState)"
save_entries killed "$event" SUNTRACKER_EVENT=sunrise
"$suntracker" preview sunset >"$TESTBED_OUT/previewed.txt"
