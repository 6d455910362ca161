#!/bin/bash
# How long GNOME's pin stands, and what wakes, in ten minutes without an occasion; see Tests/Acceptance/measure.
#
#   MODE      Mode= of the settings: follow (the default) or hold
#   DURATION  the time in seconds (default: 600)
#
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

mode=${MODE:-follow} time=${DURATION:-600}

# stood BEGIN END - for how many seconds of this time the pin was there
stood() {
    python3 - "$TESTBED_OUT/pin.json" "$1" "$2" <<'PYTHON'
import json
import sys

begin, end = (float(value) for value in sys.argv[2:])
sum, since = 0, None
for line in open(sys.argv[1]):
    if not line.startswith("{"):
        continue
    signal = json.loads(line)
    in_use = signal["payload"]["data"][1].get("InUse")
    if in_use is None:
        continue
    now = signal["timestamp-realtime"] / 1e6
    if in_use["data"] and since is None:
        since = now
    elif not in_use["data"] and since is not None:
        sum += max(0, min(now, end) - max(since, begin))
        since = None
if since is not None:
    sum += end - max(since, begin)
print(f"{sum:.1f}")
PYTHON
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
service=$(unit_is MainPID)
geoclue=$(systemctl show --property=MainPID --value geoclue.service)
before=$(context_switches "$service")
geoclue_before=$(context_switches "$geoclue")
sleep "$time"
end=$EPOCHREALTIME
wakes=$(waits_between "$before" "$(context_switches "$service")")
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
