import CLinux
import Dispatch
import Glibc
import Systemd

/// Notices that the realtime clock was set, and that the machine has resumed.
///
/// Dispatch follows such a change with its own timer and tells nobody. So this keeps a timer that is never meant to
/// fire: only its cancellation is of interest (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
@MainActor
public final class ClockChangeMonitor {
    private let descriptor: Int32
    private let source: any DispatchSourceRead

    /// Calls the handler, on the main queue, whenever the clock has been set or the machine has resumed.
    public init(_ handler: @escaping @MainActor () -> Void) throws {
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

    /// Arms the timer some 250 years ahead, as far as every kernel can count.
    private nonisolated static func arm(_ descriptor: Int32) -> Bool {
        var never = itimerspec()
        never.it_value.tv_sec = 8_000_000_000
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
        return timerfd_settime(descriptor, flags, &never, nil) == 0
    }
}
