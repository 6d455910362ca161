import CLibnotify
import Dispatch
import Glibc
package import Solar
package import Tracker

/// The desktop's notification server, through libnotify.
///
/// libnotify blocks until the server answers, up to 25 seconds if the server hangs. So it runs on a thread of its own, and
/// the answers come back to the main queue.
@MainActor
package final class DesktopNotifier: @MainActor Notifier {
    private let session: ConfinedSession
    private let bus: SessionBus
    private var thread: NotificationThread?

    /// Used on the notification thread alone.
    private struct ConfinedSession: @unchecked Sendable {
        let session: NotificationSession
    }

    /// - Parameters:
    ///   - environment: locates the session bus.
    ///   - bus: is connected, if it is not, before each popup.
    ///   - stateFolder: where the popups' numbers are kept for the next run.
    ///   - fresh: deletes those of an earlier run.
    ///   - now: the clock of the popups' deadlines, callable on any thread.
    ///   - onTrouble: called with a sentence about a file in the state folder that cannot be used.
    ///   - onActivation: called when the user activates a popup, with the token that lets a window come to the front.
    package init(
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

    /// Shows one popup and waits for the result, for a program that shows no other; nil if the server has accepted it.
    package nonisolated static func showOnce(_ popup: Popup, environment: Environment) -> Popup.Failure? {
        NotificationThread.silenceWarnings()
        let session = NotificationSession(environment: environment, memory: nil, now: { .earliest }, handler: nil)
        // Otherwise, the optimiser may release the session during the call.
        return withExtendedLifetime(session) { session.show(popup) }
    }

    /// Shows the popup on the notification thread, after those that are still pending.
    package func show(_ popup: Popup, then answer: @escaping (Popup.Failure?) -> Void) {
        let answer: @MainActor (Popup.Failure?) -> Void = { answer($0) }
        bus.connect()
        // Started when it is first needed, to save memory.
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

/// A thread with a GLib main loop of its own, which runs work items one after the other.
private final class NotificationThread: Sendable {
    private let context: Context

    /// Any thread may add work to a GLib main context.
    private struct Context: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    /// Starts the thread, which ends with the process; nil if no thread can be created.
    init?() {
        context = Context(pointer: g_main_context_new())
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                let context = argument.map { OpaquePointer($0) }
                // libnotify and GIO call back in the thread's default context.
                g_main_context_push_thread_default(context)
                g_main_loop_run(g_main_loop_new(context, 0))
                return nil
            }, context.pointer.map { UnsafeMutableRawPointer($0) })
        guard result == 0 else {
            g_main_context_unref(context.pointer)
            return nil
        }
        pthread_detach(thread)
    }

    /// Discards libnotify's warnings about a missing server and GDBus's about a lost bus: each call returns the same in its
    /// error, and standard error is the journal.
    static func silenceWarnings() {
        for domain in ["libnotify", "GLib-GIO"] {
            g_log_set_handler(domain, G_LOG_LEVEL_WARNING, { _, _, _, _ in }, nil)
        }
    }

    /// Runs the work on the thread, after earlier work.
    func run(_ work: @escaping @Sendable () -> Void) {
        // Not g_main_context_invoke, which may run the work right here before the thread has acquired its context.
        let source = g_idle_source_new()
        defer { g_source_unref(source) }
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(
            source,
            { argument in
                guard let argument else { return 0 }
                Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().run()
                return 0  // G_SOURCE_REMOVE
            }, Unmanaged.passRetained(Work(work)).toOpaque(),
            { argument in
                guard let argument else { return }
                Unmanaged<Work>.fromOpaque(argument).release()
            })
        g_source_attach(source, context.pointer)
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
