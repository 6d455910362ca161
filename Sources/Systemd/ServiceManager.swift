import CSystemd
import Glibc

/// The service manager that has started this process (sd_notify(3)). Without one, nothing is sent.
public struct ServiceManager: Sendable {
    /// The manager that `$NOTIFY_SOCKET` names.
    public init() {}

    /// One thing to say.
    public enum Message: Hashable, Sendable {
        /// The service is up, or has finished a reload.
        case ready
        /// The service reads its settings again.
        case reloading
        /// The service is on its way down.
        case stopping
        /// What the service does, in one line, as `systemctl status` shows it.
        case status(String)
        /// The service is alive, and will say so again within this span of time awake (CLOCK_MONOTONIC), else it hangs;
        /// nil for a service that has nothing to do until something happens.
        case watchdog(Duration?)
    }

    /// Says these things, in one datagram.
    public func notify(_ messages: Message...) throws(SystemError) {
        let state = messages.map(\.assignments).joined(separator: "\n")
        try checked("sd_notify", sd_notify(0, state))
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

    /// The text in one line, however its lines end: another one would be another assignment.
    private static func line(_ text: String) -> String {
        text.unicodeScalars.split { $0.properties.generalCategory == .control }.map { String($0) }
            .joined(separator: " ").acceptableToSystemd
    }

    /// As good as no watchdog. Not systemd's infinity, the greatest number: version 257 forgets that in a
    /// `systemctl daemon-reload`, goes back to WatchdogSec= and ends the service at once.
    private static let year = Duration.seconds(365 * 86_400)
}
