#!/bin/bash
# The targets of events and alerts start the units that are wanted by them, at each event again.
. "${0%/*}/lib.bash"

"${install[@]}" >/dev/null
samples=~/.local/share/suntracker/units
units=~/.config/systemd/user

# sample NAME [SED] - install the sample unit at-sunset.service under another name, changed by this script of sed
sample() { sed "${2:-}" "$samples/at-sunset.service" | install -D -m 644 /dev/stdin "$units/$1"; }
# ran UNIT - the number of times that the program of a unit has run. What a program prints that ends immediately may have
# no unit in the journal, unlike what the manager says about it.
ran() { journalctl --user --unit="$1" --grep='^Finished ' --output=cat --quiet | wc --lines; }
has_run() { [[ $(ran "$1") == "$2" ]]; }
is_inactive() { [[ $(systemctl --user is-active "$1") == inactive ]]; }

# One by the [Install] section, the other by a command.
sample at-sunset.service
sample lamp.service '/^\[Install\]/,$d'
sample tea.service 's/suntracker@sunset/suntracker@alert:tea\\x20time/'
systemctl --user daemon-reload
systemctl --user enable --quiet at-sunset.service
systemctl --user add-wants --quiet suntracker@sunset.target lamp.service

alert=('[Alert tea time]' 'Event=sunset' 'Offset=2s')
start_anew sunset 15 "${alert[@]}"
# Noticed while the service is running.
systemctl --user enable --quiet tea.service
await_entries 2 --since="@$since" "$event"
await announcement_is_complete
for unit in at-sunset lamp tea; do await has_run "$unit" 1; done
"$stage/programs/suntracker" hooks >"$TESTBED_OUT/listed.txt"
await is_inactive suntracker@sunset.target

# The next sunset.
start_anew sunset 10 "${alert[@]}"
await_entries 2 --since="@$since" "$event"
await announcement_is_complete
for unit in at-sunset lamp tea; do await has_run "$unit" 2; done

# Not wanted any more: nothing is started.
systemctl --user disable --quiet at-sunset.service tea.service
rm "$units/suntracker@sunset.target.wants/lamp.service"
start_anew sunset 10 "${alert[@]}"
await_entries 2 --since="@$since" "$event"
await announcement_is_complete
"$stage/programs/suntracker" hooks >"$TESTBED_OUT/listed-none.txt"
sync_journal
for unit in at-sunset lamp tea; do fact "$unit.ran" "$(ran "$unit")"; done
save_complaints complaints
