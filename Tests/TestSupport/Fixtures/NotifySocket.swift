import Glibc

/// A socket like that of a service manager.
package final class NotifySocket {
    package let path: String
    private let descriptor: Int32

    package init() throws {
        path = "/tmp/suntracker-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        descriptor = try boundSocket(SOCK_DGRAM, at: path)
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
