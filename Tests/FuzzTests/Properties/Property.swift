/// A property of a reader of external data that holds for all bytes.
struct Property: Sendable {
    /// The name of what is read.
    let name: String
    /// The inputs to be damaged: valid ones, and mistakes that random damage would rarely cause.
    let seeds: [String]
    /// Tokens with a meaning to the reader.
    let words: [String]
    /// Reads the bytes, and throws if the property does not hold.
    let check: @Sendable ([UInt8]) throws -> Void

    /// A property of a reader of texts. Bytes that are not UTF-8 are replaced with U+FFFD, as by `readText`.
    init(
        _ name: String, seeds: [String], words: [String], _ check: @escaping @Sendable (String) throws -> Void
    ) {
        self.init(ofBytes: name, seeds: seeds, words: words) { try check(String(decoding: $0, as: UTF8.self)) }
    }

    /// A property of a reader of bytes.
    init(
        ofBytes name: String, seeds: [String], words: [String], _ check: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.words = words
        self.check = check
    }
}

/// A property that does not hold.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless the condition holds.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !holds { throw Violation(description: otherwise()) }
}

/// Choices made by the bytes of an input; zeros after its end.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number(below end: Int) -> Int { Int(byte()) % end }

    mutating func bits() -> UInt64 { (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

    mutating func element<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// A text of at most that many bytes.
    mutating func text(upTo count: Int) -> String {
        let length = number(below: count + 1)
        let bytes = rest.prefix(length)
        rest = rest.dropFirst(length)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Special values of floating-point numbers, and any others.
    mutating func double() -> Double {
        let few = [0, -0.0, 1, -1, 39.74, -104.99, 90, 90.000001, 180, -180, 1e-5, 1e300, -.infinity, .infinity, .nan]
        let index = number(below: few.count + 1)
        return index < few.count ? few[index] : Double(bitPattern: bits())
    }
}
