import Glibc

/// The service manager that has started this process and receives its notifications (sd_notify(3)).
///
/// `$NOTIFY_SOCKET` alone does not identify the service: its children inherit it, and with NotifyAccess=all a READY=1 or
/// STOPPING=1 from a child would count as the parent's. systemd 248 and later sets `$SYSTEMD_EXEC_PID` to the process
/// that it has started itself. A wrapper that ends in exec(3) keeps that number; one that forks does not, and its child is
/// not the service that the manager watches.
package struct ServiceManager: Sendable {
    private let socket: String
    /// Whether the watchdog is enabled (sd_watchdog_enabled(3)). Sending WATCHDOG_USEC= would enable it.
    private let isWatching: Bool

    /// - Parameter environment: that of this process. The result is nil if the process was not started as a service.
    package init?(environment: [String: String]) {
        self.init(environment: environment, processID: getpid())
    }

    init?(environment: [String: String], processID: Int32) {
        let own = String(processID)
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@"),
            environment["SYSTEMD_EXEC_PID"] == own
        else { return nil }
        self.socket = socket
        isWatching =
            environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0 > 0
            && environment["WATCHDOG_PID"] ?? own == own
    }

    /// The variables that children must not inherit: they could send notifications as this process.
    package static let ownVariables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    /// A notification.
    package enum Message: Equatable, Sendable {
        /// The service is up, or has finished a reload.
        case ready
        /// The service is reloading its settings.
        case reloading
        /// The service is stopping.
        case stopping
        /// The state of the service in one line, which `systemctl status` shows.
        case status(String)
        /// The service is alive, and sends the next such notification within this time (CLOCK_MONOTONIC), unless it
        /// hangs; nil for a service that has nothing to do until something happens.
        case watchdog(Duration?)
    }

    /// Sends the notifications in one datagram, without those for the watchdog if it is not enabled.
    package func notify(_ messages: Message...) throws(SystemError) {
        let sent = messages.filter { if case .watchdog = $0 { isWatching } else { true } }
        guard !sent.isEmpty else { return }
        try send(sent.map(\.assignments).joined(separator: "\n"))
    }

    /// Sends a datagram as sd_notify(3) does. That function reads `$NOTIFY_SOCKET`, which `main` has unset for children.
    private func send(_ text: String) throws(SystemError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(socket.utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError("$NOTIFY_SOCKET", number: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        // An abstract name begins with NUL and ends with its length, a path with NUL (unix(7)).
        let isAbstract = path.first == UInt8(ascii: "@")
        if isAbstract { address.sun_path.0 = 0 }
        let length = MemoryLayout.size(ofValue: address.sun_family) + path.count + (isAbstract ? 0 : 1)

        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("socket", number: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        let sent = withUnsafeBytes(of: &address) { raw in
            sendto(
                descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL),
                raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(length))
        }
        guard sent == bytes.count else { throw SystemError("sendto \(socket)", number: errno) }
    }
}

extension ServiceManager.Message {
    /// The assignments of the datagram, a line each.
    var assignments: String {
        switch self {
        case .ready: "READY=1"
        // Type=notify-reload of systemd 253 and later asks for the time of the request; earlier ones ignore it.
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())"
        case .stopping: "STOPPING=1"
        case .status(let text): "STATUS=\(Self.line(text))"
        case .watchdog(let span): "WATCHDOG_USEC=\(max(1, (span ?? Self.year).microseconds))\nWATCHDOG=1"
        }
    }

    /// The text in one line, since each line of the datagram is an assignment.
    private static func line(_ text: String) -> String {
        text.unicodeScalars.split { $0.properties.generalCategory == .control }.map { String($0) }
            .joined(separator: " ").acceptableToSystemd
    }

    /// In effect, no watchdog. Not systemd's infinity, the greatest number: `systemctl daemon-reload` of version 257 resets
    /// that to WatchdogSec=, and the watchdog ends the service at once.
    private static let year = Duration.seconds(365 * 86_400)
}
