#!/bin/bash
# Alerts that are added while the service is running, each at its time, with its texts, its sound and its hook.
. "${0%/*}/lib.bash"

"${install[@]}" >/dev/null
hook "$hooks/lamps" <<'SCRIPT'
{ echo "arguments=$*"; env | grep ^SUNTRACKER_ | sort; } | sudo tee /etc/hook.alert >/dev/null
SCRIPT
record_popups alerts --capabilities body,body-markup,actions,sound,x-canonical-private-synchronous

place_soon sunset 18
sunset=$moment
# A sunset after midnight belongs to the evening of the day before.
today=$(LC_ALL=C date --date="@$((${sunset%.*} - 6 * 3600))" +%a)
other_day=$(LC_ALL=C date --date="$(date --date="@${sunset%.*}" +%F) 3 days" +%a)
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
await has_recorded 3
await announcement_is_complete
await test -s /etc/hook.alert
cp /etc/hook.alert "$TESTBED_OUT"
fact wakeups "$(wakeups 5)"

ask preview preview lamps
# A restart within the grace period.
systemctl --user restart suntrackerd
fact next "$(unit_is StatusText)"
save_entries entries "$event"
save_complaints complaints
