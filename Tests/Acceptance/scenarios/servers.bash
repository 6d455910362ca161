#!/bin/bash
# Notification servers that reject popups, hang, restart, exit, never start, or support little; and the service's
# wakeups.
. "${0%/*}/lib.bash"

# rises [SETTING...] - start the service at a new place, where the Sun rises in 3 s, and wait for the sunrise
rises() {
    start_anew sunrise 3 '[Notifications]' "$@"
    await_entries 1 --since="@$since" "$event"
}

"${install[@]}" >/dev/null

# A server that shows only a line of text.
record_popups plain --capabilities body
rises
await announcement_is_complete
leaves plain

# A server that rejects the popup, until another server replaces it.
record_popups refusing --refuse
rises
await has_recorded 1
record_popups accepting
await announcement_is_complete
leaves accepting

# A server that is missing when it is needed, and returns within 10 s, before the attempt after the next one.
systemctl --user stop testbed-recorder
rises
record_popups restarted
await announcement_is_complete
leaves restarted

# No server, until the popup is too late.
systemctl --user stop testbed-recorder
rises Grace=1min
await_entries 1 --since="@$since" "$not_shown"
await announcement_is_complete
leaves masked

# A server that hangs during the call for longer than the service waits, and then continues.
record_popups woken
systemctl --user kill --signal=STOP testbed-recorder
rises
sleep 7
fact hanging.ledger "$(grep --count "^open " "$state/ledger")"
systemctl --user kill --signal=CONT testbed-recorder
await has_recorded 1
leaves woken

# A server that hangs in the same way, and then dies without showing the popup. The next server shows it.
record_popups dead
systemctl --user kill --signal=STOP testbed-recorder
rises
sleep 7
systemctl --user kill --signal=KILL testbed-recorder
record_popups successor
await announcement_is_complete
leaves successor

# The same, but the bus must start the next server.
record_popups last
systemctl --user kill --signal=STOP testbed-recorder
rises
sleep 7
systemctl --user unmask --quiet --runtime dunst.service
systemctl --user kill --signal=KILL testbed-recorder
await announcement_is_complete
# Closed now, because dunst would close it after 10 s, and its signal might wake the service during the measurement.
save_notifications activated_popups
leaves activated
