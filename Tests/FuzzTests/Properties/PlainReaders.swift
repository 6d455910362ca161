import Solar
import TestSupport
import Tracker

/// Two places, and a name for one of them.
struct PlainPlaces: PlaceDirectory {
    func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        guard text == "Denver" || text == "Tromsø", let coordinate = Coordinate(latitude: 39.74, longitude: -104.99)
        else { throw PlaceLookupError(problem: "there is no \"\(text)\"", remedy: "there is \"Denver\"") }
        return NamedCoordinate(name: text, coordinate: coordinate)
    }

    func name(of coordinate: Coordinate) -> PlaceName? { nil }
}

/// A key file according to its specification (Desktop Entry Specification, "Basic format of the file"), with a byte
/// order mark and comments after `;` as well, for texts without mistakes.
struct PlainKeyFile {
    struct Line: Hashable {
        let group: String
        let key: String
        let value: String
    }

    /// The lines with keys, by their numbers, from 1.
    private(set) var lines: [Int: Line] = [:]

    init(_ text: String) {
        var group = ""
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = Self.trimmed(bytes[...])
            if line.isEmpty || line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: ";") { continue }
            if line.first == UInt8(ascii: "[") {
                group = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
            } else {
                let key = line.prefix { $0 != UInt8(ascii: "=") }
                lines[index + 1] = Line(
                    group: group, key: String(decoding: Self.trimmed(key), as: UTF8.self),
                    value: String(decoding: Self.trimmed(line.dropFirst(key.count + 1)), as: UTF8.self))
            }
        }
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
        var rest = bytes
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool { " \t\r".utf8.contains(byte) }
}
