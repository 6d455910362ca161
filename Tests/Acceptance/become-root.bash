# shellcheck shell=bash
#
# For desktop-testbed and emulated-machine, which need root: lets a user with sudo run the tests, and defines common
# functions.
#
# A user namespace is not enough for a test bed (see desktop-testbed). A user with subordinate IDs could create disk
# images in one; but without sudo, that user could not install the packages that create and run them.

# become_root PROGRAM ARGUMENT... - return if already root; otherwise run PROGRAM ARGUMENT... through sudo
#
# It never asks for a password, because nobody may be there to answer. Caches and temporary files stay in the
# directories of the user. The variables of the tests and of the proxies are kept.
become_root() {
    local name keep=()
    [[ $EUID != 0 ]] || return 0
    command -v sudo >/dev/null ||
        die "only root can do it, and there is no sudo. To run it: su --command 'PATH=$PATH swift test'"
    sudo --non-interactive true 2>/dev/null ||
        die "only root can do it, and sudo asks for a password. To run it: sudo --validate && swift test"
    keep=("XDG_CACHE_HOME=${XDG_CACHE_HOME:-$HOME/.cache}")
    while read -r name; do
        case ${name^^} in
            TMPDIR | LANG | *_PROXY | SUNTRACKER_* | TESTBED_*) keep+=("$name=${!name}") ;;
        esac
    done < <(compgen -e)
    exec sudo --non-interactive -- env "${keep[@]}" "$@"
}

# give_back PATH - make the user who called sudo the owner of the path again
give_back() { chown --recursive "${SUDO_UID:-0}:${SUDO_GID:-0}" "$1"; }

say() { [[ ! $verbose ]] || awk -v from="$started" -v to="$EPOCHREALTIME" -v name="${0##*/}" -v text="$*" \
    'BEGIN { printf "%s: %6.3f s  %s\n", name, to - from, text }' >&2; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 125; }
usage() { sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; }

# require PACKAGE... - exit with an error unless all packages are installed
require() {
    local package missing=()
    for package; do
        [[ $(dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>&1) == installed* ]] ||
            missing+=("$package")
    done
    ((${#missing[@]} == 0)) || die "not installed: ${missing[*]} (etc/setup --all-tests installs what is missing)"
}

started=$EPOCHREALTIME verbose=''
