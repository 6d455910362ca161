#!/bin/bash
# A user logs in with one language after another. Notifications, the command and its page use the language and its time
# format; the journal stays in English.
. "${0%/*}/lib.bash"

# log_in_with VARIABLE=VALUE... - set the machine's language, and restart the user's services, as after a logout
#
# This is what an installer or the administrator does: pam_env and, at boot, the system manager read the file that
# update-locale writes. Debian 13 does not support localectl, which would also set the variables of the running system
# manager. The next user manager inherits them.
log_in_with() {
    sudo update-locale --reset "$@"
    sudo systemctl set-environment "$@"
    forget_announcements
    sudo systemctl restart "user@$(id --user).service"
    systemctl --user is-system-running --wait >/dev/null
}

# choose_for_user VARIABLE=VALUE... - set the language of this user only, from the next login (etc/doc/languages.md)
choose_for_user() {
    mkdir -p ~/.config/environment.d
    printf '%s\n' "$@" >~/.config/environment.d/language.conf
}

# in_session COMMAND... - run the command as a desktop starts its programs, with the user manager's environment
in_session() { systemd-run --user --quiet --collect --wait --pipe --same-dir --setenv=COLUMNS=80 "$@"; }

# hears NAME - save the sunset's popup, its journal entry and a screenshot for the session NAME
hears() {
    # The login starts the service, because it is enabled.
    await announcement_is_complete
    save_screen "screen-$1"
    save_notifications "popup-$1"
    save_entries "entries-$1" --since="@$since" "$event"
}

# session NAME VARIABLE=VALUE... - run one session, in which the Sun sets
session() {
    systemctl --user stop suntrackerd
    since=$(date +%s.%6N)
    write_settings "$(place_with sunset "$(seconds_from_now 2)")"
    log_in_with "${@:2}"
    hears "$1"
    in_session ~/.local/bin/suntracker >"$TESTBED_OUT/today-$1.txt"
    in_session ~/.local/bin/suntracker chart 3m >"$TESTBED_OUT/chart-$1.txt"
    in_session ~/.local/bin/suntracker chart 3m --html "$TESTBED_OUT/page-$1.html"
}

# The time zone of a ship at the place. With the zone of another part of the world, the texts would name it; at some
# hours of the day, UTC is such a zone.
sudo timedatectl set-timezone "$(place_with sunset "$EPOCHREALTIME" |
    awk -F= '$1 == "Longitude" { printf "Etc/GMT%+.0f", -$2 / 15 }')"
for name in de_DE ar_EG en_US; do sudo localedef -i "$name" -f UTF-8 "$name.UTF-8"; done
"${install[@]}" >"$TESTBED_OUT/install.txt"
systemctl --user enable --quiet suntrackerd
session de LANG=de_DE.UTF-8
fact entry_name "$(sed -n '/^\[Desktop Action new-window\]/,$s/^Name\[de\]=//p' \
    ~/.local/share/applications/io.github.suntracker.Suntracker.desktop | head --lines=1)"
# libc also contains these texts in German.
fact refusal "$(in_session ~/.local/bin/suntracker config check /etc/shadow 2>&1)"
session ar LANG=ar_EG.UTF-8
# LANGUAGE is tried before LANG; here, the formats are another country's. This is not tested with LANG=C.UTF-8, with
# which libc 2.36 uses LANGUAGE, and libc 2.41 does not.
choose_for_user LANGUAGE=fr LC_TIME=en_US.UTF-8
session chosen LANG=de_DE.UTF-8
# There is a German catalog, but this locale is not installed.
choose_for_user LANG=de_AT.UTF-8
session missing LANG=C.UTF-8
# A desktop imports its environment only after the service has started, so it applies from the next start.
systemctl --user set-environment LANG=de_DE.UTF-8
systemctl --user restart suntrackerd
await has_name
record_popups preview
in_session ~/.local/bin/suntracker preview sunset >/dev/null
await has_recorded 1

save_complaints complaints
