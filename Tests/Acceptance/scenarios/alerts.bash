#!/bin/bash
# Alerts that are added while the service runs: each on time, with its texts, its sound and its hook.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

hooks=${settings%/*}/hooks

# three_are_shown - whether the server shows three popups
three_are_shown() { [[ $(dunstctl count displayed) == 3 ]]; }

"${install[@]}" >/dev/null
mkdir -p "$hooks"
cat >"$hooks/lamps" <<'SCRIPT'
#!/bin/sh
{ echo "arguments=$*"; env | grep ^SUNTRACKER_ | sort; } | sudo tee /etc/hook.alert >/dev/null
SCRIPT
chmod +x "$hooks/lamps"

# The requests to the server, captured on the bus: dunst does not store sounds.
busctl --user --json=short monitor \
    --match="type=method_call,interface=org.freedesktop.Notifications,member=Notify" >"$TESTBED_OUT/requests.json" &
monitor=$!

sunset=$(seconds_from_now 18)
today=$(LC_ALL=C date --date="@${sunset%.*}" +%a)
other_day=$(LC_ALL=C date --date="$(date --date="@${sunset%.*}" +%F) 3 days" +%a)
place=$(place_with sunset "$sunset")
write_settings "$place"
systemctl --user start suntrackerd
# shellcheck disable=SC2016 # No shell expands a hook's command.
write_settings "$place" \
    '[Alert lamps]' 'Event=sunset' 'Offset=-5s' 'Title={alert}: {event} in {place}' \
    'Body={offset}, {weekday} {date} at {time}; {daylight} <long>, next {next} {{ok}' \
    'Urgency=critical' 'Sound=message-new-instant' 'Icon=weather-clear-night' 'Hook=lamps "dim them" $HOME' \
    '[Alert greenhouse]' 'Event=sunset' 'Offset=-4s' 'Enabled=no' \
    '[Alert bins]' 'Event=sunset' 'Offset=-3s' "Days=$other_day" \
    '[Alert night]' 'Event=sunset' 'Offset=3s' "Days=$today" \
    'Urgency=low' 'Sound=no'
await_entries 1 "$reloaded"
fact date "$(LC_ALL=C date --date="@${sunset%.*}" '+%A %-d %B')"

await_entries 3 "$event"
await three_are_shown
await announcement_is_complete
await test -s /etc/hook.alert
cp /etc/hook.alert "$TESTBED_OUT"
# dunst draws shortly after its answer.
sleep 0.5
import -window root "$TESTBED_OUT/screen.png"
kill "$monitor"
save_notifications notifications
fact wakeups "$(wakeups 5)"

# Previews of all of them, also of the disabled one.
ask preview preview lamps
ask preview_off preview alert:greenhouse
ask preview_unknown preview moonrise
save_notifications previews
systemctl --user stop suntrackerd
ask preview_stopped preview alert:lamps
save_notifications previews_stopped

# A restart within the grace period.
systemctl --user restart suntrackerd
fact next "$(unit_is StatusText)"
"$stage/programs/suntracker" history --format csv >"$TESTBED_OUT/history.csv"
save_entries entries "$event"
save_notifications restarted
save_complaints complaints
