#!/bin/bash
# The state cannot be saved or read: a full disk, a folder that is read-only or cannot be created, a damaged ledger.
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

# troubles NAME - save the journal messages about the state folder since the last call, one per line
troubles() {
    sudo journalctl --sync
    journalctl --user --quiet --output=cat --since="@$asked" "$trouble" >"$TESTBED_OUT/$1.txt"
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
troubles full_troubles
rm "$state/filler"
announces space sunset
await announcement_is_complete
troubles space_troubles

systemctl --user stop suntrackerd
rm "$state/ledger"
sudo mount -o remount,ro "$state"
announces readonly sunrise
troubles readonly_troubles
# The lock works even if nothing can be written to the folder.
fact second_readonly "$({ timeout 10 ~/.local/bin/suntrackerd 2>&1 || echo "status $?"; } | paste --serial)"
systemctl --user stop suntrackerd
sudo umount "$state"

mkdir -p ~/.config/systemd/user/suntrackerd.service.d
printf '[Service]\nEnvironment=XDG_STATE_HOME=/proc/nowhere\n' >~/.config/systemd/user/suntrackerd.service.d/state.conf
systemctl --user daemon-reload
announces nowhere sunset
troubles nowhere_troubles
systemctl --user stop suntrackerd
rm -r ~/.config/systemd/user/suntrackerd.service.d
systemctl --user daemon-reload

mkdir -p "$state"
printf 'suntracker-ledger 1\nsettled-thr' >"$state/ledger"
announces damaged sunrise
await announcement_is_complete
troubles damaged_troubles
fact damaged "$(tr '\n' ' ' <"$state/ledger.damaged")"

systemctl --user stop suntrackerd
printf 'suntracker-ledger 99\nof another kind\n' >"$state/ledger"
announces newer sunset
await announcement_is_complete
troubles newer_troubles
fact newer "$(tr '\n' ' ' <"$state/ledger.damaged")"
