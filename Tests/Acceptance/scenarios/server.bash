#!/bin/bash
# A real notification server on a real screen: the requests, the replies, the screenshots, and whether it keeps running.
#
# SERVER: the server, named after its file in servers/. HANG: the number of seconds for which the server is stopped.
. "${0%/*}/lib.bash"
tools=${0%/*}/servers
# shellcheck source=servers/lib.bash
. "$tools/lib.bash"
# shellcheck source=servers/dunst.bash
. "$tools/$SERVER.bash"

bus=$TESTBED_OUT/bus.json
# answers NUMBER - wait until the server has replied to this many requests of this step; return if it has died
answers() {
    local deadline=$((SECONDS + 15))
    until has_answers "$1"; do
        ((SECONDS < deadline)) && is_served || return 0
        sleep 0.1
    done
}

has_answers() { [[ $("$tools/popups" "$bus" --answered "$step") -ge $1 ]]; }

# begin STEP - begin a step with a running server, and without popups
begin() {
    step=$1
    echo "{\"step\": \"$step\"}" >>"$bus"
    is_served || start_server
    process=$(owner org.freedesktop.Notifications)
    since=$(date +%s.%6N)
}
# close_popup NUMBER - close a popup as the program that requested it does
close_popup() {
    timeout 5 busctl --user call org.freedesktop.Notifications /org/freedesktop/Notifications \
        org.freedesktop.Notifications CloseNotification u "$1" >/dev/null 2>&1 || :
}
# end [NUMBER...] - close the popups that are still open, and other programs' popups with these numbers
end() {
    local number numbers
    fact "$step.lives" "$([[ $(owner org.freedesktop.Notifications) == "$process" ]] && echo yes || echo no)"
    numbers=$("$tools/popups" "$bus" --live)
    for number in $numbers "$@"; do close_popup "$number"; done
    await_bare_screen
}
# await_bare_screen [PICTURE] - wait until closed popups have disappeared, so that they do not receive the next click, and
# save a screenshot
await_bare_screen() {
    local picture=${1:-$TESTBED_OUT/bare.png}
    for _ in {1..40}; do
        take_picture "$picture"
        [[ $("$tools/count-icons" "$picture") != 0 ]] || break
        be_active
        sleep 0.5
    done
}

# appears [NAME] - wait until a popup is visible, at most for ten pictures, and until it has settled
appears() {
    local picture=$TESTBED_OUT/${1:-$step}.png
    for _ in {1..10}; do
        sleep 0.5
        take_picture "$picture"
        [[ $("$tools/count-icons" "$picture") == 0 ]] || break
    done
    # A popup may still be appearing or disappearing.
    sleep "$settle"
}
# look [NAME] - save the number of popups that the server lists, and when one is visible, a screenshot, by default under
# the step's name; it is searched for icons later
look() {
    local name=${1:-$step} picture settled=$TESTBED_OUT/settled.png
    picture=$TESTBED_OUT/$name.png
    fact "$name.listed" "$(list_popups 2>&1 | xargs)"
    appears "$name"
    take_picture "$settled"
    # A popup that is visible for 5 s may be gone already.
    if [[ $("$tools/count-icons" "$settled") == 0 && $("$tools/count-icons" "$picture") != 0 ]]; then
        rm "$settled"
    else
        mv "$settled" "$picture"
    fi
}

# until_gone [NAME] - wait until no popup is visible, and save a screenshot, which is searched for icons later
until_gone() {
    local picture=$TESTBED_OUT/${1:-$step}.gone.png
    if [[ $stays ]]; then take_picture "$picture"; else await_bare_screen "$picture"; fi
}
# again - show a second preview, and save a screenshot
again() {
    preview sunset
    answers 2
    look
    end
}

place_name='A & B <i>x</i>'
# comes EVENT - wait for the event, in 5 s at a new place, with an empty ledger
comes() {
    start_anew "$1" 5
    await_entries 1 --since="@$since" "$event"
}

preview() {
    # Plasma rejects a popup that equals the last one within a second.
    sleep 1.1
    "$stage/programs/suntracker" preview "$1" >>"$TESTBED_OUT/preview.txt" 2>&1 ||
        echo "exit $?" >>"$TESTBED_OUT/preview.txt"
}

# --- a screen, a server, and a bus monitor ----------------------------------------------------------------------------

# No other server can be started, so that a crash of this server does not go unnoticed.
grep --files-with-matches '^Name=org.freedesktop.Notifications$' /usr/share/dbus-1/services/* | sudo xargs rm
systemctl --user mask --quiet --runtime --now dunst.service
busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig >/dev/null

record_openings
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

# Without a popup, no icon must be found; otherwise, the count means nothing.
begin none
await_bare_screen "$TESTBED_OUT/none.png"

# --- a sunrise, and a sunset while its popup may still be open --------------------------------------------------------

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

# --- previews: the later one replaces the earlier one, also one of an earlier run of the service ----------------------

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
await busctl --user --quiet status io.github.suntracker.Suntracker1
preview sunset
answers 3
look
end

# --- one popup, with which the others are compared ---------------------------------------------------------------------

begin one
preview sunset
answers 1
look
# shellcheck disable=SC2034
icon=$("$tools/count-icons" "$TESTBED_OUT/one.png" | tail --lines=1)
end

# --- the same kind again, when the first popup is not on the screen any more -------------------------------------------

begin expired
preview sunset
answers 1
appears
until_gone
again
begin dismissed
preview sunset
answers 1
look
dismiss >"$TESTBED_OUT/dismiss.txt" 2>&1 || :
until_gone
again
begin clicked
preview sunset
answers 1
# Some popups are visible for 5 s. A click before the popup is drawn, or after the click that opens the page, has no
# effect.
for _ in {1..10}; do
    click >>"$TESTBED_OUT/click.txt" 2>&1 || :
    for _ in {1..4}; do
        [[ ! -e ~/opened ]] || break 2
        sleep 0.25
    done
done
fact clicked.page "$(xargs <~/opened 2>/dev/null)"
until_gone
again
begin outlived
preview sunset
answers 1
appears
until_gone
systemctl --user restart suntrackerd
await has_name
again
begin renewed
preview sunset
answers 1
appears
until_gone
systemctl --user stop testbed-server
start_server
process=$(owner org.freedesktop.Notifications)
again

# Two days of 80 s.
begin days
systemctl --user stop suntrackerd
printf '%s\n' '[Location]' 'Latitude=0' 'Longitude=0' "Name=$place_name" >~/days.conf
systemd-run --user --quiet --collect --unit=testbed-days "$stage/programs/suntrackerd" --config ~/days.conf \
    --simulate 2026-03-10T05:30:00Z --until 2026-03-12T05:30:00Z --speed 1080
for number in {1..4}; do
    await has_answers "$number"
    look "days$number"
    until_gone "days$number"
done
# It ends by itself, if it has not yet.
systemctl --user stop testbed-days 2>/dev/null || :
end
systemctl --user start suntrackerd
await has_name

# --- the popup about an error in the settings, which disappears with the error ----------------------------------------

good=$(place_with sunrise "$(seconds_from_now 3600)")
# refuse - write settings with an error, and wait until the server has replied to the popup about it
refuse() {
    write_settings "$(sed 's/^Latitude=.*/Latitude=139/' <<<"$good")"
    answers 1
}
mend() {
    write_settings "$good"
    await_entries 1 --since="@$since" "$reloaded"
}
begin refused
refuse
look
mend
end
# Without a screenshot of the error, because some popups are visible for 5 s.
begin mended
# GNOME does not let another program close the popups of earlier steps.
open=$("$tools/popups" "$bus" --live | wc --lines)
refuse
mend
for _ in {1..50}; do
    (($("$tools/popups" "$bus" --live | wc --lines) > open)) || break
    sleep 0.1
done
await_bare_screen "$TESTBED_OUT/mended.png"
end

# --- popups of other programs do not wake the service -----------------------------------------------------------------

begin foreign
sleep 6
before=$(context_switches "$(unit_is MainPID)")
others=()
for number in {1..10}; do
    # Each popup has a different text, because Plasma rejects many equal ones.
    others+=("$(notify-send --print-id --app-name=Other --expire-time=500 --hint=int:transient:1 "Popup $number")")
done
sleep 2
fact foreign.wakeups "$(waits_between "$before" "$(context_switches "$(unit_is MainPID)")")"
end "${others[@]}"

# --- kill -9 during an announcement: as soon as the request is sent ---------------------------------------------------

begin killed
exec {requests}< <(exec busctl --user --json=short monitor 2>/dev/null \
    --match="type=method_call,interface=org.freedesktop.Notifications,member=Notify")
start_anew sunrise 5
killed=$(unit_is MainPID)
read -r -t "$patience" -u "$requests"
# The next run writes to the ledger, too.
kill -STOP "$killed"
fact killed.ledger "$(announcements | grep --only-matching --extended-regexp --max-count=1 '^(announced|open)')"
kill -KILL "$killed"
exec {requests}<&-
await_entries 2 --since="@$since" "$started"
await announcement_is_complete
look
save_entries killed --since="@$since" "$event"
end

# --- a server that hangs ----------------------------------------------------------------------------------------------

begin hung
kill -STOP "$process"
comes sunset
sleep "$HANG"
kill -CONT "$process"
await announcement_is_complete || :
answers 1
look
save_entries hung.not_shown --since="@$since" "$not_shown"
end

# --- another server, and then this one again --------------------------------------------------------------------------

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

# --- how long it stays: not all servers report the end of a popup, so there is a screenshot ---------------------------

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
done
save_complaints complaints
