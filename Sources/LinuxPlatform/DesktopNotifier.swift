import Dispatch
public import Tracker

/// The desktop's notification server, through libnotify.
///
/// libnotify blocks until the server has answered, which one that hangs does not do for 25 seconds. So it lives on a
/// thread of its own, and the answers come back to the main queue.
@MainActor
public final class DesktopNotifier: Notifier {
    private let session: ConfinedSession
    private let bus: SessionBus
    private var thread: NotificationThread?

    /// The session is used on the notification thread alone.
    private struct ConfinedSession: @unchecked Sendable {
        let session: NotificationSession
    }

    /// - Parameters:
    ///   - environment: says where the session bus is.
    ///   - bus: is connected, if it is not, whenever there is something to show.
    ///   - onActivation: is told when a person activates a popup, with the token by which a window may come to the front.
    public init(
        environment: Environment, bus: SessionBus,
        onActivation: @escaping @MainActor (Popup.Activation, _ token: String?) -> Void
    ) {
        self.bus = bus
        session = ConfinedSession(
            session: NotificationSession(environment: environment) { activation, token in
                DispatchQueue.main.async { MainActor.assumeIsolated { onActivation(activation, token) } }
            })
    }

    /// Shows one popup for a program that waits for that, and has no other; nil if the server has taken it.
    public nonisolated static func showOnce(_ popup: Popup, environment: Environment) -> Popup.Failure? {
        NotificationThread.silenceWarnings()
        let session = NotificationSession(environment: environment, handler: nil)
        // The optimiser would let go of it in the middle of the call, and warns of that.
        return withExtendedLifetime(session) { session.show(popup) }
    }

    /// Shows the popup on the notification thread, after those that are still being shown.
    public func show(_ popup: Popup, then answer: @escaping @MainActor (Popup.Failure?) -> Void) {
        bus.connect()
        // Started when it is first needed: until then it would only cost memory.
        if thread == nil {
            NotificationThread.silenceWarnings()
            thread = NotificationThread()
        }
        guard let thread else {
            DispatchQueue.main.async {
                MainActor.assumeIsolated { answer(.refused("no thread can be started")) }
            }
            return
        }
        thread.run { [session] in
            let failure = session.session.show(popup)
            DispatchQueue.main.async {
                MainActor.assumeIsolated { answer(failure) }
            }
        }
    }
}
