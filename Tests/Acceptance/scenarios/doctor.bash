#!/bin/bash
# suntracker doctor when everything works, and with parts that are broken on purpose.
. "${0%/*}/lib.bash"

fact clock "$(timedatectl show --property=NTPSynchronized --value)"
ask not_installed doctor --format json
"${install[@]}" --enable >/dev/null
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver' \
    '[Alert lamps]' 'Event=sunset' 'Hook=/bin/true'
hook "$hooks/sunset.d/theme" </dev/null
systemctl --user restart suntrackerd
ask sound doctor --format json
cp ~/.local/bin/suntrackerd ~/.local/bin/newer
mv ~/.local/bin/newer ~/.local/bin/suntrackerd
ask replaced doctor --format json

# GeoClue is allowed, and has no source but a provider that has ended.
testbed-geoclue allow io.github.suntracker.Suntracker
testbed-location --none
sudo sed -i '/^\[wifi\]$/a url=https://location.services.mozilla.com/v1/geolocate?key=geoclue' /etc/geoclue/geoclue.conf
mv "$settings" "$settings.old"
write_settings
await_entries 1 "$authorization"
ask provider doctor --format json
sudo sed -i /mozilla/d /etc/geoclue/geoclue.conf
mv "$settings.old" "$settings"

systemctl --user stop suntrackerd
ask stopped doctor --format json
fact started_by_asking "$(unit_is ActiveState)"

write_settings '[Location]' 'Latitude=139.7392' 'Longitude=-104.9903'
chmod 755 "$state"
chmod -x "$hooks/sunset.d/theme"
mkdir "$hooks/sunsett.d"
mv ~/.local/bin/suntrackerd ~/.local/bin/elsewhere
ask broken doctor --format json

mv ~/.local/bin/elsewhere ~/.local/bin/suntrackerd
chmod 700 "$state"
echo rubbish >"$state/ledger"
systemctl --user disable --quiet suntrackerd
systemctl --user kill --signal=STOP dunst.service
ask broken_otherwise doctor --format json

# A user without a session.
status=0
env --unset=DBUS_SESSION_BUS_ADDRESS --unset=XDG_RUNTIME_DIR "$stage/programs/suntracker" doctor --plain \
    >"$TESTBED_OUT/console.txt" || status=$?
fact exit.console "$status"
