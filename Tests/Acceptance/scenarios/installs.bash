#!/bin/bash
# Install, upgrade and remove, for one user and system-wide: the installed files are valid, and none remains.
. "${0%/*}/lib.bash"

rm -rf "$state"
tree before
"${install[@]}" --enable >"$TESTBED_OUT/install.txt"
fact active "$(unit_is ActiveState)"
fact unit_path "$(unit_is FragmentPath)"
fact verify "$(systemd-analyze --user verify suntrackerd.service 2>&1 || echo failed)"
fact activatable "$(busctl --user list --activatable --no-legend | grep -c io.github.suntracker.Suntracker1)"
fact icons "$(cd ~/.local/share/icons/hicolor && find . -name '*Suntracker*' -printf '%h ' | tr ' ' '\n' | sort | xargs)"
# The completions of bash after "~/.local/bin/suntracker wait suns".
# shellcheck disable=SC2016
fact completions "$(bash -c '
    . ~/.local/share/bash-completion/completions/suntracker
    COMP_WORDS=("~/.local/bin/suntracker" wait suns) COMP_CWORD=2 COMPREPLY=()
    _suntracker suntracker suns wait
    echo "${COMPREPLY[*]}"')"
systemctl --user stop suntrackerd
busctl --user call io.github.suntracker.Suntracker1 / org.freedesktop.DBus.Peer Ping
fact active_by_dbus "$(unit_is ActiveState)"
# upgrades NAME [OPTION] - replace the running programs, and save whether the service was restarted
upgrades() {
    local before
    before=$(unit_is MainPID)
    "${install[@]}" "${@:2}" >"$TESTBED_OUT/$1.txt"
    fact "$1" "$(unit_is ActiveState) $([[ $(unit_is MainPID) != "$before" ]] && echo restarted)"
}
upgrades upgraded
"$stage/etc/install" --remove >"$TESTBED_OUT/remove.txt"
fact active_removed "$(unit_is ActiveState)"
rm -rf "$state"
tree after_user

# With a place, a target is active.
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
"${install[@]}" --enable >/dev/null
await has_target
fact target "$(targets)"
"$stage/etc/install" --remove >/dev/null
fact target_removed "$(targets)"

"${install[@]}" --system >"$TESTBED_OUT/install_system.txt"
systemctl --user start suntrackerd
fact system_unit_path "$(unit_is FragmentPath)"
fact system_active "$(unit_is ActiveState)"
fact catalog_entries "$(journalctl --list-catalog | grep -c ' Suntracker: ')"
journalctl --user --catalog --quiet --output=short "$started" >"$TESTBED_OUT/explained.txt"
upgrades system_upgraded --system
"$stage/etc/install" --system --remove >"$TESTBED_OUT/remove_system.txt"
fact system_removed "$(unit_is ActiveState)"
rm -rf "$state" "${settings%/*}"
tree after_system
