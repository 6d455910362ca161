// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import Solar
import Systemd
package import Tracker
import Wording

/// Reports the state of the service to the service manager, if the manager started it (sd_notify(3)).
///
/// If a message cannot be sent, the manager notices it by the timeout of the start or by the watchdog.
@MainActor
package final class SystemdStatus: @MainActor ServiceStatus {
    package let isService: Bool

    /// The tolerance for a late WATCHDOG=1. An event takes milliseconds, but a machine that is resuming is busy.
    private static let margin = Duration.seconds(30)
    /// In effect, no watchdog. systemd's infinity, the greatest number, is not used: `systemctl daemon-reload` of
    /// version 257 resets it to WatchdogSec=, and the watchdog would terminate the service immediately.
    private static let year = Duration.seconds(365 * 86_400)

    /// `$NOTIFY_SOCKET` alone does not identify the service: its children inherit it, and with NotifyAccess=all a
    /// READY=1 or STOPPING=1 from a child would count as the parent's. systemd 248 and later set `$SYSTEMD_EXEC_PID` to
    /// the process that it started itself. A wrapper that ends with exec(3) keeps this process ID. The child of a
    /// wrapper that forks has another ID, and is not the process that the manager watches.
    ///
    /// - Parameter environment: the environment of this process.
    package init(environment: Environment) {
        isService = environment["SYSTEMD_EXEC_PID"] == String(getpid())
    }

    package func ready() { notify("READY=1") }

    /// Reports that the service is reloading its settings. Type=notify-reload of systemd 253 and later needs the time
    /// of the request; earlier versions ignore it.
    package func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())") }

    package func stopping() { notify("STOPPING=1") }

    package func status(_ line: StatusLine, localTime: any LocalTime) { status(line.text(localTime: localTime)) }

    /// Reports the status for `systemctl status`, in one line, because each line of the datagram is an assignment.
    package func status(_ text: String) {
        let line = text.unicodeScalars.split { $0.properties.generalCategory == .control }.map { String($0) }
            .joined(separator: " ")
        notify("STATUS=\(line.acceptableToSystemd)")
    }

    /// Reports that the service is alive, and will report this again within this much time awake, unless it hangs; nil
    /// if it is only waiting for events.
    package func alive(again within: Duration?) {
        // If the watchdog is not enabled, WATCHDOG_USEC= would enable it.
        guard sd_watchdog_enabled(0, nil) > 0 else { return }
        let span = within.map { $0 + Self.margin } ?? Self.year
        notify("WATCHDOG_USEC=\(max(1, span.microseconds))\nWATCHDOG=1")
    }

    private func notify(_ assignments: String) {
        if isService { sd_notify(0, assignments) }
    }
}
