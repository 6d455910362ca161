#!/bin/bash
# A laptop's days and evenings at the times of the real Sun in Berlin, on an emulated machine, with the targets of day
# and night, the units that they want, and the sample hook that switches the theme. The steps are a sunset, a phase set
# manually, suspends during a sunrise and a sunset, a clock set past a sunrise and back, a crash at a sunset, and a
# sunset while the machine is off. The scenario runs at both boots.
continues=$([[ ! -e ~/starts ]] || echo yes)
. "${0%/*}/lib.bash"
. "${0%/*}/machine.bash"

place=(Latitude=52.52 Longitude=13.41)
# shellcheck disable=SC2034
coordinate=52.52,13.41
act=Berlin
PATH=~/.local/bin:$PATH

scheme() { gsettings get org.gnome.desktop.interface color-scheme; }
is_active() { systemctl --user --quiet is-active "$1"; }
# is_settled PHASE NUMBER - whether the phase has begun with its theme, this many units were started in all, and the
# other phase's unit has ended
is_settled() {
    local other=night theme=light
    [[ $1 == day ]] || other=day theme=dark
    grep --quiet --extended-regexp "^phase $1 (-|hooks) " "$state/ledger" && has_lines "$2" ~/starts &&
        ! is_active "by-$other.service" && [[ $(scheme) == "'prefer-$theme'" ]]
}
# settles PHASE NUMBER NAME - wait until it is settled, and save the started and the active units
settles() {
    await is_settled "$1" "$2" || fact "$3.silent" "$1"
    fact "$3" "$(cut --delimiter=' ' --fields=1 ~/starts | xargs)"
    fact "$3.active" "$(for unit in suntracker-{day,night}.target by-{day,night}.service; do
        ! is_active "$unit" || echo "$unit"
    done | xargs)"
    fact "$3.scheme" "$(scheme)"
}

# Writes lines to changes.txt, with times of the monotonic clock: "woke TIME TIME-OF-DAY" when a process continues after
# a suspend, and "VALUE TIME" when a program notices a change of the scheme.
watch_scheme() {
    python3 - >"$TESTBED_OUT/changes.txt" <<'END' &
import time
import gi
from gi.repository import Gio, GLib


def slept():
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()


def tick():
    # One call of slept(), because a suspend between two calls would go unseen.
    global asleep
    before, asleep = asleep, slept()
    if asleep - before > 0.5:
        print("woke", time.monotonic(), time.time(), flush=True)
    return True


asleep = slept()
interface = Gio.Settings.new("org.gnome.desktop.interface")
interface.connect("changed::color-scheme",
                  lambda settings, key: print(settings.get_string(key), time.monotonic(), flush=True))
interface.get_string("color-scheme")
GLib.timeout_add(10, tick)
print("watching", time.monotonic(), flush=True)
GLib.MainLoop().run()
END
    await grep --quiet watching "$TESTBED_OUT/changes.txt"
}

# measures NAME PHASE - save the times from the last resume to the start of the hook "theme" and to the last change, and the
# time of day of that resume
measures() {
    local started
    # The program may notice the change later than settles does.
    await awk '/^woke/ { changed = 0 } /^prefer/ { changed = 1 } END { exit !changed }' "$TESTBED_OUT/changes.txt"
    started=$(journalctl --user --quiet --output=json --lines=1 MESSAGE_ID=7d4958e842da4a758f6c1cdc7b36dcc5 \
        "USER_UNIT=suntracker-hook-$2-theme.service" | sed -n 's/.*"__MONOTONIC_TIMESTAMP":"\([0-9]*\)".*/\1/p')
    fact "$1.started" "$(awk -v started="$started" \
        '/^woke/ { woke = $2 } END { printf "%.3f", started / 1e6 - woke }' "$TESTBED_OUT/changes.txt")"
    fact "$1.woke" "$(awk '/^woke/ { woke = $3 } END { print woke }' "$TESTBED_OUT/changes.txt")"
    fact "$1.changed" "$(awk '/^woke/ { woke = $2 } /^prefer/ { changed = $2 } END { printf "%.3f", changed - woke }' \
        "$TESTBED_OUT/changes.txt")"
}

# yardstick PHASE NAME - save the seconds that this machine takes for the hook of the current phase and a unit that starts with
# it
yardstick() {
    fact "yardstick.$2" "$(
        TIMEFORMAT=%R
        { time { systemd-run --user --quiet bash -c 'exec sleep 1' && systemd-run --user --quiet --wait \
            --setenv="SUNTRACKER_PHASE=$1" "$hooks/night.d/theme"; }; } 2>&1)"
}

# The second boot. Nobody logs in: the user's service manager starts with the machine, since the user lingers.
if [[ $continues ]]; then
    fact booted.at "$EPOCHSECONDS"
    settles night "$(($(<~/started) + 1))" booted
    # settles does not wait for the hook "witness".
    is_witnessed() { [[ $(tail --lines=1 ~/calls) == "night start" ]]; }
    await is_witnessed
    cp ~/calls "$TESTBED_OUT/calls.txt"
    sync_journal
    journalctl --user --boot --quiet --output=json >"$TESTBED_OUT/off.json"
    # Somebody logs in: the lines of sway's /etc/sway/config.d/50-systemd-user.conf. The first line reaches the manager
    # over a private socket, where nobody else sees it; the second line uses the bus.
    is_called() { grep --quiet " $1\$" ~/windows; }
    await is_called none
    export WAYLAND_DISPLAY=wayland-1
    systemctl --user import-environment WAYLAND_DISPLAY
    dbus-update-activation-environment --systemd WAYLAND_DISPLAY
    await is_called wayland-1
    await no_hook_runs
    cp ~/windows "$TESTBED_OUT/windows.txt"
    fact calls.session "$(($(wc --lines <~/calls) - $(wc --lines <"$TESTBED_OUT/calls.txt")))"
    exit 0
fi

record_on_machine evening
"${install[@]}" >/dev/null
mkdir --parents ~/.config/systemd/user "$hooks/day.d" "$hooks/night.d"
for name in day night; do
    cat >~/.config/systemd/user/by-$name.service <<END
[Unit]
PartOf=suntracker-$name.target
[Service]
ExecStart=bash -c 'echo $name \$EPOCHREALTIME >>~/starts; exec sleep infinity'
[Install]
WantedBy=suntracker-$name.target
END
    ln -s ~/.local/share/suntracker/hooks/theme "$hooks/$name.d/theme"
    hook "$hooks/$name.d/witness" <<'END'
echo "$SUNTRACKER_PHASE $SUNTRACKER_REASON" >>~/calls
END
done
printf '%s\n' '[Service]' Type=oneshot "ExecStart=bash -c 'echo backup \$EPOCHREALTIME >>~/starts'" \
    >~/.config/systemd/user/backup.service
systemctl --user --quiet enable by-day.service by-night.service

# The sunset, with an alert that starts a unit.
sunset=$(event_of sunset 2026-11-24)
fact moment "$sunset"
began=$(date +%s.%6N)
begin_life Berlin "${place[@]}"
printf '%s\n' '[Alert evening]' Event=sunset Unit=backup.service >>"$settings"
fact scheme.before "$(scheme)"
yardstick night sunset
set_clock "$(after "$sunset" -3600)"
systemctl --user enable --now suntrackerd 2>/dev/null
settles day 1 start
set_clock "$(after "$sunset" -10)"
settles night 3 sunset
# "Starting" and, for a unit without a type, "Started".
save_entries units MESSAGE_ID=7d4958e842da4a758f6c1cdc7b36dcc5 MESSAGE_ID=39f53479d3a045ac8e11786248231fbf \
    USER_UNIT=by-night.service USER_UNIT=backup.service

suntracker phase day
settles day 4 hand
suntracker phase auto
settles night 5 auto
hears 1
write_settings '[Location]' "${place[@]}" Name=Berlin
yardstick night sunrise
watch_scheme

sunrise=$(event_of sunrise 2026-11-25)
sleeps "$((${sunrise%.*} + 120 - EPOCHSECONDS))" "$(after "$sunrise" 100)"
settles day 6 sunrise
measures sunrise day

sunset=$(event_of sunset 2026-11-25)
set_clock "$(after "$sunset" -60)"
sleeps 120 "$sunset"
settles night 7 asleep
measures asleep night
fact wakeups "$(wakeups 5)"

sunrise=$(event_of sunrise 2026-11-26)
set_clock "$(after "$sunrise" 60)"
settles day 8 forward
set_clock "$(after "$sunrise" -3600)"
settles night 9 back
set_clock "$(after "$sunrise" 60)"
settles day 10 again

set_clock "$(after "$(event_of sunset 2026-11-26)" -5)"
process=$(unit_is MainPID)
until grep --quiet "^phase night " "$state/ledger"; do :; done
kill -KILL "$process"
settles night 11 killed

# Shut down during the day, switched on after sunset. One hook needs the graphical session.
set_clock "$(after "$(event_of sunrise 2026-11-27)" 60)"
settles day 12 day
hook "$hooks/night.d/window" <<'END'
echo "$SUNTRACKER_REASON ${WAYLAND_DISPLAY:-none}" >>"$HOME/windows"
[ -n "$WAYLAND_DISPLAY" ]
END
cp ~/starts "$TESTBED_OUT/"
wc --lines <~/starts >~/started
save_entries entries --since="@$began" SYSLOG_IDENTIFIER=suntrackerd
restarts_machine "$(date +%s --date=2026-11-27T20:00:00Z)"
