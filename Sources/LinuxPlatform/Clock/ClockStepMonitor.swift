// SPDX-License-Identifier: MIT
import CLinux
import Dispatch
import Glibc
import Systemd

/// Reports that the realtime clock was set, or that the machine has resumed.
///
/// Dispatch adjusts its own timer to such a change, but does not report it. So this class keeps a timer that never
/// fires, and detects its cancellation (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
@MainActor
package final class ClockStepMonitor {
    private let descriptor: Int32
    private let source: any DispatchSourceRead

    /// Calls the handler on the main queue whenever the clock was set or the machine has resumed.
    package init(_ handler: @escaping @MainActor () -> Void) throws {
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError("timerfd_create", number: errno) }
        self.descriptor = descriptor
        guard Self.arm(descriptor) else {
            let error = SystemError("timerfd_settime", number: errno)
            close(descriptor)
            throw error
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler {
            var expirations: UInt64 = 0
            let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
            guard count < 0, errno == ECANCELED else { return }
            _ = Self.arm(descriptor)
            MainActor.assumeIsolated(handler)
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    isolated deinit {
        source.cancel()
    }

    /// Arms the timer about 250 years ahead, a time that every kernel can represent.
    private nonisolated static func arm(_ descriptor: Int32) -> Bool {
        var never = itimerspec()
        never.it_value.tv_sec = 8_000_000_000
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
        return timerfd_settime(descriptor, flags, &never, nil) == 0
    }
}
