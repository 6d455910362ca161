# shellcheck shell=bash
#
# The command lines of the documentation that need a service or a bus, as a reader copies them, with the installed
# programs. DocumentedCommandTests runs the others.

# documented LINE - run the line; save its exit status in documented.tsv, and its output in documented.txt
documented() {
    local status=0 output
    output=$(mktemp)
    bash -c "$1" >"$output" 2>&1 </dev/null || status=$?
    report_documented "$status" "$1" "$output"
}

# documented_until TEXT LINE - run the line until its output contains the text, and then end it
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

# run_documented - run all lines
run_documented() {
    documented 'suntracker'
    documented_until '"text"' 'suntracker today --watch --format waybar'
    documented 'suntracker chart --open'
    documented 'suntracker config'
    documented 'suntracker config set Notifications.Quiet 22:00-07:00'

    documented 'systemctl --user enable --now suntrackerd'
    documented 'systemctl --user start suntrackerd'
    documented 'systemctl --user reload suntrackerd'
    documented 'systemctl --user status suntrackerd'
    documented 'suntracker status'
    documented 'suntracker preview'
    documented 'busctl --user introspect io.github.suntracker.Suntracker1 /io/github/suntracker/Suntracker1'
    documented 'journalctl --user -u suntrackerd'
    documented 'journalctl --user -x -u suntrackerd'
    documented 'suntrackerd --place Denver --simulate 2026-03-19 --until 2026-03-22'
    documented 'journalctl --user SUNTRACKER_EVENT=sunset'
    documented 'journalctl --user SUNTRACKER_PHASE=night'
    documented 'suntracker place Denver'
}
