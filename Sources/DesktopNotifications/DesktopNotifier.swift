// SPDX-License-Identifier: MIT
import CLibnotify
package import LinuxPlatform
package import Solar
import Systemd
package import Tracker
package import Wording

/// The desktop's notification server, through libnotify.
///
/// libnotify blocks until the server replies, up to 25 seconds if the server hangs. So it runs on a separate thread,
/// and the results are delivered on the main queue.
@MainActor
package final class DesktopNotifier: @MainActor Notifier {
    /// Used only on the notification thread.
    private let session: NotificationSession
    private let bus: SessionBus
    private let words: Localizer
    private var thread: NotificationThread?
    /// The file of the program's icon; nil if it is not installed, or not found yet.
    package var icon: String?

    /// - Parameters:
    ///   - environment: locates the session bus.
    ///   - words: the language of the popups.
    ///   - bus: the service's connection, which is established before each popup if necessary.
    ///   - numbers: the numbers of an earlier run's popups; nil for none.
    ///   - state: stores the numbers for the next run; nil to forget them.
    ///   - now: the clock for the popups' deadlines, callable on any thread.
    ///   - onActivation: called when the user activates a popup, with the token that lets a window come to the front.
    package init(
        environment: Environment, words: Localizer, bus: SessionBus, numbers: PopupNumbers?, state: StateFiles?,
        now: @escaping @Sendable () -> Instant,
        onActivation: @escaping @MainActor (_ token: String?) -> Void
    ) {
        (self.bus, self.words) = (bus, words)
        let memory = NotificationSession.Memory(earlier: numbers) { numbers in
            onNextTurn { state?.keep(numbers) }
        }
        session = NotificationSession(environment: environment, memory: memory, now: now) { token in
            onNextTurn { onActivation(token) }
        }
    }

    /// Shows the popup on the notification thread, after all pending work.
    package func show(_ popup: Popup, localTime: any LocalTime, then response: @escaping (Popup.Failure?) -> Void) {
        let response: @MainActor (Popup.Failure?) -> Void = { response($0) }
        let written = WrittenPopup(popup, localTime: localTime, in: words)
        bus.connect()
        // GDBus waits forever for a bus that accepts a connection and then does not respond.
        bus.whenResponding { [weak self] isResponding in
            guard isResponding else { return response(.noBus("the session bus does not respond")) }
            self?.send(written, until: popup.deadline, then: response)
        }
    }

    /// Removes the popup with this tag on the notification thread, after all pending work.
    package func withdraw(tag: String) {
        // The order is kept: popups may still be waiting for the bus.
        bus.whenResponding { [weak self] isResponding in
            // Without a thread, this run has not shown any popup.
            guard isResponding, let self, let thread else { return }
            thread.run { [session] in session.withdraw(tag: tag) }
        }
    }

    private func send(
        _ popup: WrittenPopup, until deadline: Instant, then response: @escaping @MainActor (Popup.Failure?) -> Void
    ) {
        // The thread is started when it is first needed, to save memory.
        if thread == nil {
            do { try checkDescriptors(NotificationSession.descriptors) } catch {
                return onNextTurn { response(.unreachable("\(error)")) }
            }
            NotificationThread.silenceWarnings()
            thread = NotificationThread()
        }
        guard let thread else { return onNextTurn { response(.unreachable("cannot start a thread")) } }
        thread.run { [session, icon] in
            let failure = session.show(popup, until: deadline, icon: icon)
            onNextTurn { response(failure) }
        }
    }
}

/// A thread with its own GLib main loop, which runs work items one at a time.
private final class NotificationThread: Sendable {
    /// The GLib main context, to which any thread may add work.
    private nonisolated(unsafe) let context: OpaquePointer?

    /// Starts the thread, which ends with the process; nil if no thread can be created.
    init?() {
        context = g_main_context_new()
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                let context = argument.map { OpaquePointer($0) }
                // libnotify and GIO call their callbacks in the thread's default context.
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

    /// Discards the warnings of libnotify about a missing server, and of GDBus about a lost bus. The errors of the
    /// calls contain the same information, and standard error is the journal.
    static func silenceWarnings() {
        for domain in ["libnotify", "GLib-GIO"] {
            g_log_set_handler(domain, suntracker_log_warning, { _, _, _, _ in }, nil)
        }
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        // Not g_main_context_invoke, which may run the work on the calling thread, before the new thread has acquired
        // its context.
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
