// SPDX-License-Identifier: MIT
import Glibc

/// A socket that receives datagrams, as a service manager or journald has it.
package final class DatagramSocket: Sendable {
    package let path: String
    private let descriptor: Int32

    package init(at path: String = newSocketPath()) throws {
        self.path = path
        descriptor = try boundSocket(SOCK_DGRAM, at: path)
    }

    deinit {
        // A child that another test has just forked still has the descriptor, and would keep the socket alive.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        unlink(path)
    }

    /// Waits for the next datagram; nil if none arrives within a minute.
    package func awaited() -> String? {
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&readable, 1, 60_000) == 1 ? next() : nil
    }

    /// Waits for the next datagrams, through the first for which the closure is true.
    package func next(through isLast: (String) -> Bool) -> [String] {
        var texts: [String] = []
        while texts.last.map(isLast) != true, let text = awaited() { texts.append(text) }
        return texts
    }

    /// The next datagram; nil if there is none.
    package func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 300_000)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
