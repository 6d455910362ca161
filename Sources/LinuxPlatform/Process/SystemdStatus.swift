public import Systemd
public import Tracker

/// Tells the service manager how the service is, if one has started it.
@MainActor
public final class SystemdStatus: ServiceStatus {
    private let manager: ServiceManager?

    /// How much longer than planned a sign of life may take: an event is handled in milliseconds, but a machine that
    /// resumes has much to do.
    private static let margin = Duration.seconds(30)

    /// The status as this manager shows it; nil for nobody, which is right for a simulation.
    public init(manager: ServiceManager?) {
        self.manager = manager
    }

    /// READY=1.
    public func ready() { send(.ready) }
    /// RELOADING=1.
    public func reloading() { send(.reloading) }
    /// STOPPING=1.
    public func stopping() { send(.stopping) }
    /// STATUS=.
    public func status(_ text: String) { send(.status(text)) }
    /// WATCHDOG=1, and WATCHDOG_USEC= for the next time, with a margin.
    public func alive(again within: Duration?) { send(.watchdog(within.map { $0 + Self.margin })) }

    private func send(_ message: ServiceManager.Message) {
        // A manager that does not listen notices soon enough: by a start that times out, or by the watchdog.
        try? manager?.notify(message)
    }
}
