// SPDX-License-Identifier: MIT
extension Localizer {
    /// The name of a place inside a text, isolated from it if the two are written in different directions (Unicode Standard
    /// Annex 9, "Explicit Directional Isolates").
    ///
    /// Otherwise, a number that follows the name would be displayed on its other side: `Polar night began in X 7 min
    /// ago` as `in 7 X min ago`.
    func isolated(_ name: String) -> String {
        guard layout != .plain else { return name }
        let differs =
            isRightToLeft
            ? name.unicodeScalars.contains(where: \.isWrittenFromLeftToRight)
            : name.unicodeScalars.contains(where: \.changesDirection)
        return differs ? name.isolated : name
    }

    /// A value next to others without a sentence around them, such as a time before a list.
    package func embedded(_ value: String) -> String { isolation(value, "") }

    /// Returns the text for a placeholder, given its value and the degree sign that follows it, if any.
    typealias Isolation = (_ value: String, _ sign: String) -> String

    /// The function that isolates the value of a placeholder if its direction requires it. Parts of the value that are
    /// already isolated are ignored.
    ///
    /// - In a text from left to right, a value in a script from right to left is isolated.
    /// - In a text from right to left, a value in such a script stays as it is. So does a number or a time that
    ///   consists of digits, because it is displayed the same in both directions. Any other value with letters or
    ///   digits is isolated: a path, the name of a program, a date such as 2026-11-21, a negative number, a time with
    ///   "pm".
    var isolation: Isolation {
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
    /// The text between isolating characters, with the direction of its first letter.
    fileprivate var isolated: String { "\u{2068}\(self)\u{2069}" }

    /// Whether the text contains no letters, and digits only with signs that keep their order (UAX #9, class CS): `12`,
    /// `39.74`, `06:48`, or `-` alone.
    fileprivate var isDisplayedAlikeInBothDirections: Bool {
        let hasLetter = hasOutsideOfIsolates(\.isWrittenFromLeftToRight)
        let hasDigit = hasOutsideOfIsolates(\.isDigit)
        return !hasLetter
            && (!hasDigit || unicodeScalars.allSatisfy { $0.isDigit || ".:,/".unicodeScalars.contains($0) })
    }

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
