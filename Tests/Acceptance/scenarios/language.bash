#!/bin/bash
# A user who logs in with one language after another: notifications, the command and its page are in it, as is the
# clock; the journal stays in English.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

# log_in_with VARIABLE=VALUE... - set the language of the machine, and begin the user's services anew, as after a logout
#
# It is what an installer or the administrator does: pam_env and, at a boot, the system manager read the file that
# update-locale writes. Debian 13 refuses localectl, which also sets the variables of the running system manager. The next
# user manager inherits them.
log_in_with() {
    sudo update-locale --reset "$@"
    sudo systemctl set-environment "$@"
    systemctl --user stop suntrackerd
    forget_announcements
    sudo systemctl restart "user@$(id --user).service"
    systemctl --user is-system-running --wait >/dev/null
}

# choose_for_user VARIABLE=VALUE - set the language of this user alone, from the next login on (etc/doc/languages.md)
choose_for_user() {
    mkdir -p ~/.config/environment.d
    echo "$1" >~/.config/environment.d/language.conf
}

# sun_sets MOMENT - write settings with a place where the Sun sets at that moment
#
# The first place is moved: in the minutes of this scenario the Sun takes 240 s for a degree of longitude.
sun_sets() {
    write_settings "$(awk -v later="$1" -v first="$first_moment" -F= '
        $1 == "Longitude" { $0 = sprintf("Longitude=%.7f", ($2 - (later - first) / 240 + 540) % 360 - 180) }
        { print }' <<<"$first_place")"
}

# in_session COMMAND... - run it as a desktop starts its programs, with the environment of the user manager
in_session() { systemd-run --user --quiet --collect --wait --pipe --same-dir --setenv=COLUMNS=80 "$@"; }

# has_sent_popup FILE - whether a monitor has recorded a request for a popup there
has_sent_popup() { grep --quiet '"member":"Notify"' "$1"; }
is_heard() {
    busctl --user --quiet call org.freedesktop.Notifications /org/freedesktop/Notifications \
        org.freedesktop.Notifications GetServerInformation
    [[ -s $1 ]]
}

# hears NAME - save what the session NAME shows: the sunset, its entry, and a picture of the screen
hears() {
    # A service that is enabled is started by the login.
    await announcement_is_complete
    # dunst draws shortly after its answer.
    sleep 0.5
    import -window root "$TESTBED_OUT/screen-$1.png"
    save_notifications "popup-$1"
    save_entries "entries-$1" --since="@$since" "$event"
}

# previews NAME - save the request for a preview, which has the texts of the actions, too
previews() {
    local monitor
    busctl --user --json=short monitor --match="type='method_call',interface='org.freedesktop.Notifications'" \
        >"$TESTBED_OUT/calls-$1.json" &
    monitor=$!
    await is_heard "$TESTBED_OUT/calls-$1.json"
    in_session ~/.local/bin/suntracker preview sunset >/dev/null
    await has_sent_popup "$TESTBED_OUT/calls-$1.json"
    kill "$monitor"
    save_notifications "preview-$1"
}

# session NAME VARIABLE=VALUE... - one session, in which the Sun sets
session() {
    since=$(date +%s.%6N)
    sun_sets "$(seconds_from_now 2)"
    log_in_with "${@:2}"
    hears "$1"
    in_session ~/.local/bin/suntracker >"$TESTBED_OUT/today-$1.txt"
    in_session ~/.local/bin/suntracker chart 3m >"$TESTBED_OUT/chart-$1.txt"
    in_session ~/.local/bin/suntracker chart 3m --html "$TESTBED_OUT/page-$1.html"
}

# The time zone of a ship at the place: in that of another part of the world the texts say so, which at some hours of the
# day UTC is.
first_moment=$(seconds_from_now 2)
first_place=$(place_with sunset "$first_moment")
sudo timedatectl set-timezone "$(awk -F= '$1 == "Longitude" { printf "Etc/GMT%+.0f", -$2 / 15 }' <<<"$first_place")"
"${install[@]}" >"$TESTBED_OUT/install.txt"
systemctl --user enable --quiet suntrackerd
session de LANG=de_DE.UTF-8
previews de
fact entry_name "$(sed -n '/^\[Desktop Action today\]/,$s/^Name\[de\]=//p' \
    ~/.local/share/applications/io.github.suntracker.Suntracker.desktop | head --lines=1)"
# libc has these texts in German, too.
fact refusal "$(in_session ~/.local/bin/suntracker config check /etc/shadow 2>&1)"
session fr LANG=fr_FR.UTF-8
session es LANG=es_ES.UTF-8
session ja LANG=ja_JP.UTF-8
session ar LANG=ar_EG.UTF-8
# German, with the formats of another country.
choose_for_user LC_TIME=en_US.UTF-8
session mixed LANG=de_DE.UTF-8
# LANGUAGE is tried before LANG. Not with LANG=C.UTF-8, where libc 2.36 uses it, and 2.41 does not.
choose_for_user LANGUAGE=fr
session chosen LANG=en_US.UTF-8
# There is a German catalog, but this locale is not compiled.
choose_for_user LANG=de_AT.UTF-8
session missing LANG=C.UTF-8
# As a desktop imports its environment when the service runs already: it is in force from the next start on.
systemctl --user set-environment LANG=ja_JP.UTF-8 LC_ALL=C
systemctl --user restart suntrackerd
await has_name
previews C
in_session ~/.local/bin/suntracker >"$TESTBED_OUT/today-C.txt"

save_complaints complaints
"$stage/etc/install" --remove >/dev/null
fact catalogs "$(find ~/.local/share -name suntracker.mo | wc --lines)"
