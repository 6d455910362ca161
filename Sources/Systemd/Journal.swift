// SPDX-License-Identifier: MIT
import Dispatch
import Glibc

/// journald, through its native protocol (https://systemd.io/JOURNAL_NATIVE_PROTOCOL/).
///
/// Nothing blocks on journald. If it hangs and its queue is full, entries wait here, and follow in order when it
/// responds. sd_journal_sendv(3) would block instead.
@MainActor
package final class Journal {
    private let path: String
    /// The socket connected to journald; -1 for none.
    private var descriptor: Int32 = -1
    /// The entries that journald has not accepted yet, the oldest first.
    private var waiting: [[UInt8]] = []
    /// The number of entries that were dropped because too many were waiting.
    private var lost = 0
    /// Exists only while entries are waiting, so that an idle service does not wake up.
    private var source: (any DispatchSourceWrite)?
    /// Called with the number of dropped entries, when journald has accepted the waiting ones.
    package var onLoss: (Int) -> Void = { _ in }

    package nonisolated static let socket = "/run/systemd/journal/socket"
    /// The maximum number of waiting entries.
    package nonisolated static let longestQueue = 1000
    /// The maximum size of a value, in bytes. Longer values are truncated, so that each entry fits into a datagram.
    package nonisolated static let longestValue = 16_384

    package init(path: String = Journal.socket) { self.path = path }

    isolated deinit {
        source?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes one entry. Names consist of capital letters, digits and underscores; values may contain any text.
    ///
    /// If there is no journald, nothing is written.
    package func send(_ fields: [(name: String, value: String)]) {
        let datagram = Self.datagram(of: fields)
        if waiting.isEmpty, deliver(datagram) { return }
        guard waiting.count < Self.longestQueue else { return lost += 1 }
        waiting.append(datagram)
        watch()
    }

    /// Returns the entry in the format of the protocol: a line `NAME=value` for each field. A value with several lines
    /// is preceded by its length, as 64 bits in little-endian order.
    private static func datagram(of fields: [(name: String, value: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, text) in fields {
            let value = text.cut(toBytes: longestValue).utf8
            bytes.append(contentsOf: name.utf8)
            if value.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes.append(contentsOf: $0) }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes.append(contentsOf: value)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// Sends an entry. Returns true if journald has accepted it, or if there is no journald, and false if the queue of
    /// journald is full.
    private func deliver(_ datagram: [UInt8]) -> Bool {
        // Two attempts, because the socket may have been replaced since the connection.
        for _ in 0..<2 {
            if descriptor < 0 { descriptor = connectedSocket(path) }
            guard descriptor >= 0 else { return true }
            if Glibc.send(descriptor, datagram, datagram.count, Int32(MSG_NOSIGNAL)) >= 0 { return true }
            if errno == EAGAIN { return false }
            disconnect()
        }
        return true
    }

    private func disconnect() {
        source?.cancel()
        source = nil
        close(descriptor)
        descriptor = -1
    }

    /// Waits until journald accepts entries.
    private func watch() {
        guard source == nil else { return }
        // A separate descriptor, because Dispatch watches it until the source has been cancelled.
        let watched = dup(descriptor)
        guard watched >= 0 else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: watched, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.deliverWaiting() }
        }
        source.setCancelHandler { @Sendable in close(watched) }
        source.activate()
        self.source = source
    }

    private func deliverWaiting() {
        var delivered = 0
        while delivered < waiting.count, deliver(waiting[delivered]) { delivered += 1 }
        waiting.removeFirst(delivered)
        // After a new connection, there is no source.
        guard waiting.isEmpty else { return watch() }
        source?.cancel()
        source = nil
        if lost > 0 {
            defer { lost = 0 }
            onLoss(lost)
        }
    }
}

/// Returns a non-blocking datagram socket connected to a path; -1 if there is none.
private func connectedSocket(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
        return path.utf8.count < buffer.count
    }
    let type = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = fits ? socket(AF_UNIX, Int32(type), 0) : -1
    guard descriptor >= 0 else { return -1 }
    let result = withUnsafeBytes(of: &address) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
            connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
        }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
}

extension String {
    /// Returns the text, truncated to at most this many bytes, between characters: a string is never split within one.
    fileprivate func cut(toBytes most: Int) -> Substring {
        self[..<(utf8.index(startIndex, offsetBy: most, limitedBy: endIndex) ?? endIndex)]
    }
}
