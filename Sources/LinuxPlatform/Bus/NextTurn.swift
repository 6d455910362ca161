import Dispatch
import Systemd

/// Runs a closure on the next turn of the main queue. What releases a bus must not run inside a callback of that bus, which
/// would free memory in use.
func onNextTurn(_ run: @escaping @MainActor () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(run) }
}

extension Bus {
    /// Calls the handler on the next turn after the bus has closed the connection.
    func afterDisconnect(_ handler: @escaping @MainActor () -> Void) {
        onDisconnect = { onNextTurn(handler) }
    }
}
