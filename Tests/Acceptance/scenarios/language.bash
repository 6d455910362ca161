#!/bin/bash
# A user whose language is German: the popup of a sunset and its action are in it, the journal stays in English.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

# is_heard - whether a call of the notification server is recorded
is_heard() {
    busctl --user --quiet call org.freedesktop.Notifications /org/freedesktop/Notifications \
        org.freedesktop.Notifications GetServerInformation
    [[ -s $TESTBED_OUT/calls.json ]]
}

# As a display manager sets the language of the session, where the locale of LANG has all characters.
systemctl --user set-environment LANG=C.UTF-8 LANGUAGE=de
"${install[@]}" >"$TESTBED_OUT/install.txt"
busctl --user --json=short monitor --match="type='method_call',interface='org.freedesktop.Notifications'" \
    >"$TESTBED_OUT/calls.json" &
monitor=$!
await is_heard
write_settings "$(place_with sunset "$(seconds_from_now 4)")"
systemctl --user start suntrackerd

await_entries 1 "$event"
await announcement_is_complete
await grep --quiet '"member":"Notify"' "$TESTBED_OUT/calls.json"
# dunst draws shortly after its answer.
sleep 0.5
import -window root "$TESTBED_OUT/screen.png"
kill "$monitor"
save_entries entries SYSLOG_IDENTIFIER=suntrackerd
save_notifications notifications
save_complaints complaints
fact entry_name "$(sed -n '/^\[Desktop Action today\]/,$s/^Name\[de\]=//p' \
    ~/.local/share/applications/io.github.suntracker.Suntracker.desktop | head --lines=1)"
# libc has these texts in German, too.
fact refusal "$(LANG=C.UTF-8 LANGUAGE=de ~/.local/bin/suntracker config check /etc/shadow 2>&1)"
# The other languages, in a preview.
for language in ar es fr ja; do
    systemctl --user set-environment LANGUAGE="$language"
    systemctl --user restart suntrackerd
    await has_name
    ~/.local/bin/suntracker preview sunset >/dev/null
    sleep 0.5
    import -window root "$TESTBED_OUT/screen-$language.png"
    save_notifications "preview_$language"
done
# In the locale C there are no translations, whatever LANGUAGE is.
systemctl --user set-environment LANG=C
systemctl --user restart suntrackerd
await has_name
~/.local/bin/suntracker preview sunset >/dev/null
save_notifications preview
"$stage/etc/install" --remove >/dev/null
fact catalogs "$(find ~/.local/share -name suntracker.mo | wc --lines)"
