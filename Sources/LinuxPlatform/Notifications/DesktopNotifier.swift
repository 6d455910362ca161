import Dispatch
public import Solar
public import Tracker

/// The desktop's notification server, through libnotify.
///
/// libnotify blocks until the server has answered, which one that hangs in the middle of it does not do for 25 seconds. So
/// it lives on a thread of its own, and the answers come back to the main queue.
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
    ///   - stateFolder: where the popups' numbers are kept for the next run.
    ///   - fresh: forgets those of an earlier run.
    ///   - now: the clock that the popups' deadlines are meant by, on whichever thread.
    ///   - onTrouble: is told, in a sentence, what cannot be used in the state folder.
    ///   - onActivation: is told when a person activates a popup, with the token by which a window may come to the front.
    public init(
        environment: Environment, bus: SessionBus, stateFolder: String, fresh: Bool,
        now: @escaping @Sendable () -> Instant, onTrouble: @escaping @MainActor (String) -> Void,
        onActivation: @escaping @MainActor (Popup.Activation, _ token: String?) -> Void
    ) {
        self.bus = bus
        let file = PopupNumbersFile(folder: stateFolder)
        if fresh { file.remove() }
        let memory = NotificationSession.Memory(file: file) { trouble in
            DispatchQueue.main.async { MainActor.assumeIsolated { onTrouble(trouble) } }
        }
        session = ConfinedSession(
            session: NotificationSession(environment: environment, memory: memory, now: now) { activation, token in
                DispatchQueue.main.async { MainActor.assumeIsolated { onActivation(activation, token) } }
            })
    }

    /// Shows one popup for a program that waits for that, and has no other; nil if the server has taken it.
    public nonisolated static func showOnce(_ popup: Popup, environment: Environment) -> Popup.Failure? {
        NotificationThread.silenceWarnings()
        let session = NotificationSession(environment: environment, memory: nil, now: { .earliest }, handler: nil)
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
                MainActor.assumeIsolated { answer(.unreachable("no thread can be started")) }
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
