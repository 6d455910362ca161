import CLinux
import Glibc
public import Systemd

/// What happens at a terminal: keys and the mouse, and signals, in the order in which they are read and without a handler
/// that would interrupt anything. While there is nothing, it sleeps in poll(2).
public struct TerminalEvents: ~Copyable {
    private let input: Int32
    private let signals: Int32
    private var formerMask: sigset_t

    /// Something that happens.
    public enum Event: Sendable {
        /// Bytes that the terminal sends.
        case input([UInt8])
        /// One of the signals that are waited for.
        case signal(Int32)
        /// The terminal has gone away.
        case end
    }

    /// From now on these signals come as events, and do nothing else.
    ///
    /// - Throws: the error of signalfd(2).
    public init(input: Int32, signals numbers: [Int32]) throws(SystemError) {
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

    /// The next thing that happens.
    public func next() -> Event {
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

    /// Lets the signal do what it does to a program that does not wait for it: end it, or stop it until it continues.
    public func surrender(to signal: Int32) { LinuxPlatform.surrender(to: signal) }

    private static func mask(_ numbers: [Int32]) -> sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
        return mask
    }
}
