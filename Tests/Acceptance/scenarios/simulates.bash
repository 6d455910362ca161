#!/bin/bash
# The service with --simulate announces two days in seconds, and does not change the real state.
. "${0%/*}/lib.bash"

rm -rf "$state"
"${install[@]}"
# At this speed the default grace of ten minutes is 42 ms, which a busy machine may exceed.
write_settings '[Notifications]' 'Grace=6h'
mkdir -p ~/.config/systemd/user/suntrackerd.service.d
cat >~/.config/systemd/user/suntrackerd.service.d/simulate.conf <<'END'
[Service]
# A simulation does not notify the service manager, neither READY=1 nor WATCHDOG=1.
Type=exec
WatchdogSec=0
ExecStart=
ExecStart=%h/.local/bin/suntrackerd --location 39.7392,-104.9903 --simulate 2026-03-19T00:00:00Z --speed 14400
END
systemctl --user daemon-reload
systemctl --user start suntrackerd
await_entries 4 "$event"
systemctl --user stop suntrackerd
save_entries entries "$event"
save_notifications notifications
fact real_ledger "$([[ -e $state/ledger ]] && echo there || echo none)"
