import CLibnotify
import Glibc
package import LinuxPlatform
package import Solar
import Systemd
package import Tracker

/// The desktop's notification server, through libnotify.
///
/// libnotify blocks until the server answers, up to 25 seconds if the server hangs. So it runs on a thread of its own, and
/// the answers come back to the main queue.
@MainActor
package final class DesktopNotifier: @MainActor Notifier {
    /// Used on the notification thread alone.
    private let session: NotificationSession
    private let bus: SessionBus
    private var thread: NotificationThread?
    /// The file of the program's icon; nil if it is not installed, or not found yet.
    package var icon: String?

    /// - Parameters:
    ///   - environment: locates the session bus.
    ///   - bus: is connected, if it is not, before each popup.
    ///   - numbers: those of the popups of an earlier run; nil for none.
    ///   - state: keeps the numbers for the next run.
    ///   - now: the clock of the popups' deadlines, callable on any thread.
    ///   - onActivation: called when the user activates a popup, with the token that lets a window come to the front.
    package init(
        environment: Environment, bus: SessionBus, numbers: PopupNumbers?, state: StateFiles,
        now: @escaping @Sendable () -> Instant,
        onActivation: @escaping @MainActor (_ token: String?) -> Void
    ) {
        self.bus = bus
        let memory = NotificationSession.Memory(earlier: numbers) { numbers in
            onNextTurn { state.keep(numbers) }
        }
        session = NotificationSession(environment: environment, memory: memory, now: now) { token in
            onNextTurn { onActivation(token) }
        }
    }

    /// Shows the popup on the notification thread, after those that are still pending.
    package func show(_ popup: Popup, then answer: @escaping (Popup.Failure?) -> Void) {
        let answer: @MainActor (Popup.Failure?) -> Void = { answer($0) }
        bus.connect()
        // GDBus waits without a limit for a bus that accepts a connection and then says nothing.
        bus.whenAnswering { [weak self] isAnswering in
            guard isAnswering else { return answer(.noBus("the session bus does not respond")) }
            self?.send(popup, then: answer)
        }
    }

    /// Removes the popup of that tag on the notification thread, after those that are still pending.
    package func withdraw(tag: String) {
        // After the popups that wait for the bus.
        bus.whenAnswering { [weak self] isAnswering in
            // Without a thread, this run has shown none.
            guard isAnswering, let self, let thread else { return }
            thread.run { [session] in session.withdraw(tag: tag) }
        }
    }

    private func send(_ popup: Popup, then answer: @escaping @MainActor (Popup.Failure?) -> Void) {
        // Started when it is first needed, to save memory.
        if thread == nil {
            NotificationThread.silenceWarnings()
            thread = NotificationThread()
        }
        guard let thread else { return onNextTurn { answer(.unreachable("cannot start a thread")) } }
        thread.run { [session, icon] in
            let failure = session.show(popup, icon: icon)
            onNextTurn { answer(failure) }
        }
    }
}

/// A thread with a GLib main loop of its own, which runs work items one after the other.
private final class NotificationThread: Sendable {
    /// Any thread may add work to a GLib main context.
    private nonisolated(unsafe) let context: OpaquePointer?

    /// Starts the thread, which ends with the process; nil if no thread can be created.
    init?() {
        context = g_main_context_new()
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                let context = argument.map { OpaquePointer($0) }
                // libnotify and GIO call back in the thread's default context.
                g_main_context_push_thread_default(context)
                g_main_loop_run(g_main_loop_new(context, 0))
                return nil
            }, context.map { UnsafeMutableRawPointer($0) })
        guard result == 0 else {
            g_main_context_unref(context)
            return nil
        }
        pthread_detach(thread)
    }

    /// Discards libnotify's warnings about a missing server and GDBus's about a lost bus: each call returns the same in its
    /// error, and standard error is the journal.
    static func silenceWarnings() {
        for domain in ["libnotify", "GLib-GIO"] {
            g_log_set_handler(domain, suntracker_log_warning, { _, _, _, _ in }, nil)
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
        g_source_attach(source, context)
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
