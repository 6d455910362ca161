# shellcheck shell=bash
#
# Functions for scenarios that save what the running service sees of its machine (ServiceView.swift).

# save_service_view NAME - save it as NAME.txt, in lines "KIND NAME=VALUE"
#
# Values that differ at each start or for each user are saved as "*" and "USER". At the end the clock is set, to the
# current time.
save_service_view() {
    local process manager
    process=/proc/$(unit_is MainPID)
    manager=/proc/$(systemctl show --property=MainPID --value "user@$(id --user).service")
    { view_process "$process" "$manager"; view_sandbox; view_kernel; } >"$TESTBED_OUT/$1.txt"
}

# The state of the process, read as root, who may read all of it.
view_process() {
    sudo python3 - "$@" "$(id --user)" <<'PYTHON'
import os
import re
import sys

process, manager, user = sys.argv[1:]


def text(name):
    try:
        with open(f"{process}/{name}") as file:
            return file.read()
    except OSError as error:
        return error.strerror


def show(kind, name, value):
    value = re.sub(rf"\b(user[-@/]){user}\b", r"\1USER", value)
    print(f"{kind} {re.sub(rf'/user/{user}', '/user/USER', name)}={value}")


for line in text("status").splitlines():
    name, _, value = line.partition(":")
    if name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp", "Seccomp_filters", "Umask"):
        show("status", name, value.strip())

for name in sorted(os.listdir(f"{process}/ns")):
    shared = os.readlink(f"{process}/ns/{name}") == os.readlink(f"{manager}/ns/{name}")
    show("namespace", name, "the user manager's" if shared else "its own")
show("process", "uid_map", " ".join(text("uid_map").split()))

# Of several mounts at one point, the last hides the others.
mounts = {}
for line in text("mountinfo").splitlines():
    seen, _, source = line.partition(" - ")
    fields, (kind, _, options) = seen.split(), source.split(" ", 2)
    place = fields[4].encode().decode("unicode_escape")
    shared = re.sub(r":\d+", "", " ".join(fields[6:])) or "private"
    below = " of a read-only one" if "ro" in options.split(",") else ""
    mounts[place] = f"{kind} {fields[5]} {shared}{below}"
for place in sorted(mounts):
    show("mount", place, mounts[place])

for line in text("cgroup").splitlines():
    number, controllers, path = line.split(":", 2)
    show("cgroup", "path" if number == "0" else f"v1 {controllers}", path)
    if number == "0":
        tree = "/sys/fs/cgroup"
        with open(f"{tree}{path}/cgroup.controllers") as file:
            show("cgroup", "controllers", file.read().strip())

for line in text("limits").splitlines()[1:]:
    name, soft, hard = re.match(r"Max (.*?)  +(\S+) +(\S+)", line).groups()
    show("limit", name, f"{soft} {hard}")
show("process", "oom_score_adj", text("oom_score_adj").strip())
show("process", "personality", text("personality").strip())
show("process", "label", text("attr/current").strip("\0\n"))

fleeting = ("INVOCATION_ID", "JOURNAL_STREAM", "MANAGERPID", "MANAGERPIDFDID", "SYSTEMD_EXEC_PID", "WATCHDOG_PID")
for variable in sorted(filter(None, text("environ").split("\0"))):
    name, _, value = variable.partition("=")
    show("environment", name, "*" if name in fleeting else value)
PYTHON
}

# The exit status of a service with this property: 218 is EXIT_CAPABILITIES (systemd.exec(5)).
view_sandbox() {
    local property status
    for property in ProtectClock=yes ProtectKernelLogs=yes ProtectKernelModules=yes CapabilityBoundingSet= \
        ProtectKernelTunables=yes ProtectControlGroups=yes ProtectSystem=strict ProtectHostname=yes \
        PrivateUsers=yes PrivateDevices=yes PrivateNetwork=yes PrivateIPC=yes PrivateTmp=yes; do
        status=0
        systemd-run --user --quiet --wait --collect --property="$property" true || status=$?
        echo "sandbox ${property%%=*}=$status"
    done
}

# Whether root may set the clock of the kernel, and load a module (an empty one).
view_kernel() {
    sudo python3 - <<'PYTHON'
import ctypes
import errno
import platform
import time

libc = ctypes.CDLL(None, use_errno=True)
init_module = {"x86_64": 175, "aarch64": 105}[platform.machine()]
try:
    time.clock_settime(time.CLOCK_REALTIME, time.time())
    print("kernel clock=may be set")
except PermissionError:
    print("kernel clock=may not be set")
libc.syscall(init_module, b"", ctypes.c_ulong(0), b"")
print("kernel modules=" + ("may not be loaded" if ctypes.get_errno() == errno.EPERM else "may be loaded"))
PYTHON
}
