// SPDX-License-Identifier: MIT
import Glibc

/// A text table: lines with columns separated by tabs. Lines that begin with `#` are comments.
struct Table: Sequence {
    let bytes: UnsafeRawBufferPointer

    func makeIterator() -> TableLines { TableLines(bytes: bytes) }

    func lines(after line: TableLine) -> IteratorSequence<TableLines> {
        IteratorSequence(TableLines(bytes: bytes, offset: line.offset + line.bytes.count + 1))
    }

    /// Returns the line that begins at an offset.
    func line(at offset: Int) -> TableLine {
        TableLine(offset: offset, bytes: bytes.part(offset..<bytes.end(of: .lineFeed, from: offset)))
    }
}

struct TableLines: IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var offset: Int

    init(bytes: UnsafeRawBufferPointer, offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

    mutating func next() -> TableLine? {
        while offset < bytes.count {
            let start = offset
            let end = bytes.end(of: .lineFeed, from: start)
            offset = end + 1
            guard end > start, bytes[start] != UInt8(ascii: "#") else { continue }
            return TableLine(offset: start, bytes: bytes.part(start..<end))
        }
        return nil
    }
}

struct TableLine {
    /// The offset of its first byte in the table.
    let offset: Int
    /// The line without its line feed.
    let bytes: UnsafeRawBufferPointer

    /// The bytes of a column; empty if the line ends before it.
    subscript(column: Int) -> UnsafeRawBufferPointer {
        var start = 0
        for _ in 0..<column { start = bytes.end(of: .tab, from: start) + 1 }
        return bytes.part(min(start, bytes.count)..<bytes.end(of: .tab, from: start))
    }

    /// Returns the texts of all columns after the first `count` columns.
    func texts(after count: Int) -> [String] {
        bytes.split(separator: .tab, omittingEmptySubsequences: false).dropFirst(count).map {
            UnsafeRawBufferPointer(rebasing: $0).text
        }
    }

    /// Returns the decimal number in a column, times a power of ten, without converting it to a binary fraction.
    func number(_ column: Int, decimals: Int = 0) -> Int {
        let text = self[column]
        var value = 0
        var decimals = decimals
        var isFraction = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value &* 10 &+ Int(byte - UInt8(ascii: "0"))
                if isFraction { decimals -= 1 }
            case UInt8(ascii: "."): isFraction = true
            default: continue
            }
        }
        while decimals > 0 {
            value = value &* 10
            decimals -= 1
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }
}

extension UnsafeRawBufferPointer {
    /// Some of the bytes.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }

    var text: String { String(decoding: self, as: UTF8.self) }

    /// Returns the offset of the next occurrence of a byte; the count if there is none.
    func end(of byte: UInt8, from start: Int) -> Int {
        guard start < count, let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start) else {
            return count
        }
        return UnsafeRawPointer(found) - baseAddress
    }
}

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
}
