# shellcheck shell=bash
#
# Functions for all scenarios. A scenario runs inside the test bed as its user, with etc and systemd of the checkout and
# the built programs below $stage. It saves its results in $TESTBED_OUT: "facts", in lines NAME=VALUE, and entries and
# notifications as JSON. It checks nothing; the tests do.

set -euo pipefail
shopt -s inherit_errexit

stage=/opt/suntracker
settings=~/.config/suntracker/suntracker.conf
state=~/.local/state/suntracker
# The time limit of every wait, in seconds. A popup is given up after a minute (Grace=1min).
patience=120

# MESSAGE_IDs (systemd/suntracker.catalog), for await_entries and save_entries.
# shellcheck disable=SC2034
{
    event=MESSAGE_ID=106b6f75c64645c29e51d4e68eb41f8f
    phase_set=MESSAGE_ID=f3d85abb57944df79cc45bfee0ed1e02
    started=MESSAGE_ID=83ac6929e3e2437d8d437abab38c04b0
    stopped=MESSAGE_ID=f114ec4125b6423abe5fbc313983e3a7
    refused=MESSAGE_ID=1ccde61842804a9593752bfdc69f244f
    reloaded=MESSAGE_ID=d7082f2f0f8348b5ac1782fe1d369cb8
    zone_changed=MESSAGE_ID=7f35f73a25674581b582656a8e0207b0
    location_changed=MESSAGE_ID=05a0fd27ebcd449db1ec444007d95d02
    authorization=MESSAGE_ID=d136a18f36e44581afa907842fc0fd78
    not_shown=MESSAGE_ID=1e4643b266b146539e1f550db7935e49
    state_problem=MESSAGE_ID=819dada02299455194b56bdae688e5b3
    hook_failed=MESSAGE_ID=ca5d79693fb14ae490688ab99d453686
}

# fact NAME VALUE - save a value for the tests
fact() { printf '%s=%s\n' "$1" "$2" >>"$TESTBED_OUT/facts"; }

# targets - print whether the targets of day and night are active, sorted
targets() { systemctl --user is-active suntracker-day.target suntracker-night.target | sort | xargs; }
# The service does not wait for its target.
has_target() { [[ $(targets) == active* ]]; }

# unit_is PROPERTY - print a property of the service's unit
unit_is() { systemctl --user show --property="$1" --value suntrackerd.service; }

# name_owner - print the process that owns the service's bus name; from a list, because a call could start the service
name_owner() { owner io.github.suntracker.Suntracker1; }

# owner NAME - print the process that owns the name on the session bus
owner() { busctl --user --no-legend list --acquired | awk -v name="$1" '$1 == name { print $2 }'; }

# has_name - whether the running service owns its bus name, which it requests while it becomes ready
has_name() { [[ $(name_owner) == "$(unit_is MainPID)" ]]; }

# property NAME - print a property of the service on the bus
property() { busctl --user get-property "${service[@]}" "$1"; }

# call METHOD [ARGUMENT]... - call the service on the bus
call() { busctl --user call "${service[@]}" "$@"; }
service=(io.github.suntracker.Suntracker1 /io/github/suntracker/Suntracker1 io.github.suntracker.Suntracker1)

# Run this as "${install[@]}".
# shellcheck disable=SC2034
install=("$stage/etc/install" --programs "$stage/programs")

# forget_announcements - replace the state by an empty ledger, so that the next start is not the first one
forget_announcements() {
    rm -rf "$state"
    mkdir --parents "$state"
    chmod 700 "$state"
    local settled
    settled=$(date --utc --date="@$((EPOCHSECONDS - 600))" +%Y-%m-%dT%H:%M:%SZ)
    printf 'suntracker-ledger 1\nsettled-through %s\nsince %s\nend 2\n' "$settled" "$settled" >"$state/ledger"
}

# start_anew EVENT SECONDS [LINE]... - start the service with an empty ledger, at a place where the event is in this
# many seconds (place_soon), with these additional settings. Sets moment to the time of the event, and since to now.
start_anew() {
    systemctl --user stop suntrackerd
    forget_announcements
    since=$(date +%s.%6N)
    place_soon "$1" "$2"
    write_settings "$place" "${@:3}"
    systemctl --user reset-failed suntrackerd 2>/dev/null || :
    systemctl --user start suntrackerd
}

# status_says TEXT - whether the unit's status contains the text
status_says() { [[ $(unit_is StatusText) == *"$1"* ]]; }

# kill_service - end the service with SIGKILL, and wait for its next run
kill_service() {
    local killed
    killed=$(unit_is MainPID)
    kill -KILL "$killed"
    await is_another_than "$killed"
}
is_another_than() { [[ $(unit_is MainPID) != @(0|"$1") && $(unit_is ActiveState) == active ]]; }

# hook PATH <SCRIPT - create an executable hook, for sh
hook() {
    mkdir --parents "${1%/*}"
    { echo '#!/bin/sh'; cat; } >"$1.new"
    chmod +x "$1.new"
    mv "$1.new" "$1"
}
# shellcheck disable=SC2034
hooks=${settings%/*}/hooks
# no_hook_runs - whether no hook is running
no_hook_runs() { [[ ! $(systemctl --user list-units --no-legend 'suntracker-hook-*') ]]; }

# Otherwise, each scenario would show the notification of the first start; first.bash deletes the ledger. At a second
# boot, `continues` is set, because the service may be running.
[[ ${continues-} ]] || forget_announcements

# ask NAME ARGUMENT... - run suntracker, and save its output in NAME.txt and its exit status in the fact exit.NAME
ask() {
    local name=$1 status=0
    shift
    "$stage/programs/suntracker" "$@" >"$TESTBED_OUT/$name.txt" 2>&1 || status=$?
    fact "exit.$name" "$status"
}

# write_settings LINE... - write the user's suntracker.conf
write_settings() {
    mkdir -p "${settings%/*}"
    # status would report a place that others can read.
    (umask 077 && printf '%s\n' "$@" >"$settings.new")
    mv "$settings.new" "$settings"
}

# seconds_from_now SECONDS - print the time this many seconds from now, in seconds since 1970
seconds_from_now() { awk -v now="$EPOCHREALTIME" -v later="$1" 'BEGIN { printf "%.3f", now + later }'; }

# place_with EVENT MOMENT - print settings with a place, $place_name, where the event is at this moment
#
# On the equator, the Sun takes 240 s for a degree of longitude, which the service rounds to 0.01 degree. For sunrise
# and sunset, a height of some centimetres makes the result exact, because the dip of the horizon is proportional to its
# square root.
place_with() {
    python3 - "$stage/programs/suntracker" "$1" "$2" "$place_name" <<'PYTHON'
import math
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone

suntracker, event, moment, name = sys.argv[1:]
target = datetime.fromtimestamp(float(moment), timezone.utc)


def settings(longitude, height):
    return f"[Location]\nLatitude=0\nLongitude={longitude:.2f}\nElevation={height:.6f}\nName={name}\n"


def lateness(longitude, height):
    """How many seconds after the moment the event is there."""
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write(settings(longitude, height))
        file.flush()
        listed = subprocess.run(
            [suntracker, "events", "--config", file.name, event, "--utc", "--format", "csv",
             "--from", str(target.date() - timedelta(days=1)), "--days", "3"],
            check=True, capture_output=True, text=True).stdout.split()[1:]
    instants = [datetime.fromisoformat(line.split(",")[1].replace("Z", "+00:00")) for line in listed]
    return min(((instant - target).total_seconds() for instant in instants), key=abs)


longitude = height = 0.0
for _ in range(3):
    longitude = (longitude + lateness(longitude, 0) / 240 + 540) % 360 - 180
# From a height, the Sun rises earlier and sets later.
sign = {"sunrise": 1, "sunset": -1}.get(event, 0)
longitude = {1: math.floor, -1: math.ceil, 0: round}[sign](longitude * 100) / 100
if sign:
    rest = lateness(longitude, 0)
    while rest * sign < 0:
        longitude -= sign * 0.01
        rest = lateness(longitude, 0)
    height = (rest / (rest - lateness(longitude, 1))) ** 2
print(settings(longitude, height), end="")
PYTHON
}
place_name=Testville

# place_soon EVENT SECONDS - set place to settings with a place where the event is in this many seconds, and moment to
# its time. On a slow machine, it is later: the search for the place takes at most an eighth of the time, so a start of
# the service is over before the event
place_soon() {
    local from=${EPOCHREALTIME/./}
    moment=$(seconds_from_now "$2")
    place=$(place_with "$1" "$moment")
    ((8 * (${EPOCHREALTIME/./} - from) <= $2 * 1000000)) || place_soon "$1" "$((2 * $2))"
}

# calm PLACE... - print the first of these places without a sunrise or sunset within half an hour, so that no event of a
# real place is announced in addition to the scenario's
calm() {
    local place events instant
    for place; do
        events=$("$stage/programs/suntracker" events sunrise,sunset --place "$place" --utc --format csv \
            --from "$(date --date=yesterday +%F)" --days 4) || return
        while IFS=, read -r _ instant _; do
            instant=$(date --date="$instant" +%s)
            ((instant < EPOCHSECONDS - 1800 || instant > EPOCHSECONDS + 1800)) || continue 2
        done < <(sed 1d <<<"$events")
        printf '%s\n' "$place"
        return
    done
    echo "none of these places is calm: $*" >&2
    return 1
}

# record_messages FILE --user|--system MATCH - record the matching messages on this bus in the file, as JSON, from now
# on. Sets monitor to the process. The file also contains the calls of GetId that show that the monitor is listening
record_messages() {
    local monitor_command=(busctl "$2" --json=short monitor --match="$3" --match="type='method_call',member='GetId'")
    [[ $2 == --user ]] || monitor_command=(sudo "${monitor_command[@]}")
    "${monitor_command[@]}" >"$1" 2>/dev/null &
    monitor=$!
    await is_listening "$1" "$2"
}
is_listening() {
    busctl "$2" call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus GetId && grep GetId "$1"
}

# await_entries COUNT MATCH... - wait until the journal contains this many matching entries
await_entries() {
    local count=$1 wanted=$1 entries follower
    shift
    exec {entries}< <(exec timeout "$patience" journalctl --user --follow --lines=all --output=cat "$@")
    follower=$!
    while ((count > 0)); do
        read -r -u "$entries" || {
            echo "$((wanted - count)) of $wanted entries $* in $patience s" >&2
            return 1
        }
        count=$((count - 1))
    done
    kill "$follower"
    exec {entries}<&-
}

# await COMMAND... - repeat the command until it succeeds, for changes that cause no event
#
# It reads the uptime, because scenarios set the clock. It tries at least once for each second of patience, because the
# uptime includes suspends.
await() {
    local uptime tries=0 end
    read -r uptime _ </proc/uptime
    end=$((${uptime%.*} + patience))
    until "$@" >/dev/null 2>&1; do
        read -r uptime _ </proc/uptime
        tries=$((tries + 1))
        ((${uptime%.*} <= end || tries < patience)) || { echo "not in $patience s: $*" >&2; return 1; }
        sleep 0.02
    done
}

# announcement_is_complete - whether the ledger contains an announcement, and no incomplete one
announcement_is_complete() {
    local lines
    lines=$(announcements) && grep --quiet ^announced <<<"$lines" &&
        ! grep --quiet "^open " <<<"$lines"
}

# announcements - print the ledger's lines about announcements
announcements() { grep --extended-regexp '^(announced|open|missed) ' "$state/ledger"; }

# await_announcement - wait for an event since $since, and until its announcement is complete
await_announcement() {
    await_entries 1 --since="@$since" "$event"
    await announcement_is_complete
}

# await_lines NUMBER FILE - wait until the file contains this many lines
await_lines() { await has_lines "$@"; }
has_lines() { [[ $(wc --lines <"$2") -ge $1 ]]; }

# record_openings - replace the browser and xdg-open by a script that writes to ~/opened what it opens, and how it was
# started
record_openings() {
    sudo tee /usr/local/bin/xdg-open >/dev/null <<'END'
#!/bin/sh
{
    echo "page=$1"
    echo "program=${2-default}"
    echo "token=$XDG_ACTIVATION_TOKEN"
    echo "display=$DISPLAY"
    awk '/^NoNewPrivs|^Seccomp/ { print $1 $2 }' /proc/self/status
    sed -n 's/^0::.*\//unit=/p' /proc/self/cgroup
    echo "bytes=$(wc -c <"$1")"
} >"$HOME/opened.new"
mv "$HOME/opened.new" "$HOME/opened"
END
    sudo chmod 755 /usr/local/bin/xdg-open
    sudo mkdir --parents /usr/local/share/applications
    printf '%s\n' '[Desktop Entry]' Type=Application Name=Browser 'Exec=/usr/local/bin/xdg-open %u browser' \
        'MimeType=x-scheme-handler/https;' | sudo tee /usr/local/share/applications/testbed-browser.desktop >/dev/null
    printf '%s\n' '[Default Applications]' x-scheme-handler/https=testbed-browser.desktop |
        sudo tee /etc/xdg/mimeapps.list >/dev/null
}

# opened - wait until a page was opened, and print it
opened() {
    await test -e ~/opened
    sed -n 's/^page=//p' ~/opened
}

# switch_location - turn GNOME's switch for location services, so that dconf sends its signal; nothing else in the bed
# reads the switch
switch_location() {
    local enabled=true
    [[ $(gsettings get org.gnome.system.location enabled) == false ]] || enabled=false
    gsettings set org.gnome.system.location enabled "$enabled"
}

# sync_journal - wait until journald has written all entries that it was sent
sync_journal() { journalctl --user --sync 2>/dev/null || sudo journalctl --sync; }

# save_entries NAME MATCH... - save the matching journal entries
save_entries() {
    local name=$1
    shift
    sync_journal
    journalctl --user --quiet --output=json "$@" >"$TESTBED_OUT/$name.json"
}

# leaves NAME - save the results since $since: the wakeups in 4 s; the entries, also about popups that were not shown and
# hooks that failed; and the restarts
leaves() {
    fact "$1.wakeups" "$(wakeups 4)"
    save_entries "$1" --since="@$since" "$event"
    save_entries "$1.not_shown" --since="@$since" "$not_shown"
    save_entries "$1.failed" --since="@$since" "$hook_failed"
    fact "$1.restarts" "$(unit_is NRestarts)"
}

# tree NAME - save a list of all files that an installation may have changed
tree() {
    sudo find ~ /usr/local /etc -xdev \( -path ~/.cache -o -path /etc/.updated -o -path ~/.config/dconf \) -prune -o \
        -not -type d -printf '%p %s\n' | sort >"$TESTBED_OUT/tree.$1"
}

# save_screen NAME - save a screenshot; dunst draws shortly after its reply
save_screen() {
    sleep 0.5
    import -window root "$TESTBED_OUT/$1.png"
}

# save_complaints NAME - save warnings and errors in the user manager's journal entries about the unit
save_complaints() {
    sudo journalctl --sync
    journalctl --user --quiet --output=cat --priority=warning USER_UNIT=suntrackerd.service >"$TESTBED_OUT/$1.txt"
}

# save_notifications NAME - save all notifications; open ones are closed first, because the server lists only closed
# ones
save_notifications() {
    dunstctl close-all
    busctl --user --json=short call org.freedesktop.Notifications /org/freedesktop/Notifications \
        org.dunstproject.cmd0 NotificationListHistory >"$TESTBED_OUT/$1.json"
}

# record_popups NAME [OPTION]... - replace dunst with a server without a screen
#
# It records all requests in NAME.popups.json until testbed-recorder.service is stopped. The options are passed to
# testbed-recorder.
record_popups() {
    systemctl --user mask --quiet --runtime --now dunst.service
    systemctl --user --quiet stop testbed-recorder.service 2>/dev/null || :
    recorded=$TESTBED_OUT/$1.popups.json
    : >"$recorded"
    # Not of Type=dbus: systemd 252 hangs for 90 s when the bus is killed together with such a service.
    systemd-run --user --quiet --collect --unit=testbed-recorder \
        /usr/local/libexec/testbed-recorder "${@:2}" "$recorded"
    await is_recording
}
is_recording() { busctl --user --no-legend list --acquired | grep --quiet '^org.freedesktop.Notif.* testbed-record'; }

# has_recorded NUMBER - whether the server has recorded this many requests
has_recorded() { has_lines "$1" "$recorded"; }

# own_filters - print the number of system call filters of the user's processes: testbed-confine's in a bed, otherwise
# none
own_filters() { awk '/^Seccomp_filters:/ { print $2 }' /proc/self/status; }

# context_switches PROCESS - print "THREAD NUMBER" for each thread of the process
context_switches() {
    awk '/^Pid:/ { thread = $2 } /^voluntary_ctxt_switches/ { print thread, $2 }' "/proc/$1"/task/*/status
}

# waits_between BEFORE AFTER - print the difference of two such lists. A thread that was created or has ended counts as
# 1.
waits_between() {
    join -a 1 -a 2 -e none -o 0,1.2,2.2 <(sort <<<"$1") <(sort <<<"$2") |
        awk '{ sum += ($2 == "none" || $3 == "none") ? 1 : $3 - $2 } END { print sum + 0 }'
}

# disturb - replace files next to the files that the service watches, as other programs do
disturb() {
    local folder
    for folder in ~ ~/.config; do
        : >"$folder/other.new"
        mv "$folder/other.new" "$folder/other"
        rm "$folder/other"
    done
    sudo sh -c ': >/etc/other.new && mv /etc/other.new /etc/other && rm /etc/other'
}

# wakeups SECONDS - print the number of the service's wakeups in this many seconds, in which other programs write files
wakeups() {
    local process before after
    process=$(unit_is MainPID)
    # libdispatch ends a thread that has been idle for 5 s.
    sleep 6
    before=$(context_switches "$process")
    disturb
    sleep "$1"
    after=$(context_switches "$process")
    waits_between "$before" "$after"
}
