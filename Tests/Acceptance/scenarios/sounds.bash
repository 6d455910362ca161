#!/bin/bash
# Sounds and the quiet time: what servers with and without sounds are asked for, and what is left out.
. "${0%/*}/lib.bash"

# rises [SETTING...] - start the service at a new place, where the Sun rises in 3 s, and wait for that
rises() {
    start_anew sunrise 3 '[Notifications]' 'Sound=bell' "$@"
    await_announcement
}

"${install[@]}" >/dev/null
hook "$hooks/sunrise.d/call" <<<'echo called >>~/calls'

# A server that plays sounds: that of the section, and that of the event in a preview, which names a file.
record_popups playing --capabilities body,actions,sound
rises SunsetSound=/usr/share/sounds/sunset.oga Urgency=critical
ask preview preview sunset
ask doctor doctor --plain

# The quiet time: silent.
record_popups quiet --capabilities body,actions,sound
rises Urgency=critical Quiet=00:00-24:00
save_entries quiet --since="@$since" "$event"
# A preview has its sound all the same.
ask preview_quiet preview sunrise

# The quiet time: left out. The hooks run, and a restart changes nothing.
record_popups left_out --capabilities body,actions,sound
rm -f ~/calls
rises Quiet=00:00-24:00 WhenQuiet=journal
await test -s ~/calls
ask status status
fact outcome "$(property LastEventNotification)"
systemctl --user restart suntrackerd
"$stage/programs/suntracker" history --format csv >"$TESTBED_OUT/history.csv"
leaves left_out

# The ledger of a service that was killed when the server had the popup: the one that replaces it has no second sound.
record_popups killed --capabilities body,sound,x-canonical-private-synchronous
rises
systemctl --user stop suntrackerd
sed -i '/ phase:/!s/^announced /announcing /' "$state/ledger"
systemctl --user start suntrackerd
await has_recorded 2
await announcement_is_complete

# A server without sounds.
record_popups mute --capabilities body,actions
rises
ask preview_mute preview sunset
ask doctor_mute doctor --plain
save_complaints complaints
