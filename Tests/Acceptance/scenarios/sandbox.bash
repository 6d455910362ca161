#!/bin/bash
# What a program can do outside the sandbox of the service's unit, and inside it, where it runs before the service.
. "${0%/*}/lib.bash"

# Prints "ATTEMPT=possible" or the error of the kernel.
cat >~/attempts <<'PYTHON'
import ctypes
import errno
import mmap
import os
import socket
import sys

libc = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "")


def set_user_bit():
    name = os.path.expanduser("~/set-user-bit")
    open(name, "w").close()
    os.chmod(name, 0o4700)


attempts = {
    "unix": lambda: socket.socket(socket.AF_UNIX),
    "internet": lambda: socket.socket(socket.AF_INET),
    "internet6": lambda: socket.socket(socket.AF_INET6),
    "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "code": lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC),
    # CLONE_NEWUSER and PER_LINUX32 of <sched.h> and <sys/personality.h>.
    "namespace": lambda: call(libc.unshare, 0x10000000),
    "personality": lambda: call(libc.personality, 8),
    "set_user": set_user_bit,
    # @resources
    "affinity": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
}
with open(sys.argv[1], "w") as results:
    for name, attempt in attempts.items():
        try:
            attempt()
            result = "possible"
        except OSError as error:
            result = errno.errorcode[error.errno]
        print(f"{name}={result}", file=results)
PYTHON

python3 ~/attempts "$TESTBED_OUT/outside.txt"
"${install[@]}" >/dev/null
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903'
mkdir -p ~/.config/systemd/user/suntrackerd.service.d
printf '[Service]\nExecStartPre=/usr/bin/python3 %%h/attempts %%h/inside.txt\n' \
    >~/.config/systemd/user/suntrackerd.service.d/attempts.conf
systemctl --user daemon-reload
systemctl --user start suntrackerd
cp ~/inside.txt "$TESTBED_OUT/inside.txt"
