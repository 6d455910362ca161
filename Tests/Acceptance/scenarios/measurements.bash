#!/bin/bash
# Figures of the service, on standard output; see Tests/Acceptance/measure.
. "${0%/*}/lib.bash"

starts=20
events=10

# spread UNIT - the minimum, median and maximum of the numbers on standard input
spread() {
    sort --numeric-sort | awk -v unit="$1" \
        '{ n[NR] = $1 } END { printf "%s / %s / %s %s", n[1], n[int((NR + 1) / 2)], n[NR], unit }'
}

# show NAME VALUE - print a result
show() { printf '%-58s %s\n' "$1" "$2"; }

start_to_ready() {
    local start
    for ((start = 0; start < starts; start++)); do
        systemctl --user restart suntrackerd
        systemctl --user reset-failed
        echo "$(unit_is ActiveEnterTimestampMonotonic) $(unit_is ExecMainStartTimestampMonotonic)"
    done | awk '{ printf "%.1f\n", ($1 - $2) / 1000 }' | spread ms
}

# The time from the planned instant to the service's time stamp of the entry.
lateness() {
    local event_number
    for ((event_number = 0; event_number < events; event_number++)); do
        start_anew sunrise 2
        await_entries 1 --since="@$since" "$event"
        journalctl --user --quiet --output=json --since="@$since" "$event"
    done | python3 -c '
import json, sys
from datetime import datetime
for line in sys.stdin:
    entry = json.loads(line)
    planned = datetime.fromisoformat(entry["SUNTRACKER_EVENT_TIME"].replace("Z", "+00:00")).timestamp()
    print("%.2f" % (int(entry["_SOURCE_REALTIME_TIMESTAMP"]) / 1000 - planned * 1000))' | spread ms
}

# memory PROCESS FIELD - print a field of smaps_rollup in MiB
memory() { sudo awk -v field="$2:" '$1 == field { printf "%.1f MiB", $2 / 1024 }' "/proc/$1/smaps_rollup"; }

# own_file PROCESS - print the resident pages of the program's own file, in MiB
own_file() {
    sudo awk -v file="$(sudo readlink "/proc/$1/exe")" '
        /^[0-9a-f]+-/ { own = $6 == file } $1 == "Rss:" && own { sum += $2 } END { printf "%.1f MiB", sum / 1024 }' \
        "/proc/$1/smaps"
}

# footprint PROCESS - print the memory of the idle process
footprint() {
    printf 'Pss %s, anonymous %s, of its own file %s' "$(memory "$1" Pss)" "$(memory "$1" Anonymous)" "$(own_file "$1")"
}

"${install[@]}" >/dev/null
show "size of the service's file" \
    "$(stat --format=%s "$stage/programs/suntrackerd" | awk '{ printf "%.1f MiB", $1 / 1024 / 1024 }')"
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
show "start to READY, $starts starts (least / median / greatest)" "$(start_to_ready)"
show "lateness, $events sunrises (least / median / greatest)" "$(lateness)"

# The service is idle after its last announcement, and the popup's request has its reply.
await announcement_is_complete
process=$(unit_is MainPID)
show "after a notification" "$(footprint "$process")"
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
systemctl --user restart suntrackerd
process=$(unit_is MainPID)
# libdispatch ends a thread that has been idle for 5 s.
sleep 10
before=$(context_switches "$process")
for _ in 1 2 3; do
    sleep 20
    notify-send --app-name=Other "A popup of another program"
    disturb
done
after=$(context_switches "$process")
show "voluntary context switches of all threads in 60 s" "$(waits_between "$before" "$after")"
show "when idle" "$(footprint "$process")"
show "private memory when idle" "$(memory "$process" Private_Dirty) dirty, $(memory "$process" Private_Clean) clean"
show "threads" "$(find "/proc/$process/task" -mindepth 1 -maxdepth 1 | wc -l)"
