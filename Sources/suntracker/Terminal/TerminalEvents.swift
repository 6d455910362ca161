import CLinux
import Glibc
import Systemd

/// The input of a terminal and signals, as events in the order in which they are read. The signals are blocked, so that no
/// handler interrupts anything; the process sleeps in poll(2) until the next event.
struct TerminalEvents: ~Copyable {
    private let input: Int32
    private let signals: Int32
    private var formerMask: sigset_t

    /// The signals that end a view.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// All signals that a view handles.
    static let handled = ending + [SIGTSTP, SIGCONT, SIGWINCH]

    /// An event.
    enum Event: Sendable {
        /// Bytes of the input.
        case input([UInt8])
        /// One of the signals.
        case signal(Int32)
        /// Nothing has come in time.
        case timeout
        /// The terminal has gone away.
        case end
    }

    /// Blocks the signals, and returns them as events.
    ///
    /// - Throws: The error of signalfd(2).
    init(input: Int32, signals numbers: [Int32]) throws(SystemError) {
        self.input = input
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
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
    ///
    /// - Parameter timeout: The longest wait in milliseconds; nil for no limit.
    func next(within timeout: Int32? = nil) -> Event {
        var descriptors = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&descriptors, 2, timeout ?? -1)
            if count == 0 { return .timeout }
            guard count > 0 else {
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
}
