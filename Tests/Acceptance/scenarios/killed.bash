#!/bin/bash
# SIGKILL at random moments around a sunrise: nothing is lost, and nothing is announced twice.
#
# ROUNDS: the number of kills. SEED: the seed of the random moments.
. "${0%/*}/lib.bash"

RANDOM=$SEED
"${install[@]}"
for ((round = 1; round <= ROUNDS; round++)); do
    systemctl --user restart dunst.service
    # The sunrises of this test are seconds apart: the same sunrise at a place that has moved a little. On a busy
    # machine, the place and the start take more than a second.
    start_anew sunrise 4

    # From 30 ms before the sunrise to 69 ms after: the announcement takes about 20 ms.
    offset=$((RANDOM % 100 - 30))
    process=$(unit_is MainPID)
    # Do not wait if the start took longer.
    sleep "$(awk -v now="$EPOCHREALTIME" -v at="$moment" -v ms="$offset" \
        'BEGIN { wait = at + ms / 1000 - now; print (wait > 0 ? wait : 0) }')"
    kill -KILL "$process"

    await_entries 2 --since="@$since" "$started"
    await_announcement
    # A restart, which must not repeat anything.
    systemctl --user restart suntrackerd
    save_entries "entries.$round" --since="@$since" "$event"
    save_notifications "notifications.$round"
    fact "offset.$round" "$offset"
done
