#!/bin/bash
# A laptop's evenings, on an emulated machine: asleep over a sunset and over a sunrise, and off over a sunset. The sample
# hook switches the theme. This runs at each of the two boots.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"
# shellcheck source-path=SCRIPTDIR source=machine.bash
. "${0%/*}/machine.bash"

place=(Latitude=0 Longitude=0)
# shellcheck disable=SC2034
coordinate=0,0
act=Evening

scheme() { gsettings get org.gnome.desktop.interface color-scheme; }
is_scheme() { [[ $(scheme) == "'prefer-$1'" ]]; }

# Writes lines to changes.txt, with the times of the monotonic clock: "woke TIME", when a process runs again after a
# suspend, with the time of day, and "VALUE TIME", when a program sees that the scheme has changed.
watch_scheme() {
    python3 - >"$TESTBED_OUT/changes.txt" <<'END' &
import time
import gi
from gi.repository import Gio, GLib


def slept():
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()


def tick():
    # One reading: a suspend between two would go unseen.
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

# measures NAME - save the time from the last waking to the last change, and when that waking was
measures() {
    fact "$1.woke" "$(awk '/^woke/ { woke = $3 } END { print woke }' "$TESTBED_OUT/changes.txt")"
    fact "$1" "$(awk '/^woke/ { woke = $2 } /^prefer/ { changed = $2 } END { printf "%.3f", changed - woke }' \
        "$TESTBED_OUT/changes.txt")"
}

save_evening() { save_entries "$1" --since="@$began" SYSLOG_IDENTIFIER=suntrackerd; }

# The second boot. Nobody logs in: the user's service manager starts with the machine, since the user lingers.
if [[ -e ~/calls ]]; then
    fact booted "$EPOCHSECONDS"
    await is_scheme dark
    fact scheme.off "$(scheme)"
    await_lines() { [[ $(wc --lines <~/calls) -ge $1 ]]; }
    await await_lines 4
    cp ~/calls "$TESTBED_OUT/calls.txt"
    have_started() { [[ $(wc --lines <~/starts) -ge $1 ]]; }
    await have_started 4
    fact starts "$(xargs <~/starts)"
    journalctl --user --sync 2>/dev/null || sudo journalctl --sync
    journalctl --user --boot --quiet --output=json >"$TESTBED_OUT/off.json"
    # Somebody logs in: the lines of sway's /etc/sway/config.d/50-systemd-user.conf. The first reaches the manager over its
    # own socket, where nobody else sees it; the second over the bus.
    is_called() { grep --quiet "^$1 " ~/windows; }
    await is_called start
    export WAYLAND_DISPLAY=wayland-1
    systemctl --user import-environment WAYLAND_DISPLAY
    dbus-update-activation-environment --systemd WAYLAND_DISPLAY
    await is_called session
    cp ~/windows "$TESTBED_OUT/windows.txt"
    fact calls.session "$(wc --lines <~/calls)"
    exit 0
fi

began=$(date +%s.%6N)
record_on_machine evening
"${install[@]}" >/dev/null
hooks=${settings%/*}/hooks
mkdir --parents "$hooks/day.d" "$hooks/night.d"
for name in day night; do
    ln -s ~/.local/share/suntracker/hooks/theme "$hooks/$name.d/theme"
    cat >"$hooks/$name.d/witness" <<'END'
#!/bin/sh
echo "$SUNTRACKER_PHASE $SUNTRACKER_REASON ${SUNTRACKER_SINCE:-} ${SUNTRACKER_UNTIL:-}" >>"$HOME/calls"
END
    chmod +x "$hooks/$name.d/witness"
done
cat >"$hooks/night.d/window" <<'END'
#!/bin/sh
echo "$SUNTRACKER_REASON ${WAYLAND_DISPLAY:-none}" >>"$HOME/windows"
[ -n "$WAYLAND_DISPLAY" ]
END
chmod +x "$hooks/night.d/window"
# Units that the targets want.
mkdir --parents ~/.config/systemd/user
for name in day night; do
    printf '%s\n' '[Service]' Type=oneshot "ExecStart=sh -c 'echo $name >>~/starts'" \
        '[Install]' "WantedBy=suntracker-$name.target" >~/.config/systemd/user/count-$name.service
done
systemctl --user --quiet enable count-day.service count-night.service
sunset=$(event_of sunset 2030-03-20)
sunrise=$(event_of sunrise 2030-03-21)
next_sunset=$(event_of sunset 2030-03-21)
for name in sunset sunrise next_sunset; do fact "$name" "${!name}"; done

# The day: light as soon as the service starts.
begin_life Evening "${place[@]}"
fact scheme.before "$(scheme)"
sudo date --set='2030-03-20T16:00:00Z' >/dev/null
systemctl --user enable --now suntrackerd 2>/dev/null
await is_scheme light
fact scheme.start "$(scheme)"
watch_scheme

# How long this machine takes for the hook alone.
fact alone "$(
    TIMEFORMAT=%R
    { time systemd-run --user --quiet --wait --setenv=SUNTRACKER_PHASE=day "$hooks/day.d/theme"; } 2>&1)"

# Asleep before sunset, woken after.
sleeps 10800 "$sunset"
await is_scheme dark
fact scheme.asleep "$(scheme)"
measures sunset.asleep

# Asleep in the night, woken in the day.
sudo date --set='2030-03-21T04:00:00Z' >/dev/null
sleeps 10800 "$sunrise"
await is_scheme light
fact scheme.morning "$(scheme)"
measures sunrise.asleep

# Shut down by day, switched on after sunset.
sudo date --set='2030-03-21T15:00:00Z' >/dev/null
fact wakeups "$(wakeups 5)"
save_evening asleep
restarts_machine "$(date +%s --date=2030-03-21T20:00:00Z)"
