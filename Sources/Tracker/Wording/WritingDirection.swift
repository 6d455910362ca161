extension Localizer {
    /// The name of a place inside a text, isolated from it if the two are written in different directions (Unicode Standard
    /// Annex 9, "Explicit Directional Isolates").
    ///
    /// Otherwise a number that follows the name would be displayed on its other side: `Polar night began in X 7 min ago`
    /// as `in 7 X min ago`.
    func isolated(_ name: String) -> String {
        guard layout != .plain else { return name }
        let differs =
            isRightToLeft
            ? name.unicodeScalars.contains(where: \.isWrittenFromLeftToRight)
            : name.unicodeScalars.contains(where: \.changesDirection)
        return differs ? name.isolated : name
    }

    /// A value beside others that no sentence joins, such as a time before a list.
    package func embedded(_ value: String) -> String { fillBlank(value, "") }

    /// What fills in a blank: its value, and the degree sign that follows it, if any.
    typealias FillBlank = (_ value: String, _ sign: String) -> String

    /// The value of each blank with what keeps its direction, which depends on the kind of the value. Parts of it that are
    /// isolated already count for nothing.
    ///
    /// - In a text from left to right, a value in a script from right to left is isolated.
    /// - In a text from right to left, a value of that script is one of the texts here, and stays as it is. So does a number
    ///   or a time of digits alone, which is displayed the same in both. What else has letters or digits is isolated: a
    ///   path, a name of a program, a date such as 2026-11-21, a negative number, a time with "pm".
    var fillBlank: FillBlank {
        guard layout != .plain else { return { $0 + $1 } }
        guard isRightToLeft else {
            return { $0.hasOutsideOfIsolates(\.changesDirection) ? $0.isolated + $1 : $0 + $1 }
        }
        return { value, sign in
            if value.hasOutsideOfIsolates(\.isFromRightToLeft) { return value + sign }
            let value = value + sign
            return value.isDisplayedAlikeInBothDirections ? value : value.isolated
        }
    }
}

extension String {
    /// The text between the characters that isolate it, with the direction of its first letter.
    fileprivate var isolated: String { "\u{2068}\(self)\u{2069}" }

    /// Whether it has no letters, and digits only with the signs that keep the order of digits (UAX #9, class CS): `12`,
    /// `39.74`, `06:48`, `-` alone.
    fileprivate var isDisplayedAlikeInBothDirections: Bool {
        let hasLetter = hasOutsideOfIsolates(\.isWrittenFromLeftToRight)
        let hasDigit = hasOutsideOfIsolates(\.isDigit)
        return !hasLetter
            && (!hasDigit || unicodeScalars.allSatisfy { $0.isDigit || ".:,/".unicodeScalars.contains($0) })
    }

    /// Whether one of its scalars that are not isolated is such.
    fileprivate func hasOutsideOfIsolates(_ matches: (Unicode.Scalar) -> Bool) -> Bool {
        var depth = 0
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: depth += 1
            case 0x2069 where depth > 0: depth -= 1
            default: if depth == 0, matches(scalar) { return true }
            }
        }
        return depth > 0
    }
}

extension Unicode.Scalar {
    /// Whether it is written from right to left, by the blocks of such scripts (Unicode Standard Annex 9, table 4, and
    /// DerivedBidiClass.txt).
    fileprivate var isFromRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// Whether it is written from right to left, or controls the direction of others.
    fileprivate var changesDirection: Bool { isFromRightToLeft || properties.isBidiControl }

    /// Whether it is written from left to right, or controls the direction of others.
    fileprivate var isWrittenFromLeftToRight: Bool {
        properties.isBidiControl || (properties.isAlphabetic && !isFromRightToLeft)
    }

    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
