#!/bin/bash
# No notification server, one that hangs, and one that returns: the journal entry is on time, the popup is late.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

"${install[@]}"
systemctl --user mask --runtime --now dunst.service
write_settings "$(place_with sunrise "$(seconds_from_now 3)")"
systemctl --user start suntrackerd
await_entries 1 "$event"
save_entries without "$event"
fact active_without "$(unit_is ActiveState)"
systemctl --user unmask --runtime dunst.service
systemctl --user start dunst.service
await announcement_is_complete
save_notifications came_back

# The same with a server that receives the call and does not answer.
systemctl --user stop suntrackerd
forget_announcements
systemctl --user restart dunst.service
systemctl --user kill --signal=STOP dunst.service
write_settings "$(place_with sunset "$(seconds_from_now 3)")"
systemctl --user start suntrackerd
await_entries 1 "$event" SUNTRACKER_EVENT=sunset
save_entries hanging "$event" SUNTRACKER_EVENT=sunset
# The service keeps working meanwhile.
systemctl --user reload suntrackerd
await_entries 1 "$reloaded"
systemctl --user kill --signal=CONT dunst.service
await announcement_is_complete
save_notifications woken_up
save_entries not_shown "$not_shown"
