#!/bin/bash
# status with a running, a stopped and a failed service, and with parts that are broken on purpose; and previews.
. "${0%/*}/lib.bash"

# popup_is_there - whether the server shows a popup
popup_is_there() { [[ $(dunstctl count displayed) != 0 ]]; }

# is_logged TEXT - whether an entry of the service, or of a process with its name, contains the text
is_logged() { journalctl --quiet --identifier=suntrackerd --output=cat | grep --quiet --fixed-strings -e "$1"; }

# hooks_can_run - whether the service publishes no problem with a hook
hooks_can_run() { [[ $(property HookProblems) == 'a(ss) 0' ]]; }

fact clock "$(timedatectl show --property=NTPSynchronized --value)"
ask not_installed status --format json
"${install[@]}" >/dev/null
ask stopped status
fact started_by_asking "$(unit_is ActiveState)"

place_soon sunset 3
write_settings "$place"
systemctl --user enable --quiet --now suntrackerd
await announcement_is_complete
ask running status
ask running_json status --format json
dunstctl close-all
ask preview preview
await popup_is_there
save_screen preview
save_notifications previews

# Only the service shows a preview.
systemctl --user stop suntrackerd
ask preview_stopped preview sunrise
fact started_by_preview "$(unit_is ActiveState)"
save_notifications previews_stopped
systemctl --user start suntrackerd
await has_name

# With a server that hangs, and without any server, no call waits forever.
systemctl --user kill --signal=STOP dunst.service
ask preview_hanging preview
systemctl --user kill --signal=CONT dunst.service
systemctl --user mask --quiet --runtime --now dunst.service
ask preview_without preview
systemctl --user stop suntrackerd

mkdir -p ~/.config/systemd/user/suntrackerd.service.d
printf '[Service]\nExecStart=\nExecStart=%%h/.local/bin/suntrackerd --wrong\n' \
    >~/.config/systemd/user/suntrackerd.service.d/arguments.conf
systemctl --user daemon-reload
systemctl --user start suntrackerd || :
# The error may reach the journal after the unit has failed.
await is_logged '--wrong is not a known option'
ask failed status

# This process ends before journald can look up its unit, so its entries name no unit.
systemd-cat --identifier=suntrackerd --priority=err echo 'suntrackerd: an error without a unit'
await is_logged 'an error without a unit'
ask failed_without_unit status

# A service that works.
rm -r ~/.config/systemd/user/suntrackerd.service.d
systemctl --user daemon-reload
systemctl --user reset-failed suntrackerd
systemctl --user unmask --quiet --runtime dunst.service
systemctl --user start dunst.service
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver' \
    '[Alert lamps]' 'Event=sunset' 'Hook=/bin/true'
hook "$hooks/sunset.d/theme" </dev/null
systemctl --user restart suntrackerd
await has_name
ask sound status --format json

# Hooks that cannot be run.
mkdir "$hooks/sunsett.d"
chmod -x "$hooks/sunset.d/theme"
await is_logged 'sunset.d/theme, for the sunset, cannot run: it is not executable'
ask hooks status --format json
rmdir "$hooks/sunsett.d"
chmod +x "$hooks/sunset.d/theme"
await hooks_can_run

cp ~/.local/bin/suntrackerd ~/.local/bin/newer
mv ~/.local/bin/newer ~/.local/bin/suntrackerd
ask replaced status --format json

# GeoClue is allowed, but its only provider has shut down.
testbed-geoclue allow io.github.suntracker.Suntracker
testbed-location --none
sudo sed -i '/^\[wifi\]$/a url=https://location.services.mozilla.com/v1/geolocate?key=geoclue' /etc/geoclue/geoclue.conf
mv "$settings" "$settings.old"
write_settings
await_entries 1 "$authorization"
ask provider status --format json
sudo sed -i /mozilla/d /etc/geoclue/geoclue.conf
mv "$settings.old" "$settings"

systemctl --user stop suntrackerd
ask stopped_json status --format json

write_settings '[Location]' 'Latitude=139.7392' 'Longitude=-104.9903'
chmod 755 "$state"
mv ~/.local/bin/suntrackerd ~/.local/bin/elsewhere
ask broken status --format json

mv ~/.local/bin/elsewhere ~/.local/bin/suntrackerd
chmod 700 "$state"
systemctl --user disable --quiet suntrackerd
systemctl --user kill --signal=STOP dunst.service
ask broken_otherwise status --format json

# The service has other settings, because XDG_CONFIG_HOME is set only in this shell.
systemctl --user kill --signal=CONT dunst.service
rm "$settings"
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
systemctl --user enable --quiet --now suntrackerd
await has_name
XDG_CONFIG_HOME=$HOME/elsewhere ask elsewhere status --format json

# A desktop with a separate session bus, and the remedy.
cat >~/own <<'SCRIPT'
status=0
"$1/programs/suntracker" status --format json >"$TESTBED_OUT/own.txt" || status=$?
printf 'exit.own=%s\n' "$status" >>"$TESTBED_OUT/facts"
eval "$(python3 -c 'import json, sys; print(json.load(sys.stdin)["problems"][0]["command"])' <"$TESTBED_OUT/own.txt")"
# The service is ready before it is on the bus.
for _ in {1..100}; do
    ! busctl --user --quiet status io.github.suntracker.Suntracker1 2>/dev/null || break
    sleep 0.1
done
"$1/programs/suntracker" status --format json >"$TESTBED_OUT/own_mended.txt" || :
SCRIPT
dbus-run-session -- bash ~/own "$stage"

# A user without a session.
status=0
env --unset=DBUS_SESSION_BUS_ADDRESS --unset=XDG_RUNTIME_DIR "$stage/programs/suntracker" status \
    >"$TESTBED_OUT/console.txt" || status=$?
fact exit.console "$status"
