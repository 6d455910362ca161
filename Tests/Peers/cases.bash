#!/bin/bash
# The evenings of Tests/Peers/run, inside the machine: cases.bash CASE...
#
# It only writes its observations to $TESTBED_OUT/seen.txt: "TIME UPTIME WHO WHAT...". The uptime includes suspends. WHO
# is a program, "case" (a case begins, with the moments of its evening), or "now" (an action on the machine, and the end
# of the minute after it). The table is made from these lines.
# shellcheck source-path=SCRIPTDIR/../Acceptance/scenarios source=lib.bash
. "${0%/*}/../scenarios/lib.bash"
# shellcheck source-path=SCRIPTDIR/../Acceptance/scenarios source=machine.bash
. "${0%/*}/../scenarios/machine.bash"

# shellcheck disable=SC2154
peers=$stage/peers
seen=$TESTBED_OUT/seen.txt
berlin=(52.52 13.41)
# shellcheck disable=SC2034
coordinate=52.52,13.41
note() {
    local up
    read -r up _ </proc/uptime
    echo "$EPOCHREALTIME $up $*" >>"$seen"
}

# Runs a program without restarts, as an autostart file or a line in a compositor's configuration would.
run_peer() {
    systemd-run --user --quiet --collect --unit="peer-$1" --property="StandardOutput=append:$seen" \
        --setenv=WAYLAND_DISPLAY=peers "${@:2}"
}

# The notification server, which stands in for a desktop's server.
run_server() {
    systemd-run --user --quiet --collect --unit=peer-server --service-type=dbus \
        --property=BusName=org.freedesktop.Notifications /usr/local/libexec/testbed-recorder "$TESTBED_OUT/popups.json"
}
run_compositor() {
    rm -f "$XDG_RUNTIME_DIR/peers"
    run_peer compositor "$peers/compositor" "$XDG_RUNTIME_DIR/peers"
    await test -S "$XDG_RUNTIME_DIR/peers"
    # A wlroots compositor starts this program from its configuration.
    run_peer wlsunset --property="StandardError=append:$TESTBED_OUT/wlsunset.txt" \
        wlsunset -l "${berlin[0]}" -L "${berlin[1]}"
}

install_peers() {
    local program name
    # Whenever the clock is set, they would be due, and keep the processor busy.
    sudo systemctl stop '*.timer'
    sudo dpkg --install "$stage/suntracker.deb" | tee "$TESTBED_OUT/install.txt"
    for program in gammastep redshift; do
        hook ~/.config/$program/hooks/witness <<END
[ "\$1" = period-changed ] || exit 0
read -r up rest </proc/uptime
echo "\$(date +%s.%3N) \$up $program \$3" >>"$seen"
END
    done
    for name in day night; do
        # shellcheck disable=SC2154
        hook "$hooks/$name.d/witness" <<END
read -r up rest </proc/uptime
echo "\$(date +%s.%3N) \$up suntracker $name" >>"$seen"
END
        mkdir -p ~/.config/systemd/user
        printf '%s\n' '[Unit]' "PartOf=suntracker-$name.target" '[Service]' Type=oneshot RemainAfterExit=yes \
            "ExecStart=$peers/seen suntracker-target $name" '[Install]' "WantedBy=suntracker-$name.target" \
            >~/.config/systemd/user/target-$name.service
        printf '%s\n' '[Service]' Type=oneshot "ExecStart=$peers/seen timer $name" \
            >~/.config/systemd/user/evening-$name.service
    done
    # KWin without a screen; otherwise Plasma's unit.
    mkdir -p ~/.config/systemd/user/plasma-kwin_wayland.service.d
    printf '%s\n' '[Service]' Environment=KWIN_COMPOSE=Q ExecStart= \
        'ExecStart=/usr/bin/kwin_wayland_wrapper --virtual --no-lockscreen' \
        >~/.config/systemd/user/plasma-kwin_wayland.service.d/headless.conf
    printf '[NightColor]\nActive=true\n' >~/.config/kwinrc
    gsettings set org.gnome.settings-daemon.plugins.color night-light-enabled true
    gsettings set org.gnome.system.location enabled true
    # GeoClue's agent of a desktop allows what these programs ask for.
    {
        printf '[agent]\nwhitelist=geoclue-demo-agent\n'
        printf '[%s]\nallowed=true\nsystem=true\nusers=\n' gammastep redshift org.kde.knighttimed
        printf '[%s]\nenable=false\n' wifi ip
    } | sudo tee /etc/geoclue/conf.d/50-peers.conf >/dev/null
    # The plain answer: at midnight, cron writes two timers for the day.
    printf '0 0 * * * XDG_RUNTIME_DIR=%s %s/plan %s %s\n' "$XDG_RUNTIME_DIR" "$peers" "${berlin[@]}" | crontab -
    sudo ln -sfn /usr/share/zoneinfo/Europe/Berlin /etc/localtime
    systemctl --user daemon-reload
    systemctl --user --quiet enable target-day.service target-night.service suntrackerd.service
}

# lies_in LATITUDE LONGITUDE - set the location in GeoClue's static source
lies_in() {
    printf '%s\n' "$1" "$2" 0 1000 | sudo tee /etc/geolocation.new >/dev/null
    sudo mv /etc/geolocation.new /etc/geolocation
}

# starts [geoclue] - start all programs. GNOME's uses only GeoClue; wlsunset and the timer do not support it
starts() {
    local automatic=${1:+true} place=(-l "${berlin[0]}:${berlin[1]}")
    [[ ! $automatic ]] || place=()
    printf '[General]\nSource=Location\n[Location]\nAutomatic=%s\nLatitude=%s\nLongitude=%s\n' \
        "${automatic:-false}" "${berlin[@]}" >~/.config/knighttimerc
    if [[ $automatic ]]; then
        rm -f "$settings"
    else
        write_settings '[Location]' "Latitude=${berlin[0]}" "Longitude=${berlin[1]}" Name=Berlin
    fi
    run_server
    run_peer watch "$peers/watch"
    run_compositor
    run_peer agent --property=StandardOutput=null /usr/libexec/geoclue-2.0/demos/agent
    # Only some programs ask again if GeoClue does not start, as in most attempts on this machine.
    for _ in {1..8}; do
        ! sudo timeout 20 systemctl start geoclue || break
        sudo systemctl kill --signal=KILL geoclue
    done
    # GNOME's program does not ask again if GeoClue has no agent yet.
    sleep 5
    systemctl --user start plasma-kwin_wayland.service
    run_peer gammastep --property=StandardOutput=null gammastep "${place[@]}"
    run_peer redshift --property=StandardOutput=null redshift -m dummy "${place[@]}"
    # The program of GNOME's unit, which only GNOME's session can start.
    systemd-run --user --quiet --collect --unit=peer-gnome --property=Restart=on-failure /usr/libexec/gsd-color
    systemctl --user start suntrackerd
}
stops() {
    systemctl --user stop 'peer-*' 'evening-*' suntrackerd plasma-kwin_wayland plasma-knighttimed 2>/dev/null || :
    systemctl --user reset-failed
    sudo systemctl stop geoclue
}

# begins CASE SECONDS [geoclue] - start all programs on the next day, this many seconds after the sunset. Attempts to start
# GeoClue may take minutes
begins() {
    stops
    day=$(date --date="$day + 1 day" +%F)
    sunset=$(event_of sunset "$day")
    high=$(event_of altitude:3:setting "$day")
    low=$(event_of civil-dusk "$day")
    lies_in "${berlin[@]}"
    [[ ! ${nowhere-} ]] || sudo rm /etc/geolocation
    set_clock "$(after "$sunset" "$2")"
    note case "$1" "$sunset" "$high" "$low"
    [[ ! ${logged_out-} ]] || sudo systemctl start user@1000.service
    "$peers/plan" "${berlin[@]}"
    note timer-plans "$(date +%s --date="$(sed -n 's/OnCalendar=//p' ~/.config/systemd/user/evening-night.timer)")"
    starts "${@:3}"
    # shellcheck disable=SC2317
    is_settled() {
        local text
        text=$(tac "$seen" | sed '/ case /q')
        for program in suntracker gammastep redshift wlsunset kwin gnome; do
            grep --quiet " $program " <<<"$text" || return 1
        done
    }
    local tries=0
    until is_settled; do
        ((tries++ < 30)) || { note now not-all-settled; break; }
        sleep 2
    done
    sleep 3
}
# reaches MOMENT - wait until then, without polling, which would take a third of the emulated processor
reaches() { sleep "$(awk -v now="$EPOCHREALTIME" -v moment="$1" 'BEGIN { print (moment > now ? moment - now : 0) }')"; }
# minute WHAT [MOMENT] - note what is done, set the clock to the moment, and see what that led to a minute later
minute() {
    note now "$1"
    [[ ! ${2-} ]] || set_clock "$2"
    sleep 62
    check "$1"
}
check() {
    # The run may be ended before the last case.
    journalctl --user --quiet --output=json SYSLOG_IDENTIFIER=suntrackerd >"$TESTBED_OUT/suntracker.json" || :
    note alive "$(pgrep --list-name 'wlsunset|gammastep|redshift|gsd-color|kwin_wayland|knighttimed|suntrackerd' |
        cut --delimiter=' ' --fields=2 | xargs)"
    note now "checked-$1"
}

# Seconds after the sunset: before any program begins to dim, and after all programs have.
over=-3900 dusk=4500
case_awake() {
    # Three windows of one evening: the Sun at 3°, the sunset, and the Sun at -6°.
    begins awake $over
    set_clock "$(after "$high" -40)"
    note now high
    reaches "$(after "$high" 30)"
    set_clock "$(after "$sunset" -45)"
    note now sunset
    reaches "$(after "$sunset" 100)"
    set_clock "$(after "$low" -30)"
    note now low
    reaches "$(after "$low" 40)"
    check awake
}
case_asleep() {
    begins asleep $over
    note now sleeps
    sleeps "$((${sunset%.*} + dusk - EPOCHSECONDS))" "$(after "$sunset" $((dusk - 30)))"
    minute resumed
}
case_forward() {
    begins forward $over
    minute forward "$(after "$sunset" $dusk)"
    minute back "$(after "$sunset" $over)"
    minute again "$(after "$sunset" $dusk)"
}
case_killed() {
    local process
    begins killed $over
    set_clock "$(after "$sunset" -30)"
    reaches "$(after "$sunset" -1)"
    process=$(pgrep 'wlsunset|gammastep|redshift|gsd-color|kwin_wayland$|knighttimed|suntrackerd' | xargs)
    # shellcheck disable=SC2086
    kill -KILL $process
    note now killed
    sleep 120
    check killed
    minute dusk "$(after "$sunset" $dusk)"
}
case_login() {
    # The machine is used again after dusk, with a new service manager of the user. It starts Suntracker's unit itself.
    stops
    systemctl --user exit
    await has_logged_out
    logged_out=yes begins login $dusk
    minute started
}
# shellcheck disable=SC2317
has_logged_out() { ! systemctl is-active --quiet user@1000.service; }
case_ahead() {
    # The clock is hours ahead, as with a hardware clock in local time, until the network sets it.
    begins ahead 3000
    sleep 20
    minute right "$(after "$sunset" $over)"
    minute dusk "$(after "$sunset" $dusk)"
}
case_silent() {
    # GeoClue is running, but never has a location; no program remembers one from an earlier day.
    gsettings reset org.gnome.settings-daemon.plugins.color night-light-last-coordinates
    rm -rf "$state" ~/.local/state/knighttimestaterc
    sudo systemctl stop geoclue
    nowhere=yes begins silent $over geoclue
    minute forward "$(after "$sunset" $dusk)"
}
case_vanishes() {
    begins vanishes $over geoclue
    sudo systemctl mask --runtime --quiet --now geoclue
    note now vanished
    sleep 20
    minute forward "$(after "$sunset" $dusk)"
    sudo systemctl unmask --runtime --quiet geoclue
}
case_flight() {
    # It is day in Berlin, and night in Moscow.
    begins flight $over geoclue
    # timedated needs seconds to start.
    timedatectl >/dev/null
    note now landed
    lies_in 55.75 37.62
    sudo timedatectl set-timezone Europe/Moscow
    note zoned
    sleep 62
    check landed
    note now asked
    sudo systemctl restart geoclue
    sleep 62
    check asked
    sudo timedatectl set-timezone Europe/Berlin
}
case_server() {
    begins server $over
    set_clock "$(after "$sunset" -30)"
    reaches "$(after "$sunset" -6)"
    systemctl --user stop peer-server peer-compositor
    note now server-down
    reaches "$(after "$sunset" 10)"
    run_server
    systemctl --user stop peer-wlsunset 2>/dev/null || :
    run_compositor
    minute server-up
    minute dusk "$(after "$sunset" $dusk)"
}
case_drawer() {
    begins drawer $over
    note now sleeps
    echo 'sleeps 7 days longer' | sudo tee /dev/ttyS0 >/dev/null
    sleeps "$((${sunset%.*} + dusk - EPOCHSECONDS))" "$(after "$sunset" $((7 * 86400 + dusk - 30)))"
    minute resumed
    day=$(date --date="$day + 7 days" +%F)
}
case_change() {
    # The clock change at 03:00, and then the evening of the same day.
    # This case is the first one, so that the clock does not go back by weeks between cases.
    day=2026-10-24
    begins change -57600
    set_clock "$(after "$sunset" -60)"
    reaches "$(after "$sunset" 90)"
    minute dusk "$(after "$sunset" $dusk)"
    day=2026-11-02
}
case_polar() {
    local moment berlin=(69.65 18.96)
    for moment in 2027-05-20T11:00:00Z 2027-11-28T11:00:00Z; do
        stops
        lies_in "${berlin[@]}"
        set_clock "$(date +%s --date="$moment")"
        note case "polar-${moment:0:7}" 0 0 0
        "$peers/plan" "${berlin[@]}" || note now plan-failed
        starts
        sleep 60
        minute noon
        minute midnight "$(($(date +%s --date="$moment") + 43200))"
    done
}

# counters NAME - note the processor time, context switches and Pss of each program
counters() {
    local process name
    for name in suntrackerd gammastep redshift wlsunset gsd-color kwin_wayland knighttimed; do
        for process in $(pgrep --exact "$name"); do
            note counters "$1" "$name" "$(cat "/proc/$process/task"/*/status |
                awk '/^(non)?voluntary_ctxt/ { sum += $2 } END { print sum }')" \
                "$(cat "/proc/$process/task"/*/schedstat | awk '{ sum += $1 } END { print sum }')" \
                "$(sudo awk '/^Pss:/ { print $2 }' "/proc/$process/smaps_rollup")"
        done
    done
}
case_idle() {
    begins idle $dusk
    sleep 45
    counters before
    sleep "${PEERS_IDLE:-300}"
    counters after
}

day=2026-11-02
dpkg-query --show --showformat='${Package} ${Version}\n' knighttime kwin-wayland gammastep redshift wlsunset \
    gnome-settings-daemon systemd geoclue-2.0 cron python3-astral >"$TESTBED_OUT/versions.txt"
install_peers
for name; do
    "case_$name" || note now "case-failed-$name"
done
stops
journalctl --user --quiet --output=short-precise >"$TESTBED_OUT/user-journal.txt" 2>/dev/null || :
