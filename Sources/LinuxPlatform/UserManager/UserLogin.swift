// SPDX-License-Identifier: MIT
import Systemd
package import Tracker

extension Login {
    /// The login that this process belongs to, which is the lifetime of the user's systemd manager; nil if it is
    /// unknown.
    ///
    /// The manager starts with the first session of the user, and ends some seconds after the last one; with lingering
    /// (loginctl(1), enable-linger), it starts at boot. A restart or an upgrade of the service does not affect the
    /// manager, and neither does `systemctl --user daemon-reexec`. The manager passes its process ID to its services
    /// (systemd.exec(5), MANAGERPID). Together with the start time of the process and the boot, the ID is unique.
    package init?(environment: Environment) {
        self.init(environment: environment, boot: bootIdentifier(), processes: "/proc")
    }

    init?(environment: Environment, boot: String?, processes: String) {
        guard let boot, let number = environment["MANAGERPID"].flatMap({ Int32($0) }), number > 0,
            let start = Self.startTime(ofProcess: number, in: processes)
        else { return nil }
        self.init(id: "\(boot):\(number):\(start)")
    }

    /// Returns the start time of a process, in ticks since the boot; nil if there is no process with this ID.
    private static func startTime(ofProcess number: Int32, in processes: String) -> UInt64? {
        guard let status = (try? readText("\(processes)/\(number)/stat", atMost: 4096)) ?? nil else { return nil }
        // The second field, the name in parentheses, may contain spaces and parentheses.
        guard let end = status.lastIndex(of: ")") else { return nil }
        let fields = status[end...].split(separator: " ")
        // Field 22 in proc_pid_stat(5).
        return fields.count > 20 ? UInt64(fields[20]) : nil
    }
}
