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
    ///   - applicationName: what the server shows as the sender.
    ///   - desktopEntry: the name of the desktop file, without `.desktop`.
    ///   - environment: says where the session bus is.
    ///   - bus: is connected, if it is not, whenever there is something to show.
    public init(
        applicationName: String, desktopEntry: String, environment: Environment, bus: SessionBus
    ) {
        self.bus = bus
        session = ConfinedSession(
            session: NotificationSession(
                applicationName: applicationName, desktopEntry: desktopEntry, environment: environment))
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
