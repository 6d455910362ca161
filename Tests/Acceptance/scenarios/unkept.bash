#!/bin/bash
# The state cannot be saved: the disk is full, or the folder is read-only.
. "${0%/*}/lib.bash"

# announces NAME EVENT - wait for the event and its popup, and save its journal entries
announces() {
    local shown since
    shown=$(wc --lines <"$recorded")
    since=$(date +%s.%6N)
    write_settings "$(place_with "$2" "$(seconds_from_now 3)")"
    systemctl --user start suntrackerd
    await_entries 1 --since="@$since" "$event" "SUNTRACKER_EVENT=$2"
    await has_recorded $((shown + 1))
    save_entries "$1" --since="@$since" "$event"
}

# problems NAME - save the journal messages about the state folder since the last call, one per line
problems() {
    sudo journalctl --sync
    journalctl --user --quiet --output=cat --since="@$asked" "$state_problem" >"$TESTBED_OUT/$1.txt"
    asked=$(date +%s.%6N)
}
asked=$(date +%s.%6N)

record_popups unkept
"${install[@]}" >/dev/null

mkdir -p "$state"
sudo mount -t tmpfs -o "size=64k,mode=700,uid=$(id --user),gid=$(id --group)" tmpfs "$state"
# A last fix, which is not used, shows that this is not the first start.
printf 'suntracker-fix 1\ncoordinate 0.5 0.5\nend\n' >"$state/last-fix"
head --bytes=1M /dev/zero >"$state/filler" 2>/dev/null || fact full yes
announces full sunrise
problems full_problem
rm "$state/filler"
announces space sunset
await announcement_is_complete
problems space_problem

systemctl --user stop suntrackerd
rm "$state/ledger"
sudo mount -o remount,ro "$state"
announces readonly sunrise
problems readonly_problem
