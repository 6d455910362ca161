#!/bin/bash
# The unit, told to run on a fast clock, announces two days in seconds, and keeps that apart from the real record.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

"${install[@]}"
# At this speed the usual ten minutes of grace are 42 ms, which a machine with much else to do may take.
write_settings '[Notifications]' 'Grace=6h'
mkdir -p ~/.config/systemd/user/suntrackerd.service.d
cat >~/.config/systemd/user/suntrackerd.service.d/simulate.conf <<'END'
[Service]
# A simulation tells the manager nothing: not that it is ready, and not that it is alive.
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
