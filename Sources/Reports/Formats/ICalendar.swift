/// A line of a calendar file, a property with its value (RFC 5545, section 3.1).
struct CalendarProperty: Hashable {
    private let line: String

    /// A property whose value is as it stands: a date, a number, a keyword.
    init(_ name: String, _ value: String) {
        line = "\(name):\(value)"
    }

    /// A property whose value is a text, or a list of texts (section 3.3.11).
    init(_ name: String, text: String...) {
        self.init(name, text.map(\.escapedForCalendar).joined(separator: ","))
    }

    /// The most octets of a line, without its end.
    private static let most = 75

    /// The line with its end, folded so that no line is longer than 75 octets: a line's end and a space go before a
    /// character, never into one.
    var folded: String {
        var (text, octets) = ("", 0)
        for scalar in line.unicodeScalars {
            let count = UTF8.width(scalar)
            if octets + count > Self.most {
                text += "\r\n "
                octets = 1
            }
            text.unicodeScalars.append(scalar)
            octets += count
        }
        return text + "\r\n"
    }
}

extension String {
    /// The text as a value of the type TEXT: no control characters but the tab, and those with a meaning escaped.
    var escapedForCalendar: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case ";": text += "\\;"
            case ",": text += "\\,"
            case "\n": text += "\\n"
            case "\t": text += "\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension UTF8 {
    /// How many octets a scalar takes.
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { String(scalar).utf8.count }
}
