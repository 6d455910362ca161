import CLinux
import Dispatch
import Glibc
import Systemd

/// Detects, without writing, that the reader of a pipe or a socket has closed it.
///
/// A Dispatch write source would fire as long as the descriptor is writable. So a separate epoll instance waits for
/// EPOLLERR and EPOLLHUP, which epoll_ctl(2) always reports. The instance becomes readable when one of them occurs.
@MainActor
final class ReaderMonitor {
    private let source: any DispatchSourceRead

    /// Calls the handler on the main queue when the reader of the descriptor has closed it; nil for a descriptor
    /// without a reader, such as a file.
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
                // Otherwise, the instance would stay readable.
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
