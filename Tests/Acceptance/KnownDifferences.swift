// SPDX-License-Identifier: MIT
extension ServiceView {
    /// Every difference between a test bed and a machine that the service can see. If testbed-confine denies more or
    /// less, this list changes, too.
    static let knownDifferences = [
        KnownDifference(
            "kernel clock", "kernel modules", "status Seccomp_filters",
            because: "the clock and the modules belong to the machine: testbed-confine denies changes to them"),
        KnownDifference(
            "status CapBnd", "limit open files", "limit locked memory", presence: .byHost,
            because: "a bed has at most the capabilities and limits of the process that boots it"),
        KnownDifference(
            "limit core file size", presence: .byHost,
            because: "sudo, through which an ordinary user boots a bed, sets it to 0 (sudoers(5), rlimit_core)"),
        KnownDifference(
            "limit processes", "limit pending signals", presence: .byHost,
            because: "the kernel derives them from the size of the memory"),

        KnownDifference("mount /", because: "the root of the bed is a temporary overlay"),
        KnownDifference(
            "mount /home", "mount /home/tester", "mount /root", presence: .byHost,
            because: "with a mount namespace for the unit, from systemd 254 on, these are parts of the overlay"),
        KnownDifference("mount /dev", because: "the bed has no devices of the machine except null and similar ones"),
        KnownDifference("mount /dev/hugepages", because: "the huge pages belong to the machine"),
        KnownDifference(
            "mount /tmp", presence: .byHost, because: "a bed mounts one; of the machines, only Debian 13 does"),
        KnownDifference("mount /sys", because: "the bed must not change the machine's hardware"),
        KnownDifference(
            "mount /sys/fs/bpf", "mount /sys/fs/fuse/connections", "mount /sys/fs/pstore", "mount /sys/kernel/*",
            "mount /proc/sys/fs/binfmt_misc", because: "what the kernel has only once belongs to the machine"),
        KnownDifference(
            "mount /run/credentials/*", presence: .byHost,
            because: "systemd makes one for each such unit; units that use hardware or the network are masked"),
        KnownDifference(
            "mount /opt/suntracker", "mount /run/testbed-out", "mount /media/work",
            because: "the work and the results of the bed and the machine are passed through them"),

        KnownDifference(
            "mount /proc/kcore", "mount /proc/sysrq-trigger", presence: .byHost,
            because: "the unit hides them, and the machine's kernel may not have them"),
        KnownDifference("cgroup v1 *", presence: .byHost, because: "the machine may also have hierarchies of v1"),
        KnownDifference("cgroup controllers", presence: .byHost, because: "the machine's own manager uses them"),
        KnownDifference("process label", presence: .byHost, because: "the machine's kernel may not have AppArmor"),
        KnownDifference(
            "environment DISPLAY", "environment XDG_CURRENT_DESKTOP", "environment XDG_SESSION_TYPE",
            because: "the bed has a desktop"),
        KnownDifference(
            "environment QT_ACCESSIBILITY", "environment SSH_*", presence: .byHost,
            because: "packages of the desktop and of ssh, which the machine may have, add variables"),
    ]
}
