#!/bin/bash
# status with a running, a stopped and a failed service; and previews, by the service and by the command.
. "${0%/*}/lib.bash"

# popup_is_there - whether the server shows a popup
popup_is_there() { [[ $(dunstctl count displayed) != 0 ]]; }

# is_logged TEXT - whether an entry of the service, or of a process of its name, has the text
is_logged() { journalctl --quiet --identifier=suntrackerd --output=cat | grep --quiet --fixed-strings -e "$1"; }

ask not_installed status
"${install[@]}" >/dev/null
ask stopped status
fact started_by_asking "$(unit_is ActiveState)"

write_settings "$(place_with sunset "$(seconds_from_now 3)")"
systemctl --user enable --quiet --now suntrackerd
await announcement_is_complete
ask running status
ask running_json status --format json
dunstctl close-all
ask preview preview
await popup_is_there
save_screen preview
save_notifications previews

# A preview that the command shows itself.
systemctl --user stop suntrackerd
ask preview_stopped preview sunrise
fact started_by_preview "$(unit_is ActiveState)"
save_notifications previews_stopped

# A server that hangs, and none at all: no call waits forever.
systemctl --user kill --signal=STOP dunst.service
ask preview_hanging preview
systemctl --user kill --signal=CONT dunst.service
systemctl --user mask --quiet --runtime --now dunst.service
ask preview_without preview

mkdir -p ~/.config/systemd/user/suntrackerd.service.d
printf '[Service]\nExecStart=\nExecStart=%%h/.local/bin/suntrackerd --wrong\n' \
    >~/.config/systemd/user/suntrackerd.service.d/arguments.conf
systemctl --user daemon-reload
systemctl --user start suntrackerd || :
# It may reach the journal after the unit has failed.
await is_logged '--wrong is not a known option'
ask failed status

# A process that has ended before journald looked for its unit: its entries have none.
systemd-cat --identifier=suntrackerd --priority=err echo 'suntrackerd: an error without a unit'
await is_logged 'an error without a unit'
ask failed_without_unit status
