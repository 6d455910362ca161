#!/bin/bash
# Sounds and the quiet time: what servers with and without sounds are asked for, and what is left out.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

hooks=${settings%/*}/hooks

# rises [SETTING...] - start the service at a new place, where the Sun rises in 3 s
rises() {
    systemctl --user stop suntrackerd
    forget_announcements
    since=$(date +%s.%6N)
    write_settings "$(place_with sunrise "$(seconds_from_now 3)")" '[Notifications]' 'Sound=bell' "$@"
    systemctl --user start suntrackerd
    await_entries 1 --since="@$since" "$event"
}

"${install[@]}" >/dev/null
mkdir -p "$hooks/sunrise.d"
printf '%s\n' '#!/bin/sh' 'echo called >>~/calls' >"$hooks/sunrise.d/call"
chmod +x "$hooks/sunrise.d/call"

# A server that plays sounds: that of the section, and that of the event in a preview, which names a file.
record_popups playing --capabilities body,actions,sound
rises SunsetSound=/usr/share/sounds/sunset.oga Urgency=critical
await announcement_is_complete
ask preview preview sunset
ask doctor doctor --plain

# The quiet time: silent.
record_popups quiet --capabilities body,actions,sound
rises Urgency=critical Quiet=00:00-24:00
await announcement_is_complete
save_entries quiet --since="@$since" "$event"
# A preview has its sound all the same.
ask preview_quiet preview sunrise

# The quiet time: left out. The hooks run, and a restart changes nothing.
record_popups left_out --capabilities body,actions,sound
rm -f ~/calls
rises Quiet=00:00-24:00 WhenQuiet=journal
await announcement_is_complete
await test -s ~/calls
ask status status
fact outcome "$(busctl --user get-property io.github.suntracker.Suntracker1 /io/github/suntracker/Suntracker1 \
    io.github.suntracker.Suntracker1 LastEventNotification)"
systemctl --user restart suntrackerd
"$stage/programs/suntracker" history --format csv >"$TESTBED_OUT/history.csv"
save_entries left_out --since="@$since" "$event"
save_entries left_out.not_shown --since="@$since" "$not_shown"
fact wakeups "$(wakeups 4)"

# The ledger of a service that was killed when the server had the popup: the one that replaces it has no second sound.
record_popups killed --capabilities body,sound,x-canonical-private-synchronous
rises
await announcement_is_complete
systemctl --user stop suntrackerd
sed -i '/ phase:/!s/^announced /announcing /' "$state/ledger"
systemctl --user start suntrackerd
await has_recorded 2
await announcement_is_complete

# A server without sounds.
record_popups mute --capabilities body,actions
rises
await announcement_is_complete
ask preview_mute preview sunset
ask doctor_mute doctor --plain
save_complaints complaints
