#!/bin/bash
# All steps of a user on a stock, emulated machine: installation, a suspend during a sunrise, a sunrise with a hook and
# a click, a crash during a sunset, a sunrise while nobody may create user namespaces, and removal.
. "${0%/*}/lib.bash"
. "${0%/*}/machine.bash"
. "${0%/*}/serviceview.bash"

# save_sandbox NAME - save whether users may create user namespaces, the service's view of the machine (proc(5)), and
# the problems that status finds
save_sandbox() {
    local process file format status
    # The kernel may have changed its clock source, and then takes the clock for unsynchronised.
    synchronise_clock
    fact "$1.namespaces" "$(unshare --user true 2>/dev/null && echo allowed || echo refused)"
    process=$(unit_is MainPID)
    for file in status mountinfo; do cat "/proc/$process/$file" >"$TESTBED_OUT/$1.$file"; done
    readlink "/proc/$process/ns/mnt" >"$TESTBED_OUT/$1.mnt"
    readlink /proc/self/ns/mnt >"$TESTBED_OUT/$1.mnt.person"
    for format in text json; do
        status=0
        suntracker status --format "$format" >"$TESTBED_OUT/$1.status.$format" 2>&1 || status=$?
        fact "$1.status.$format" "$status"
    done
}

# save_warnings NAME SINCE - save all warnings and errors in the user's journal, also systemd's
save_warnings() {
    sudo journalctl --sync
    journalctl --user --quiet --output=short-precise --priority=warning --since="$2" >"$TESTBED_OUT/$1.txt"
}

record_openings
fact systemd "$(systemctl --version | sed -n '1s/[^ ]* \([0-9]*\).*/\1/p')"
record_on_machine stock --capabilities body,body-markup,actions,persistence,x-canonical-private-synchronous
rm -rf "$state"
tree before
forget_announcements

began=$(date +%s.%6N)
"${install[@]}" >"$TESTBED_OUT/install.txt" 2>&1
PATH=~/.local/bin:$PATH
hook "$hooks/sunrise.d/witness" <<'END'
{
    echo "event=$SUNTRACKER_EVENT"
    echo "place=$SUNTRACKER_PLACE"
    awk '/^NoNewPrivs|^Seccomp:/ { print $1 $2 }' /proc/self/status
} >"$HOME/hook.$SUNTRACKER_PLACE.txt"
END

# Suspended at sunrise.
lines_of sunrise "$(seconds_from_now 240)"
begin_life Asleep "${location[@]}"
systemctl --user enable --now suntrackerd 2>"$TESTBED_OUT/enable.txt"
fact active "$(unit_is ActiveState)"
fact status "$(unit_is StatusText)"
await has_target
fact target "$(targets)"
sleeps 450 "$(seconds_from_now 400)"
synchronise_clock
hears 1
await test -s ~/hook.Asleep.txt

# A sunrise in normal operation, and a click on its popup.
hears_sunrise Instant
await test -s ~/hook.Instant.txt
systemctl --user kill --signal=USR1 testbed-recorder
await test -s ~/opened
cp ~/opened "$TESTBED_OUT/opened.txt"

# The reports about the state of the service.
systemctl --user --no-pager status suntrackerd >"$TESTBED_OUT/status.txt" 2>&1 || fact status_failed "$?"
save_sandbox default
systemd-analyze --user security --no-pager suntrackerd.service >"$TESTBED_OUT/security.txt"
save_warnings warnings.default "@$began"
crash=$(date +%s.%6N)

# Killed after the entry, while the notification server delays the popup.
sunset=$(seconds_from_now 5)
lines_of sunset "$sunset"
begin_life Killed "${location[@]}"
# Also if the sunset comes before the start, it is due.
forget_announcements
# With another boundary, the night does not begin now; its line in the ledger would mark the entry as written.
printf '[Phases]\nBoundary=civil\n' >>"$settings"
fact sunset "$sunset"
systemctl --user kill --signal=STOP testbed-recorder
start
await grep --quiet "^open entry," "$state/ledger"
await_entries 1 --since="@$crash" "$event"
kill -KILL "$(unit_is MainPID)"
systemctl --user kill --signal=CONT testbed-recorder
await_entries 2 --since="@$crash" "$event"
hears 1
# A restart, which must not repeat anything.
systemctl --user restart suntrackerd
save_warnings warnings.killed "@$crash"
# For ViewTests. This causes warnings, and sets the clock to the current time.
save_service_view view
synchronise_clock

# A hardened machine, on which the service has a smaller sandbox.
sudo sysctl --quiet --write user.max_user_namespaces=0
hardened=$(date +%s.%6N)
hears_sunrise Refused
await test -s ~/hook.Refused.txt
save_sandbox refused
save_warnings warnings.refused "@$hardened"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
journalctl --user --unit=suntrackerd --output=cat >"$TESTBED_OUT/read.txt"
cp ~/hook.*.txt "$TESTBED_OUT/"

"$stage/etc/install" --remove >"$TESTBED_OUT/remove.txt" 2>&1
fact active_removed "$(unit_is ActiveState)"
fact target_removed "$(targets)"
# The user's files.
rm -r "$state" "${settings%/*}" ~/hook.*.txt ~/opened
tree after
