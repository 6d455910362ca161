package import Systemd
import Tracker

/// Reports the state of the service to the service manager, if that has started it.
@MainActor
package final class SystemdStatus: ServiceStatus {
    private let manager: ServiceManager?

    /// How late a WATCHDOG=1 may come. An event takes milliseconds, but a machine that resumes is busy.
    private static let margin = Duration.seconds(30)

    /// - Parameter manager: nil to report nothing, as in a simulation.
    package init(manager: ServiceManager?) {
        self.manager = manager
    }

    /// READY=1.
    package func ready() { send(.ready) }
    /// RELOADING=1.
    package func reloading() { send(.reloading) }
    /// STOPPING=1.
    package func stopping() { send(.stopping) }
    /// STATUS=.
    package func status(_ text: String) { send(.status(text)) }
    /// WATCHDOG=1, and WATCHDOG_USEC= for the time until the next one, with a margin.
    package func alive(again within: Duration?) { send(.watchdog(within.map { $0 + Self.margin })) }

    private func send(_ message: ServiceManager.Message) {
        // If this fails, the manager notices by a timeout of the start or by the watchdog.
        try? manager?.notify(message)
    }
}
