// SPDX-License-Identifier: MIT
/// The rule that selects the plural form of a text for a number, from the header of a catalog: `Plural-Forms:
/// nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;`
struct PluralRule {
    let forms: Int
    private let formula: [UInt8]

    init?(header: String) {
        let field = "Plural-Forms:"
        let parts = header.split(separator: "\n").first { $0.hasPrefix(field) }?.dropFirst(field.count)
            .split(separator: ";").map { $0.drop { $0 == " " } }
        func value(of name: String) -> Substring? { parts?.first { $0.hasPrefix(name) }?.dropFirst(name.count) }
        guard let forms = value(of: "nplurals=").flatMap({ Int($0) }), forms > 0,
            let formula = value(of: "plural="), formula.utf8.count <= 512
        else { return nil }
        self.forms = forms
        self.formula = formula.utf8.filter { $0 != UInt8(ascii: " ") }
        guard form(of: 1) != nil else { return nil }
    }

    /// Returns the index of the form; nil if the formula yields no valid index for the number.
    func form(of number: UInt) -> Int? {
        var reading = FormulaReading(rest: formula[...], number: number)
        guard let form = reading.choice(), reading.rest.isEmpty, form < forms else { return nil }
        return Int(form)
    }
}

/// Evaluates a formula while parsing it: a C expression with `n` and operators on unsigned numbers.
private struct FormulaReading {
    var rest: ArraySlice<UInt8>
    let number: UInt
    /// The nesting depth, for example of parentheses.
    private var depth = 0

    init(rest: ArraySlice<UInt8>, number: UInt) {
        (self.rest, self.number) = (rest, number)
    }

    /// The operators, from the lowest precedence to the highest.
    private static let operators = [
        ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]

    /// Parses `condition ? first : second`, or only the part before the question mark.
    mutating func choice() -> UInt? {
        depth += 1
        defer { depth -= 1 }
        guard depth < 64, let condition = operation(0) else { return nil }
        guard take("?") else { return condition }
        guard let first = choice(), take(":"), let second = choice() else { return nil }
        return condition != 0 ? first : second
    }

    private mutating func operation(_ level: Int) -> UInt? {
        guard level < Self.operators.count else { return operand() }
        guard var left = operation(level + 1) else { return nil }
        while let symbol = Self.operators[level].first(where: { take($0) }) {
            guard let right = operation(level + 1), let result = Self.result(left, symbol, right) else { return nil }
            left = result
        }
        return left
    }

    private static func result(_ left: UInt, _ symbol: String, _ right: UInt) -> UInt? {
        switch symbol {
        case "||": left != 0 || right != 0 ? 1 : 0
        case "&&": left != 0 && right != 0 ? 1 : 0
        case "==": left == right ? 1 : 0
        case "!=": left != right ? 1 : 0
        case "<=": left <= right ? 1 : 0
        case ">=": left >= right ? 1 : 0
        case "<": left < right ? 1 : 0
        case ">": left > right ? 1 : 0
        case "+": left &+ right
        case "-": left &- right
        case "*": left &* right
        case "/": right == 0 ? nil : left / right
        default: right == 0 ? nil : left % right
        }
    }

    private mutating func operand() -> UInt? {
        if take("n") { return number }
        if take("(") {
            let value = choice()
            return take(")") ? value : nil
        }
        if take("!") {
            depth += 1
            defer { depth -= 1 }
            return depth < 64 ? operand().map { $0 == 0 ? 1 : 0 } : nil
        }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return UInt(String(decoding: digits, as: UTF8.self))
    }

    private mutating func take(_ symbol: String) -> Bool {
        guard rest.starts(with: symbol.utf8) else { return false }
        rest = rest.dropFirst(symbol.utf8.count)
        return true
    }
}
