import CLinux
import Glibc
package import Systemd

/// The input of a terminal and signals, as events in the order in which they are read. The signals are blocked, so that no
/// handler interrupts anything; the process sleeps in poll(2) until the next event.
package struct TerminalEvents: ~Copyable {
    private let input: Int32
    private let signals: Int32
    private var formerMask: sigset_t

    /// An event.
    package enum Event: Sendable {
        /// Bytes of the input.
        case input([UInt8])
        /// One of the signals.
        case signal(Int32)
        /// The terminal has gone away.
        case end
    }

    /// Blocks the signals, and returns them as events.
    ///
    /// - Throws: The error of signalfd(2).
    package init(input: Int32, signals numbers: [Int32]) throws(SystemError) {
        self.input = input
        var mask = Self.mask(numbers)
        formerMask = sigset_t()
        pthread_sigmask(SIG_BLOCK, &mask, &formerMask)
        signals = signalfd(-1, &mask, Int32(SFD_CLOEXEC))
        guard signals >= 0 else {
            let error = SystemError("signalfd", number: errno)
            pthread_sigmask(SIG_SETMASK, &formerMask, nil)
            throw error
        }
    }

    deinit {
        close(signals)
        var mask = formerMask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Waits for the next event.
    package func next() -> Event {
        var descriptors = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&descriptors, 2, -1) >= 0 else {
                if errno == EINTR { continue }
                return .end
            }
            if descriptors[0].revents != 0 {
                var info = signalfd_siginfo()
                let size = MemoryLayout.size(ofValue: info)
                if read(signals, &info, size) == size { return .signal(Int32(info.ssi_signo)) }
            } else if descriptors[1].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 1024)
                let count = read(input, &bytes, bytes.count)
                if count > 0 { return .input(Array(bytes[..<count])) }
                if count == 0 || errno != EINTR { return .end }
            }
        }
    }

    /// Whether no event comes within this many milliseconds.
    package func isQuiet(forMilliseconds duration: Int32) -> Bool {
        var descriptors = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        ]
        return poll(&descriptors, 2, duration) == 0
    }

    private static func mask(_ numbers: [Int32]) -> sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
        return mask
    }
}
