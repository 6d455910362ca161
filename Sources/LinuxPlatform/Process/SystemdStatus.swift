import CSystemd
import Glibc
import Solar
import Systemd
import Tracker

/// Reports the state of the service to the service manager, if that has started it (sd_notify(3)).
///
/// If a notification cannot be sent, the manager notices by a timeout of the start or by the watchdog.
@MainActor
package final class SystemdStatus: @MainActor ServiceStatus {
    /// Whether the manager has started this process.
    package let isService: Bool

    /// How late a WATCHDOG=1 may come. An event takes milliseconds, but a machine that resumes is busy.
    private static let margin = Duration.seconds(30)
    /// In effect, no watchdog. Not systemd's infinity, the greatest number: `systemctl daemon-reload` of version 257 resets
    /// that to WatchdogSec=, and the watchdog ends the service at once.
    private static let year = Duration.seconds(365 * 86_400)

    /// `$NOTIFY_SOCKET` alone does not identify the service: its children inherit it, and with NotifyAccess=all a READY=1 or
    /// STOPPING=1 from a child would count as the parent's. systemd 248 and later sets `$SYSTEMD_EXEC_PID` to the process
    /// that it has started itself. A wrapper that ends in exec(3) keeps that number; one that forks does not, and its child is
    /// not the service that the manager watches.
    ///
    /// - Parameter environment: that of this process; nil to report nothing, as in a simulation.
    package init(environment: Environment?) {
        isService = environment?["SYSTEMD_EXEC_PID"] == String(getpid())
    }

    /// The service is up, or has finished a reload.
    package func ready() { notify("READY=1") }

    /// The service is reloading its settings. Type=notify-reload of systemd 253 and later asks for the time of the request;
    /// earlier ones ignore it.
    package func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())") }

    /// The service is stopping.
    package func stopping() { notify("STOPPING=1") }

    /// The state of the service, which `systemctl status` shows; in one line, since each line of the datagram is an assignment.
    package func status(_ text: String) {
        let line = text.unicodeScalars.split { $0.properties.generalCategory == .control }.map { String($0) }
            .joined(separator: " ")
        notify("STATUS=\(line.acceptableToSystemd)")
    }

    /// The service is alive, and will say so again within this time awake, unless it hangs; nil for a service that has nothing
    /// to do until something happens.
    package func alive(again within: Duration?) {
        // Where the watchdog is not enabled, WATCHDOG_USEC= would enable it.
        guard sd_watchdog_enabled(0, nil) > 0 else { return }
        let span = within.map { $0 + Self.margin } ?? Self.year
        notify("WATCHDOG_USEC=\(max(1, span.microseconds))\nWATCHDOG=1")
    }

    private func notify(_ assignments: String) {
        if isService { sd_notify(0, assignments) }
    }
}
