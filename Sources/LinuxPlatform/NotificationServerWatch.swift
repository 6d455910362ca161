import Dispatch
import Systemd

/// Notices when a notification server appears on the session bus, or another takes its place.
@MainActor
public final class NotificationServerWatch {
    private let onAppear: @MainActor () -> Void
    private let ownName: String?
    private var loop: EventLoop?
    private var bus: Bus?

    /// - Parameters:
    ///   - ownName: a well-known name to own while connected; nil for none.
    ///   - onAppear: called on the main queue.
    public init(ownName: String?, onAppear: @escaping @MainActor () -> Void) {
        self.ownName = ownName
        self.onAppear = onAppear
    }

    /// Connects to the session bus, unless that has been done. A bus that is not there is no error: the next call tries
    /// again.
    public func connect() {
        guard bus == nil else { return }
        do {
            let loop = try self.loop ?? EventLoop()
            self.loop = loop
            let bus = try Bus.openUser(on: loop)
            // Not from inside the bus's own callback, which this would free.
            bus.onDisconnect = { [weak self] in
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.bus = nil } }
            }
            try bus.watchName("org.freedesktop.Notifications") { [onAppear] hasOwner in
                if hasOwner { onAppear() }
            }
            if let ownName { try bus.requestName(ownName) }
            self.bus = bus
        } catch {
            bus = nil
        }
    }
}
