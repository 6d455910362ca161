#!/bin/bash
# The life of the Debian package on a stock, emulated machine: apt installs it, an ordinary user logs in and enables the
# service, a sunrise is announced, the command lines of the documentation run, and apt upgrades it while a sunrise is
# announced, removes and purges it. $stage/packages contains two revisions of the package, with the same programs.
#
# The machine differs in two ways from a machine that the Debian installer sets up. The user, ada, is created here, and
# uses sudo without a password. And dpkg unpacks manuals and documentation, which the image excludes.
#
# The scenario runs itself again as another user, in a login session.
. "${0%/*}/lib.bash"
. "${0%/*}/machine.bash"
. "${0%/*}/documented.bash"

if [[ ${1:-} != session ]]; then
    sudo useradd --create-home --shell /bin/bash ada
    echo 'ada ALL=(ALL) NOPASSWD: ALL' | sudo tee /etc/sudoers.d/ada >/dev/null
    chmod 777 "$TESTBED_OUT"
    # The image was made without manuals and documentation, but the package is unpacked completely.
    sudo rm -f /etc/dpkg/dpkg.cfg.d/99mmdebstrap
    exec sudo systemd-run --quiet --wait --pipe --property=PAMName=login --property=User=ada \
        --working-directory=/home/ada --setenv=TESTBED_OUT="$TESTBED_OUT" --setenv=LANG=C.UTF-8 \
        --setenv=XDG_SESSION_CLASS=user --setenv=XDG_SESSION_TYPE=tty /bin/bash "$0" session
fi

# tree NAME - save a list of all files with their type, path and link target
tree() { sudo find / -xdev -printf '%y %p %l\n' | LC_ALL=C sort >"$TESTBED_OUT/tree.$1"; }

# apt_does NAME ARGUMENT... - run apt, and save its output and exit status
apt_does() {
    local status=0
    (cd "$stage/packages" && sudo DEBIAN_FRONTEND=noninteractive apt --yes "${@:2}") \
        </dev/null >"$TESTBED_OUT/apt.$1.txt" 2>&1 || status=$?
    fact "apt.$1" "$status"
}

# revision NUMBER - print the file name of this revision of the package, without "suntracker_"
revision() { (cd "$stage/packages" && printf '%s\n' suntracker_*-"$1"_*.deb | sed 's/^suntracker_//'); }

# program_of_service - print the path of the service's program, and whether it is the installed one
program_of_service() {
    local process
    process=$(unit_is MainPID)
    readlink "/proc/$process/exe"
    cmp --silent "/proc/$process/exe" /usr/bin/suntrackerd && echo same || echo other
}

fact login "$(loginctl show-session "$XDG_SESSION_ID" | grep -E '^(Class|Name|Service|State)=' |
    sort | xargs)"
fact linger "$(loginctl show-user ada --property=Linger --value)"
export DBUS_SESSION_BUS_ADDRESS=${DBUS_SESSION_BUS_ADDRESS:-unix:path=$XDG_RUNTIME_DIR/bus}
record_openings
record_on_machine packages --capabilities body,body-markup,actions,persistence,x-canonical-private-synchronous
# apt creates its directories, which the image lacks.
sudo apt-get check >/dev/null
tree before

# Installed, but not started by the package.
apt_does install install "./suntracker_$(revision 1)"
fact load "$(unit_is LoadState)"
fact enabled_installed "$(unit_is UnitFileState)"
fact active_installed "$(unit_is ActiveState)"
fact unit "$(unit_is FragmentPath)"
dpkg --listfiles suntracker >"$TESTBED_OUT/files.txt"
dpkg --verify suntracker >"$TESTBED_OUT/verify.txt" 2>&1 || :
systemd-analyze --user verify suntrackerd.service >"$TESTBED_OUT/analyzed.txt" 2>&1 || fact analyze_failed "$?"
fact catalog_entries "$(journalctl --list-catalog | grep -c ' Suntracker: ')"

# The user enables the service, and a sunrise is announced.
lines_of sunrise "$(seconds_from_now 100)"
begin_life First "${location[@]}"
systemctl --user enable --now suntrackerd 2>"$TESTBED_OUT/enable.txt"
fact program "$(program_of_service | xargs)"
hears_sunrise First
journalctl --user -x -u suntrackerd "$event" >"$TESTBED_OUT/explained.txt"

cmp "/usr/share/dbus-1/interfaces/${service[0]}.xml" "$stage/etc/data/${service[0]}.xml"

# Upgraded, with a sunrise while dpkg unpacks the package.
sunrise=$(seconds_from_now "$(awk -v lead="$lead" 'BEGIN { print lead + 10 }')")
lines_of sunrise "$sunrise"
begin_life Upgraded "${location[@]}"
fact upgrade.sunrise "$sunrise"
start
process=$(unit_is MainPID)
fact upgrade.began "$EPOCHREALTIME"
waits="while [ \$(date +%s%3N) -lt $((${sunrise/./} - 200)) ]; do sleep 0.01; done"
apt_does upgrade install --option "DPkg::Pre-Invoke::=$waits" "./suntracker_$(revision 2)"
fact upgrade.ended "$EPOCHREALTIME"
fact version "$(dpkg-query --show --showformat='${Version}' suntracker)"
fact active_upgraded "$(unit_is ActiveState)"
fact enabled_upgraded "$(unit_is UnitFileState)"
fact restarted "$([[ $(unit_is MainPID) == "$process" ]] && echo no || echo yes)"
fact program_upgraded "$(program_of_service | xargs)"
hears 1
# Another restart, which must not repeat anything.
systemctl --user restart suntrackerd
save_entries entries SYSLOG_IDENTIFIER=suntrackerd "$event"

# The command lines of the documentation.
synchronise_clock
run_documented
journalctl --user --quiet --priority=warning --unit=suntrackerd --output=cat >"$TESTBED_OUT/complaints.txt"

await test -s ~/opened
cp ~/opened "$TESTBED_OUT/opened.txt"

# The script that apt runs at an upgrade does not start a service that the user has stopped.
systemctl --user stop suntrackerd
sudo /var/lib/dpkg/info/suntracker.postinst configure 0.9.0-1
fact active_while_stopped "$(unit_is ActiveState)"
systemctl --user start suntrackerd

# An administrator enables the service for all users.
sudo systemctl --global enable suntrackerd
fact global_link "$(readlink /etc/systemd/user/default.target.wants/suntrackerd.service || :)"

# Removed: the system's settings stay. Purged: only the user's files stay.
systemctl --user is-active --quiet suntrackerd
apt_does remove remove suntracker
fact load_removed "$(unit_is LoadState)"
fact active_removed "$(unit_is ActiveState)"
fact processes_removed "$(pgrep --count suntrackerd || :)"
tree removed
apt_does purge purge suntracker
tree after
fact settings_kept "$(grep --count Denver "$settings")"
