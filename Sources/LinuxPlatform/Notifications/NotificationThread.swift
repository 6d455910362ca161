import CLibnotify
import Glibc

/// A thread that runs a GLib main loop of its own, and in it whatever it is given, one after the other.
final class NotificationThread: Sendable {
    private let context: Context

    /// A GLib main context may be given work from any thread.
    private struct Context: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    /// Starts the thread, which ends with the process; nil if the system has none to give.
    init?() {
        context = Context(pointer: g_main_context_new())
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                let context = argument.map { OpaquePointer($0) }
                // What libnotify and GIO send back to "the caller's context" comes here.
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

    /// Has the warnings of libnotify about a server that is not there, and of GDBus about a bus that has ended, go nowhere:
    /// each call says the same in its error, and standard error is the journal.
    static func silenceWarnings() {
        for domain in ["libnotify", "GLib-GIO"] {
            g_log_set_handler(domain, G_LOG_LEVEL_WARNING, { _, _, _, _ in }, nil)
        }
    }

    /// Runs the work on the thread when its turn comes.
    func run(_ work: @escaping @Sendable () -> Void) {
        // Not g_main_context_invoke: that may run the work right here, before the thread has taken its context.
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
