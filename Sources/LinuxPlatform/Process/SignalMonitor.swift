import CLinux
import Dispatch
import Glibc

/// Signals as events on the main queue, for a program that waits in `dispatchMain`: there the first thread takes every
/// signal, whatever is blocked, so that a descriptor of one's own (`TerminalEvents`) would not get them.
@MainActor
public final class SignalMonitor {
    private let sources: [any DispatchSourceSignal]

    /// From now on these signals come to the handler, and do nothing else.
    public init(_ signals: [Int32], _ handler: @escaping @MainActor (Int32) -> Void) {
        // Not on the main queue, which is busy here until they are registered: before that a signal would do what it does
        // by default.
        let queue = DispatchQueue(label: "signals")
        let registration = DispatchGroup()
        sources = signals.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler { @Sendable in
                DispatchQueue.main.async { MainActor.assumeIsolated { handler(signal) } }
            }
            registration.enter()
            source.setRegistrationHandler { @Sendable in registration.leave() }
            source.activate()
            return source
        }
        registration.wait()
    }

    isolated deinit {
        for source in sources { source.cancel() }
    }

    /// Lets the signal do what it does to a program that does not wait for it: end it, or stop it until it continues.
    public func surrender(to signal: Int32) { LinuxPlatform.surrender(to: signal) }
}

/// Lets a signal do what it does by default, and has it done on return. Swift's runtime, too, has a handler for some.
package func surrender(to signal: Int32) {
    var (untouched, former) = (sigaction(), sigaction())
    untouched.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(signal, &untouched, &former)
    var (mask, formerMask) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, &formerMask)
    // To this thread: it takes the signal before the call returns.
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &formerMask, nil)
    sigaction(signal, &former, nil)
}
