// SPDX-License-Identifier: MIT
package import Solar

/// A place on a command line.
package enum PlaceArgument: Equatable, Sendable {
    case coordinate(Coordinate)
    /// A name to look up.
    case name(String)

    /// Parses a coordinate, also as a URI: `geo:39.74,-104.99;u=35` (RFC 5870), whose altitude and parameters are not used.
    /// A text that does not look like a coordinate is a name.
    package init(_ text: String) throws(PlaceLookupError) {
        let scheme = "geo:"
        if text.lowercased().hasPrefix(scheme) {
            let numbers = text.dropFirst(scheme.count).prefix { $0 != ";" }.split(separator: ",").prefix(2)
            self = .coordinate(try Coordinate(text: numbers.joined(separator: ",")))
            return
        }
        self = Self.isLikeCoordinate(text) ? .coordinate(try Coordinate(text: text)) : .name(text)
    }

    /// Whether a text looks like a coordinate, valid or not: it begins with a number and contains a decimal point, a degree
    /// sign, or only compass letters. `6th of October` is a name; so are the postal codes `80301` and `1012 AB`.
    private static func isLikeCoordinate(_ text: String) -> Bool {
        let text = text.filter { !$0.isWhitespace }
        // As in "N39.74 W104.99".
        let number = text.first.map("NSns".contains) == true ? text.dropFirst() : text[...]
        guard let first = number.first, first.isNumber || "+-\u{2212}.".contains(first) else { return false }
        if text.contains(where: { ".°".contains($0) }) { return true }
        if text.count > 3, text.allSatisfy(\.isNumber) { return false }
        let letters = number.indices.filter { number[$0].isLetter }
        return letters.allSatisfy { index in
            "NSEWnsew".contains(number[index])
                && !number[number.index(after: index)...].prefix(1).contains(where: \.isLetter)
        }
    }
}
