#!/bin/bash
# How long GNOME's pin stands, and what wakes, in ten minutes without an occasion; see Tests/Acceptance/measure.
#
#   MODE      Mode= of the settings: follow (the default) or hold
#   DURATION  the time in seconds (default: 600)
#
. "${0%/*}/lib.bash"

mode=${MODE:-follow} time=${DURATION:-600}

# stood BEGIN END - for how many seconds of this time the pin was there
stood() {
    sed -nE 's/.*"timestamp-realtime":([0-9]+).*"InUse":\{"type":"b","data":(true|false)\}.*/\1 \2/p' "$TESTBED_OUT/pin.json" |
        awk -v begin="$1" -v end="$2" '
            { now = $1 / 1e6; now = now < begin ? begin : now > end ? end : now }
            $2 == "true" && !since { since = now }
            $2 == "false" && since { sum += now - since; since = 0 }
            END { if (since) sum += end - since; printf "%.1f\n", sum }'
}

testbed-geoclue allow io.github.suntracker.Suntracker
testbed-location 52.5200 13.4050
watch_pin
"${install[@]}" >/dev/null
write_settings '[Location]' 'Accuracy=exact' "Mode=$mode"
begin=$EPOCHREALTIME
systemctl --user start suntrackerd
await_entries 1 "$location_changed"
[[ $mode == hold ]] || await pin_is false
# libdispatch ends a thread that has been idle for 5 s.
sleep 10
process=$(unit_is MainPID)
geoclue=$(systemctl show --property=MainPID --value geoclue.service)
before=$(context_switches "$process")
geoclue_before=$(context_switches "$geoclue")
sleep "$time"
end=$EPOCHREALTIME
wakes=$(waits_between "$before" "$(context_switches "$process")")
if [[ $geoclue != 0 && -e /proc/$geoclue ]]; then
    geoclue_wakes=$(waits_between "$geoclue_before" "$(context_switches "$geoclue")")
else
    geoclue_wakes="none: it has exited"
fi
printf 'Mode=%s\n' "$mode"
printf '%-58s %s s of %s s\n' "  GeoClue is in use, from the start of the service on" "$(stood "$begin" "$end")" \
    "$(awk -v a="$begin" -v b="$end" 'BEGIN { printf "%.0f", b - a }')"
printf '%-58s %s\n' "  wakeups of the service in $time s" "$wakes"
printf '%-58s %s\n' "  wakeups of GeoClue in $time s" "$geoclue_wakes"
