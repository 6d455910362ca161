import Dispatch
import Glibc
import Synchronization
import Testing

/// A bus at a socket, with one other program on it, whose answers the test determines.
final class FakeBus: Sendable {
    /// The connection of a client.
    struct Client: Sendable {
        fileprivate let descriptor: Int32

        /// Without a signal if the client has left.
        func send(_ message: [UInt8]) {
            _ = Glibc.send(descriptor, message, message.count, Int32(MSG_NOSIGNAL))
        }
    }

    private let count = Mutex(0)
    // Activated once, and cancelled once.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// The number of connections so far.
    var connections: Int { count.withLock { $0 } }

    init(at path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = withUnsafeBytes(of: &address) {
            bind(
                listener, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_un>.size))
        }
        try #require(result == 0 && listen(listener, 8) == 0)
        source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: DispatchQueue(label: "bus"))
        source.setCancelHandler { @Sendable in close(listener) }
    }

    deinit { source.cancel() }

    /// Accepts clients. To be called once.
    ///
    /// - Parameter handle: called with each message that is not for the bus; returns whether the bus keeps the connection.
    func serve(_ handle: @escaping @Sendable (WireMessage, Client) -> Bool) {
        source.setEventHandler { @Sendable [weak self, listener = Int32(source.handle)] in
            let client = Client(descriptor: accept(listener, nil, nil))
            self?.count.withLock { $0 += 1 }
            // A thread for each client until it leaves; those of the global queue may be busy with other tests for long.
            DispatchQueue(label: "client").async { Self.serve(client, handle) }
        }
        source.activate()
    }

    private static func serve(_ client: Client, _ handle: (WireMessage, Client) -> Bool) {
        defer { close(client.descriptor) }
        var heard: [UInt8] = []
        var isIn = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let length = read(client.descriptor, &buffer, buffer.count)
            guard length > 0 else { return }
            heard += buffer[..<length]
            if !isIn {
                // The handshake (D-Bus Specification, "Authentication Protocol"), which sd-bus sends at once.
                let end = Array("BEGIN\r\n".utf8)
                guard let begin = heard.indices.first(where: { heard[$0...].starts(with: end) }) else { continue }
                heard.removeSubrange(..<(begin + end.count))
                client.send(Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8))
                isIn = true
            }
            while let message = WireMessage(first: heard) {
                heard.removeFirst(message.bytes.count)
                if message.has("\0Hello\0") {
                    var name = WireBody()
                    name.string(":1.1")
                    client.send(message.answer(name, signature: "s"))
                } else if message.has("\0AddMatch\0") {
                    // Without an answer sd-bus would report no signal, and close the connection after 25 s.
                    client.send(message.answer())
                } else if !handle(message, client) {
                    return
                }
            }
        }
    }
}
