// SPDX-License-Identifier: MIT
import CLinux
import Dispatch
import Glibc
import Systemd

/// Delivers signals as events on the main queue, for a program that waits in `dispatchMain`. There, the first thread
/// receives every signal, even a blocked one, so a separate signalfd would receive none.
@MainActor
package final class SignalMonitor {
    private let sources: [any DispatchSourceSignal]

    /// Calls the handler on the main queue for these signals, and disables their default actions.
    package init(_ signals: [Int32], _ handler: @escaping @MainActor (Int32) -> Void) {
        // Not the main queue, which waits here until the sources are registered. Until then, a signal would have its
        // default action.
        let queue = DispatchQueue(label: "signals")
        let registration = DispatchGroup()
        sources = signals.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler { @Sendable in
                onNextTurn { handler(signal) }
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
}

/// Performs a signal's default action: terminates the process, or stops it until it is continued. Afterwards, restores
/// the handler, which for some signals is the Swift runtime's.
package func surrender(to signal: Int32) {
    var (untouched, former) = (sigaction(), sigaction())
    untouched.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(signal, &untouched, &former)
    var (mask, formerMask) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, &formerMask)
    // The signal is sent to this thread, which receives it before the call returns.
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &formerMask, nil)
    sigaction(signal, &former, nil)
}
