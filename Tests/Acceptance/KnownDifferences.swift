extension ServiceView {
    /// All that a bed is not as a machine is, as far as the service sees. Whoever takes something more from the beds, or
    /// gives something back, says so here.
    static let knownDifferences = [
        KnownDifference(
            "kernel clock", "kernel modules", "status Seccomp_filters",
            because: "the machine's clock and modules are not the bed's: testbed-confine refuses to change them"),
        KnownDifference(
            "status CapBnd", "limit open files", "limit locked memory", presence: .byHost,
            because: "a bed has no more capabilities and higher limits than whoever boots it"),
        KnownDifference(
            "limit core file size", presence: .byHost,
            because: "sudo, through which an ordinary user boots a bed, sets it to 0 (sudoers(5), rlimit_core)"),
        KnownDifference(
            "limit processes", "limit pending signals", presence: .byHost,
            because: "the kernel sets them by the memory that there is"),

        KnownDifference("mount /", because: "the bed is an overlay that is thrown away"),
        KnownDifference(
            "mount /home", "mount /home/tester", "mount /root", presence: .byHost,
            because: "where the unit has a view of its own, from systemd 254 on, these are parts of the overlay"),
        KnownDifference("mount /dev", because: "the bed has no devices of the machine but null and its like"),
        KnownDifference("mount /dev/hugepages", because: "the huge pages are the machine's"),
        KnownDifference(
            "mount /tmp", presence: .byHost, because: "a bed has its own; of the machines, that of Debian 13"),
        KnownDifference("mount /sys", because: "the machine's hardware is not the bed's to set"),
        KnownDifference("mount /sys/power/state", because: "logind of the bed is to believe that it can sleep"),
        KnownDifference(
            "mount /sys/fs/bpf", "mount /sys/fs/fuse/connections", "mount /sys/fs/pstore", "mount /sys/kernel/*",
            "mount /proc/sys/fs/binfmt_misc", because: "what the whole kernel has once is the machine's"),
        KnownDifference(
            "mount /run/credentials/*", presence: .byHost,
            because: "systemd makes one for each such unit; those that reach for hardware or the network are masked"),
        KnownDifference(
            "mount /opt/suntracker", "mount /run/testbed-out", "mount /media/work",
            because: "by them the bed and the machine get their work and give their results"),

        KnownDifference(
            "mount /proc/kcore", "mount /proc/sysrq-trigger", presence: .byHost,
            because: "the unit's view hides them, and the machine's kernel may be without them"),
        KnownDifference("cgroup v1 *", presence: .byHost, because: "the machine may have the old hierarchies beside"),
        KnownDifference("cgroup controllers", presence: .byHost, because: "the machine's own manager has them"),
        KnownDifference("process label", presence: .byHost, because: "the machine's kernel may be without AppArmor"),
        KnownDifference(
            "environment DISPLAY", "environment XDG_CURRENT_DESKTOP", "environment XDG_SESSION_TYPE",
            because: "the bed has a desktop"),
        KnownDifference(
            "environment QT_ACCESSIBILITY", "environment SSH_*", presence: .byHost,
            because: "the desktop and ssh, of which the machine may have packages, add variables"),
    ]
}
