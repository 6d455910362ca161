import CLinux
import Dispatch
import Glibc
import Systemd

/// Reports when the reader of a pipe or a socket has closed it, without writing to it.
///
/// A Dispatch write source would fire for as long as the descriptor is writable. So this waits in an epoll instance of
/// its own for what epoll_ctl(2) always reports, EPOLLERR and EPOLLHUP; the instance is readable when one occurs.
@MainActor
final class ReaderMonitor {
    private let source: any DispatchSourceRead

    /// Calls the handler, on the main queue, when the reader of the descriptor has closed it; nil for a descriptor that
    /// has no reader, such as a file.
    init?(of descriptor: Int32, _ handler: @escaping @MainActor () -> Void) {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
        var interest = epoll_event()
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &interest) == 0 else {
            close(epoll)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                // It would stay readable.
                self?.source.cancel()
                handler()
            }
        }
        source.setCancelHandler { @Sendable in close(epoll) }
        source.activate()
    }

    isolated deinit {
        source.cancel()
    }
}
