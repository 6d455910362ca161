// SPDX-License-Identifier: MIT
import Glibc

/// A notification socket, as a service manager has it.
package final class NotifySocket {
    package let path = newSocketPath()
    private let descriptor: Int32

    package init() throws {
        descriptor = try boundSocket(SOCK_DGRAM, at: path)
    }

    /// The next datagrams, through the first for which the closure is true, or until none arrives within a minute.
    package func next(through isLast: (String) -> Bool) -> [String] {
        var texts: [String] = []
        while texts.last.map(isLast) != true {
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 60_000) == 1, let next = next() else { break }
            texts.append(next)
        }
        return texts
    }

    /// The next datagram; nil if there is none.
    package func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }
}
