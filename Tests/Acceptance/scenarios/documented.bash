# shellcheck shell=bash
#
# The command lines of the documentation, as a reader copies them, with the installed programs: DocumentedCommandTests
# (Tests/CommandTests/Documentation) checks that none is missing. A scenario runs them where the service is installed.

# documented LINE - run it; save its exit status in documented.tsv, and its output in documented.txt
documented() {
    local status=0 output
    output=$(mktemp)
    bash -c "$lamp"$'\n'"$1" >"$output" 2>&1 </dev/null || status=$?
    report_documented "$status" "$1" "$output"
}

# documented_until TEXT LINE - run it until its output has the text, and end it
documented_until() {
    local status=0 output process
    output=$(mktemp)
    bash -c "exec $2" >"$output" 2>&1 </dev/null &
    process=$!
    await grep --quiet --fixed-strings -- "$1" "$output" || status=1
    kill "$process"
    wait "$process" || :
    report_documented "$status" "$2" "$output"
}

report_documented() {
    printf '%s\t%s\n' "$1" "$2" >>"$TESTBED_OUT/documented.tsv"
    { printf '$ %s\n' "$2"; cat "$3"; } >>"$TESTBED_OUT/documented.txt"
    rm "$3"
}

# A lamp that ends the loop in which it is lit.
lamp='lamp() { echo lamp "$@"; exit; }'

# run_documented SECONDS - run all. To start a program takes less than that time.
run_documented() {
    documented 'suntracker'
    documented 'suntracker --place Denver --at 2026-11-21T19:00:00Z'
    documented 'suntracker --place Tokyo'
    documented_until '"text"' 'suntracker today --watch --format waybar'
    documented 'suntracker next sunset'
    documented 'suntracker next --help'
    documented 'suntracker events'
    documented 'suntracker events --days 365 --format ics'
    documented 'suntracker events --days 365 --events sunrise,sunset --format csv'
    documented 'suntracker events --days 365 --events sunset --format ics --alarm 10min'
    documented 'suntracker chart'
    documented 'suntracker chart --open'
    documented 'suntracker poll'
    documented 'suntracker config'
    documented 'suntracker config check'
    documented 'suntracker config set Notifications.Late notify'

    documented 'systemctl --user enable --now suntrackerd'
    documented 'systemctl --user start suntrackerd'
    documented 'systemctl --user reload suntrackerd'
    documented 'systemctl --user status suntrackerd'
    documented 'suntracker status'
    documented 'suntracker history'
    documented 'suntracker doctor'
    documented 'suntracker preview'
    documented 'busctl --user introspect io.github.suntracker.Suntracker1 /io/github/suntracker/Suntracker1'
    documented 'journalctl --user -u suntrackerd'
    documented 'journalctl --user -x -u suntrackerd'
    documented_until 'Sunset in Denver' 'suntrackerd --place Denver --simulate 2026-03-19T00:00:00Z --speed 7200'
    documented 'journalctl --user SUNTRACKER_EVENT=sunset'
    documented 'journalctl --user SUNTRACKER_PHASE=night'

    # Where sunset is soon enough. Both wait at the same time.
    # shellcheck disable=SC2154  # from lib.bash
    place_with sunset "$(seconds_from_now "$((1800 + $1))")" >"$settings.new"
    mv "$settings.new" "$settings"
    documented 'suntracker wait sunset --offset -30min && lamps on' &
    first=$!
    documented 'while suntracker wait sunset --offset=-30min; do lamp on; done'
    wait "$first"
    documented 'echo 1 | suntracker location choose Tokyo'
    documented 'suntracker location set Denver'
}
