// SPDX-License-Identifier: MIT
/// A property of a reader of external data that holds for all bytes.
struct Property: Sendable {
    /// The name of the reader.
    let name: String
    /// The inputs to damage: valid inputs, and errors that random damage would rarely cause.
    let seeds: [String]
    /// Tokens with a meaning to the reader.
    let words: [String]
    /// Reads the bytes, and throws if the property does not hold.
    let check: @Sendable ([UInt8]) throws -> Void

    /// A property of a reader of texts. As in `readText`, U+FFFD replaces bytes that are not UTF-8.
    init(
        _ name: String, seeds: [String], words: [String], _ check: @escaping @Sendable (String) throws -> Void
    ) {
        (self.name, self.seeds, self.words) = (name, seeds, words)
        self.check = { try check(String(decoding: $0, as: UTF8.self)) }
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
