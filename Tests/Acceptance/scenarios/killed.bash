#!/bin/bash
# SIGKILL at random moments around a sunrise: nothing is lost, and nobody is told twice.
#
# ROUNDS, SEED: how often, and where the moments come from.
. "${0%/*}/lib.bash"

RANDOM=$SEED
fact seed "$SEED"
"${install[@]}"
for ((round = 1; round <= ROUNDS; round++)); do
    systemctl --user stop suntrackerd
    # The next sunrise of this test is minutes away, too near to be another in the service's eyes.
    rm -rf "$state"
    dunstctl close-all
    dunstctl history-clear
    since=$(date +%s.%6N)
    write_settings "$(place_with sunrise 2)"
    systemctl --user reset-failed
    systemctl --user start suntrackerd
    delay=$((1400 + RANDOM % 800))
    sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
    kill -KILL "$(unit_is MainPID)"
    await_entries 2 --since="@$since" $started
    await_entries 1 --since="@$since" $event
    await announcement_is_complete
    # Once more, for what a second start may repeat.
    systemctl --user restart suntrackerd
    save_entries "entries.$round" --since="@$since" $event
    save_notifications "notifications.$round"
    fact "delay.$round" "$delay ms"
done
