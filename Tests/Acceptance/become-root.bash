# shellcheck shell=bash
#
# For desktop-testbed and emulated-machine, which need root, so that a user with sudo can run the tests as well.
#
# A user namespace does not do instead. A bed would be no stock machine in it (desktop-testbed). Disk images could be made
# by a user who has subordinate IDs; but who may not use sudo cannot install what makes and runs them either.

# become_root PROGRAM ARGUMENT... - go on as root: at once, or as PROGRAM ARGUMENT... through sudo
#
# It never asks, as there may be nobody to answer. The caches and temporary files stay where the user has them; of the
# environment the rest that matters is kept: what continuous integration says, and how to reach a mirror.
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
            CI | TMPDIR | LANG | *_PROXY | SUNTRACKER_* | TESTBED_*) keep+=("$name=${!name}") ;;
        esac
    done < <(compgen -e)
    exec sudo --non-interactive -- env "${keep[@]}" "$@"
}

# give_back PATH - to the user who came through sudo
give_back() { chown --recursive "${SUDO_UID:-0}:${SUDO_GID:-0}" "$1"; }
