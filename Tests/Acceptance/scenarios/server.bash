#!/bin/bash
# A real notification server on a real screen: what it is asked, what it answers, what is seen, and whether it lives on.
#
# SERVER: which one, by its file in servers/. HANG: for how many seconds it hangs in the middle.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"
tools=${0%/*}/servers
# shellcheck source=servers/lib.bash
. "$tools/lib.bash"
# shellcheck source=servers/dunst.bash
. "$tools/$SERVER.bash"

bus=$TESTBED_OUT/bus.json
# answers NUMBER - until the server has answered so many requests of this step; it gives up on one that has died
answers() {
    local deadline=$((SECONDS + 15))
    until [[ $("$tools/popups" "$bus" --answered "$step") -ge $1 ]]; do
        ((SECONDS < deadline)) && is_served || return 0
        sleep 0.1
    done
}

# Each step begins with a server that runs, and without popups.
begin() {
    step=$1
    echo "{\"step\": \"$step\"}" >>"$bus"
    is_served || start_server
    process=$(owner org.freedesktop.Notifications)
    since=$(date +%s.%6N)
}
# close_popup NUMBER - as the program does that showed it
close_popup() {
    timeout 5 busctl --user call org.freedesktop.Notifications /org/freedesktop/Notifications \
        org.freedesktop.Notifications CloseNotification u "$1" >/dev/null 2>&1 || :
}
# end [NUMBER...] - closes what is still there, and those of other programs with that number
end() {
    local number numbers
    fact "$step.lives" "$([[ $(owner org.freedesktop.Notifications) == "$process" ]] && echo yes || echo no)"
    numbers=$("$tools/popups" "$bus" --live)
    for number in $numbers "$@"; do close_popup "$number"; done
    await_bare_screen
}
# A popup that was closed may take its time to go, and the next click is not meant for it.
await_bare_screen() {
    local picture=$TESTBED_OUT/bare.png
    for _ in {1..10}; do
        take_picture "$picture"
        [[ $("$tools/count-icons" "$picture") != 0 ]] || break
        sleep 0.2
    done
    rm "$picture"
}

# look - keeps a picture of the screen, as soon as something is on it or 5 s have passed; what is in it is found later
look() {
    local picture=$TESTBED_OUT/$step.png tries
    for tries in {1..10}; do
        sleep 0.5
        take_picture "$picture"
        [[ $(identify -format '%#' "$picture") == "$empty" ]] || break
    done
    # Once more, for what is still on its way in or out.
    sleep "$settle"
    take_picture "$picture"
    echo "{\"picture\": \"$step\"}" >>"$bus"
    fact "$step.listed" "$(list_popups 2>&1 | xargs)"
    fact "$step.tries" "$tries"
}

# place EVENT SECONDS - settings of a place with letters that markup uses in its name, where the event is then
place() { place_with "$1" "$(seconds_from_now "$2")" | sed 's|^Name=.*|Name=A \& B <i>x</i>|'; }

# comes EVENT - the event, 5 s from now at a new place, for a service that remembers nothing, has come
comes() {
    is_coming "$1"
    await_entries 1 --since="@$since" "$event"
}
is_coming() {
    systemctl --user stop suntrackerd
    rm -rf "$state"
    # shellcheck disable=SC2046
    write_settings "$(place "$1" 5)"
    systemctl --user reset-failed suntrackerd 2>/dev/null || :
    systemctl --user start suntrackerd
}

preview() {
    # Plasma refuses what is like the last popup within a second.
    sleep 1.1
    "$stage/programs/suntracker" preview "$1" >>"$TESTBED_OUT/preview.txt" 2>&1 ||
        echo "exit $?" >>"$TESTBED_OUT/preview.txt"
}

# --- a screen, a server, and what listens -----------------------------------------------------------------------------

# The only server is the one that is started here, so that one that dies is not started again unseen.
grep --files-with-matches '^Name=org.freedesktop.Notifications$' /usr/share/dbus-1/services/* | sudo xargs rm
systemctl --user mask --quiet --runtime --now dunst.service
busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig >/dev/null

# What opens a page here writes down how it was started.
sudo tee /usr/local/bin/xdg-open >/dev/null <<'END'
#!/bin/sh
echo "$1 $XDG_ACTIVATION_TOKEN" >"$HOME/opened.new"
mv "$HOME/opened.new" "$HOME/opened"
END
sudo chmod 755 /usr/local/bin/xdg-open

"${install[@]}" >/dev/null
xsetroot -solid '#2d4a3e' 2>/dev/null || :
start_screen
busctl --user --json=short monitor --match="interface=org.freedesktop.Notifications" --match="type=method_return" \
    --match="type=error" >>"$bus" 2>/dev/null &
start_server
fact version "$(busctl --user --json=short call org.freedesktop.Notifications /org/freedesktop/Notifications \
    org.freedesktop.Notifications GetServerInformation)"
fact capabilities "$(busctl --user --json=short call org.freedesktop.Notifications /org/freedesktop/Notifications \
    org.freedesktop.Notifications GetCapabilities)"

# Without a popup there is no icon: else the count shows nothing.
begin none
take_picture "$TESTBED_OUT/none.png"
empty=$(identify -format '%#' "$TESTBED_OUT/none.png")

# --- a sunrise, and a sunset while its popup may still be there -------------------------------------------------------

begin sunrise
comes sunrise
await announcement_is_complete
look
fact sunrise.lives "$([[ $(owner org.freedesktop.Notifications) == "$process" ]] && echo yes || echo no)"
begin sunset
comes sunset
await announcement_is_complete
look
end

# --- previews: the later one takes the place of the earlier one, also of an earlier run of the service ----------------

begin previews
preview sunrise
answers 1
preview sunrise
answers 2
look
end
begin restarted
preview sunset
answers 1
preview sunset
answers 2
systemctl --user restart suntrackerd
# Else the command shows it by itself.
await busctl --user --quiet status io.github.suntracker.Suntracker1
preview sunset
answers 3
look
end

# --- a click ----------------------------------------------------------------------------------------------------------

begin click
preview sunset
answers 1
look
rm -f ~/opened
click >"$TESTBED_OUT/click.txt" 2>&1 || :
for _ in {1..20}; do
    [[ ! -e ~/opened ]] || break
    sleep 0.25
done
fact click.page "$(cat ~/opened 2>/dev/null)"
end

# --- popups of other programs wake nobody -----------------------------------------------------------------------------

begin foreign
sleep 6
before=$(context_switches "$(unit_is MainPID)")
others=()
for number in {1..10}; do
    # Each with a text of its own: Plasma refuses many that are alike.
    others+=("$(notify-send --print-id --app-name=Other --expire-time=500 --hint=int:transient:1 "Popup $number")")
done
sleep 2
fact foreign.wakeups "$(waits_between "$before" "$(context_switches "$(unit_is MainPID)")")"
end "${others[@]}"

# --- kill -9 in the middle of an announcement: as soon as the server has been asked -----------------------------------

begin killed
is_coming sunrise
exec {requests}< <(exec busctl --user --json=short monitor 2>/dev/null \
    --match="type=method_call,interface=org.freedesktop.Notifications,member=Notify")
service=$(unit_is MainPID)
read -r -t "$patience" -u "$requests"
kill -KILL "$service"
fact killed.ledger "$(grep --only-matching --max-count=1 'announc[a-z]*' "$state/ledger")"
exec {requests}<&-
await_entries 2 --since="@$since" "$started"
await announcement_is_complete
look
save_entries killed --since="@$since" "$event"
end

# --- a server that hangs ----------------------------------------------------------------------------------------------

begin hung
# mate-notification-daemon exits after 30 s without a popup, also if it was stopped for most of them.
other=$(notify-send --print-id --app-name=Other --expire-time=0 "A popup that stays")
kill -STOP "$process"
comes sunset
sleep "$HANG"
kill -CONT "$process"
await announcement_is_complete || :
answers 1
close_popup "$other"
look
save_entries hung.not_shown --since="@$since" "$not_shown"
end

# --- another server in its place, and this one again ------------------------------------------------------------------

begin replaced
preview sunrise
answers 1
systemctl --user stop testbed-server
record_popups replaced
preview sunrise
await has_recorded 1
systemctl --user stop testbed-recorder
start_server
process=$(owner org.freedesktop.Notifications)
preview sunrise
answers 3
look
fact replaced.lives "$([[ $(owner org.freedesktop.Notifications) == "$process" ]] && echo yes || echo no)"
fact replaced.service "$(unit_is NRestarts)"

# --- how long it stays: not all servers say when a popup ends, so there is a picture too ------------------------------

for _ in {1..15}; do
    stays=$("$tools/popups" "$bus" --stays)
    [[ ! $stays ]] || break
    sleep 1
done
fact stays "${stays:--}"
take_picture "$TESTBED_OUT/stays.png"

"$tools/popups" "$bus" >"$TESTBED_OUT/asked.json"
for picture in "$TESTBED_OUT"/*.png; do
    step=${picture##*/}
    step=${step%.png}
    fact "$step.icons" "$("$tools/count-icons" "$picture" | xargs)"
    fact "$step.live" "$("$tools/popups" "$bus" --live "$step" | wc --lines)"
done
save_complaints complaints
