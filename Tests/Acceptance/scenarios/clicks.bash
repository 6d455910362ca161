#!/bin/bash
# A click on a popup opens the chart outside the service's sandbox; counts what wakes the service meanwhile.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

# The opener of the page records how it was started.
sudo tee /usr/local/bin/xdg-open >/dev/null <<'END'
#!/bin/sh
{
    echo "page=$1"
    echo "token=$XDG_ACTIVATION_TOKEN"
    echo "display=$DISPLAY"
    awk '/^NoNewPrivs|^Seccomp_filters:/ { print $1 $2 }' /proc/self/status
    sed -n 's/^0::.*\//unit=/p' /proc/self/cgroup
} >"$HOME/opened.new"
mv "$HOME/opened.new" "$HOME/opened"
END
sudo chmod 755 /usr/local/bin/xdg-open

fact filters "$(own_filters)"

# opened NAME - wait for the page, and save the record
opened() {
    await test -e ~/opened
    mv ~/opened "$TESTBED_OUT/$1.txt"
}

# switches - the number of voluntary context switches of the service, and the number of its threads
switches() {
    cat "/proc/$(unit_is MainPID)"/task/*/status | awk '/^voluntary_ctxt_switches/ { sum += $2; n++ } END { print sum, n }'
}

# has_connections NUMBER - whether the service has that many connections to the session bus
has_connections() {
    local number
    number=$(busctl --user list --no-legend |
        awk -v pid="$(unit_is MainPID)" '$2 == pid && /^:/ { n++ } END { print n + 0 }')
    [[ $number == "$1" ]]
}

# server_closed NUMBER - whether the server has closed that many popups
server_closed() { [[ $(grep --count NotificationClosed "$TESTBED_OUT/server.txt") == "$1" ]]; }

"${install[@]}" >/dev/null
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
systemctl --user start suntrackerd

# dunst sends its signals to one client. It shows a popup for the time set here.
"$stage/programs/suntracker" preview sunset >/dev/null
await pgrep dunst
await has_connections 2
dunstctl action
opened dunst
dunstctl close-all
await has_connections 1

# A server that broadcasts its signals.
systemctl --user mask --quiet --runtime --now dunst.service
/usr/local/libexec/testbed-broadcaster "$XDG_RUNTIME_DIR/bus" >"$TESTBED_OUT/server.txt" &
server=$!
await busctl --user --quiet status org.freedesktop.Notifications
"$stage/programs/suntracker" preview sunset >/dev/null
await grep --quiet 'Notify Suntracker' "$TESTBED_OUT/server.txt"
# libdispatch ends a thread that has been idle for 5 s.
sleep 8
before=$(switches)
for _ in {1..20}; do notify-send --app-name=Other "A popup of another program"; done
await server_closed 20
sleep 1
fact switches_by_others "$before then $(switches)"
kill -USR2 "$server"
await grep --quiet ActionInvoked "$TESTBED_OUT/server.txt"
sleep 1
fact opened_by_others "$(test -e ~/opened && echo yes || echo no)"
kill -USR1 "$server"
opened broadcaster
kill "$server"
save_entries complaints SYSLOG_IDENTIFIER=suntrackerd PRIORITY=4
