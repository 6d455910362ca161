import CSystemd
import Glibc

/// journald, through its native protocol (sd_journal_send(3)).
package enum Journal {
    /// Writes one entry. Names consist of capital letters, digits and underscores; values may contain any text.
    ///
    /// If journald is not running, nothing is written and nothing is thrown, as in sd_journal_sendv(3).
    package static func send(_ fields: [(name: String, value: String)]) throws(SystemError) {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for (name, value) in fields {
            bytes.append(contentsOf: name.utf8)
            bytes.append(UInt8(ascii: "="))
            bytes.append(contentsOf: value.utf8)
            ends.append(bytes.count)
        }
        let result = bytes.withUnsafeMutableBytes { buffer in
            var start = 0
            let vectors = ends.map { end in
                defer { start = end }
                return iovec(iov_base: buffer.baseAddress.map { $0 + start }, iov_len: end - start)
            }
            return sd_journal_sendv(vectors, Int32(vectors.count))
        }
        try checked("sd_journal_sendv", result)
    }
}
