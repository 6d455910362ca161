import Systemd
package import Tracker

extension Login {
    /// The login that this process belongs to: the life of the user's systemd manager; nil if that is not known.
    ///
    /// The manager starts with the first session of the user and ends some seconds after the last one, or lives from boot on
    /// for a user who lingers (loginctl(1), enable-linger). A restart or an upgrade of the service does not change it, nor does
    /// `systemctl --user daemon-reexec`. The manager passes its process number to its services (systemd.exec(5), MANAGERPID).
    /// With the time at which that process has started and the boot, the number is unique.
    package init?(environment: Environment) {
        self.init(environment: environment, boot: bootIdentifier(), processes: "/proc")
    }

    /// - Parameters:
    ///   - boot: the identifier of the boot.
    ///   - processes: the path of proc(5).
    init?(environment: Environment, boot: String?, processes: String) {
        guard let boot, let number = environment["MANAGERPID"].flatMap({ Int32($0) }), number > 0,
            let start = Self.startTime(ofProcess: number, in: processes)
        else { return nil }
        self.init(id: "\(boot):\(number):\(start)")
    }

    /// When a process has started, in ticks since the boot; nil if there is none of that number.
    private static func startTime(ofProcess number: Int32, in processes: String) -> UInt64? {
        guard let status = (try? readText("\(processes)/\(number)/stat", atMost: 4096)) ?? nil else { return nil }
        // The second field, the name in parentheses, may have spaces and parentheses.
        guard let end = status.lastIndex(of: ")") else { return nil }
        let fields = status[end...].split(separator: " ")
        // The field 22 of proc_pid_stat(5).
        return fields.count > 20 ? UInt64(fields[20]) : nil
    }
}
