#!/bin/bash
# Hooks run at their events, outside the sandbox; their failures are reported and affect nothing else.
. "${0%/*}/lib.bash"

"${install[@]}" >/dev/null

# A sunset with every kind of hook. The first hook writes a file with sudo, which is impossible in the sandbox.
hook "$hooks/sunset.d/10-tells" <<'SCRIPT'
env | grep ^SUNTRACKER_ | sort | sudo tee /etc/hook.environment >/dev/null
# The scenario reads the file as soon as it is there.
{ cat /proc/self/cgroup; grep -e NoNewPrivs -e Seccomp_filters /proc/self/status; } | sudo tee /etc/hook.new >/dev/null
sudo mv /etc/hook.new /etc/hook.process
SCRIPT
hook "$hooks/sunset.d/20-fails" <<'SCRIPT'
echo "no lamp answers"
# journald finds the unit of a line through the process that wrote it, so the process must still exist.
sudo journalctl --sync
exit 3
SCRIPT
hook "$hooks/sunset.d/40-unfit" </dev/null
chmod -x "$hooks/sunset.d/40-unfit"
hook "$hooks/sunset.d/50-uninterpreted" </dev/null
sed -i '1s,.*,#!/nowhere/sh,' "$hooks/sunset.d/50-uninterpreted"
hook "$hooks/sunset.d/60-taken" </dev/null
hook ~/machine/70-machine <<<'echo "from the machine"'
sudo mkdir -p /etc/xdg/suntracker/hooks
sudo mv ~/machine /etc/xdg/suntracker/hooks/sunset.d

start_anew sunset 8
# A unit already exists with the name that the sixth hook needs.
sunset=$(property NextSunset)
taken=suntracker-hook-sunset-60-taken-$(date --utc --date="@$((${sunset#* } / 1000000))" +%Y%m%dT%H%M%SZ)
systemd-run --user --quiet --unit="$taken" sleep 1000
# A second instance of the service, which cannot reach the user manager.
env --unset=XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere XDG_STATE_HOME=~/elsewhere \
    "$stage/programs/suntrackerd" 2>"$TESTBED_OUT/unreachable.txt" &
unreachable=$!

# One hook's failure is also reported before its time.
await_entries 5 "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service
await announcement_is_complete
await test -s /etc/hook.environment
await test -s /etc/hook.process
cp /etc/hook.environment /etc/hook.process "$TESTBED_OUT"
fact filters "$(own_filters)"
save_entries failures "$hook_failed" _SYSTEMD_USER_UNIT=suntrackerd.service
save_entries output SYSLOG_IDENTIFIER=20-fails
fact output_of_unit "$(journalctl --user --quiet --output=cat SYSLOG_IDENTIFIER=70-machine)"
fact failed_units "$(systemctl --user list-units --failed --no-legend | wc --lines)"
save_notifications sunset
# The list of hooks, and two hooks run by hand: one that works now, and one that fails.
suntracker=$stage/programs/suntracker
hook "$hooks/sunset.d/30-works" <<'SCRIPT'
echo "$SUNTRACKER_EVENT" | sudo tee /etc/hook.tried >/dev/null
SCRIPT
"$suntracker" hooks --format json >"$TESTBED_OUT/listed.json"
ask status status --format json
ask tried hooks run 30-works
fact tried "$(cat /etc/hook.tried)"
ask failed hooks run 20-fails
# The hook's unit is unloaded a moment after the command has seen its end.
no_unit_has_failed() { [[ ! $(systemctl --user list-units --failed --no-legend) ]]; }
await no_unit_has_failed

fact unreachable "$(kill -0 "$unreachable" && echo running)"
kill "$unreachable"

# An event is planned when its hook directory appears while the service is running. An alert has a hook, too.
hook "$hooks/lamps" <<'SCRIPT'
echo "$SUNTRACKER_ALERT: $1, $2" | sudo tee /etc/hook.alert >/dev/null
SCRIPT
place_soon civil-dusk 8
# shellcheck disable=SC2016 # No shell expands a hook's command.
write_settings "$place" \
    '[Alert evening]' Event=civil-dusk Title=Lamps 'Hook=lamps "on now" $HOME'
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

# The only hook with this time limit never ends, so a slow machine terminates no other hook.
hook "$hooks/nautical-dusk.d/hangs" <<<'sleep 1000'
place_soon nautical-dusk 8
write_settings "$place" '[Hooks]' Timeout=1s
await_entries 1 "$hook_failed" SUNTRACKER_EVENT=nautical-dusk
save_entries hangs "$hook_failed" SUNTRACKER_EVENT=nautical-dusk
await no_unit_has_failed
fact active_after_failures "$(unit_is ActiveState)"
fact restarts_after_failures "$(unit_is NRestarts)"

# Nothing remains, and other units do not wake the service, even if a program subscribes to signals of all units.
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
fact wakeups "$(waits_between "$before" "$(context_switches "$process")")"
kill "$monitor"
save_complaints complaints
"$suntracker" preview sunset >"$TESTBED_OUT/previewed.txt"
