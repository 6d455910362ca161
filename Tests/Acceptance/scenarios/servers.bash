#!/bin/bash
# Notification servers that refuse, hang, restart, vanish, stay away or can do little; and how the service sleeps after.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

# rises [SETTING...] - a new place, where the Sun rises in 3 s, and a service that has just been started there
rises() {
    systemctl --user stop suntrackerd
    rm -rf "$state"
    since=$(date +%s.%6N)
    write_settings "$(place_with sunrise "$(seconds_from_now 3)")" '[Notifications]' "$@"
    systemctl --user start suntrackerd
    await_entries 1 --since="@$since" "$event"
}

# leaves NAME - what the journal has of this sunrise, and how often the service wakes in 4 s
leaves() {
    save_entries "$1" --since="@$since" "$event"
    save_entries "$1.not_shown" --since="@$since" "$not_shown"
    fact "$1.wakeups" "$(wakeups 4)"
}

"${install[@]}" >/dev/null

# One that can show a line of text and nothing else.
record_popups plain --capabilities body
rises
await announcement_is_complete
leaves plain

# One that refuses, until another one takes its place.
record_popups refusing --refuse
rises
await has_recorded 1
record_popups accepting
await announcement_is_complete
leaves accepting

# One that is gone when it is needed, and is there again within the 10 s to the next try but one.
systemctl --user stop testbed-recorder
rises
record_popups restarted
await announcement_is_complete
leaves restarted

# One that never comes, until the announcement is late.
systemctl --user stop testbed-recorder
rises Grace=1min
await_entries 1 --since="@$since" "$not_shown"
await announcement_is_complete
leaves masked

# One that hangs in the middle of the call for longer than the service waits, and goes on.
record_popups woken
systemctl --user kill --signal=STOP testbed-recorder
rises
sleep 7
fact hanging.ledger "$(grep --count announcing "$state/ledger")"
systemctl --user kill --signal=CONT testbed-recorder
await has_recorded 1
leaves woken

# One that hangs so, and then dies without having shown it: the next one does.
record_popups dead
systemctl --user kill --signal=STOP testbed-recorder
rises
sleep 7
systemctl --user kill --signal=KILL testbed-recorder
record_popups successor
await announcement_is_complete
leaves successor

# The same, where there is no next one but what the bus can start.
record_popups last
systemctl --user kill --signal=STOP testbed-recorder
rises
sleep 7
systemctl --user unmask --quiet --runtime dunst.service
systemctl --user kill --signal=KILL testbed-recorder
await announcement_is_complete
# Closed now: dunst does that after 10 s, which the service hears, and which may fall into the time that is measured.
save_notifications activated_popups
leaves activated
