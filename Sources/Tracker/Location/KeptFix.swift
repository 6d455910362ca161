// SPDX-License-Identifier: MIT
package import Configuration
import Solar

/// The last accepted fix as text for a file: a line with the version, a line for each fact, and an end line, without
/// which the file is truncated.
package struct KeptFix: Equatable, Sendable {
    static let header = StateHeader("suntracker-fix", version: 1)

    package let text: String
    /// The place in the text, with `Provenance.Source.lastFix`.
    package let place: Place

    package init(_ fix: Place) {
        var text = "\(Self.header.line)\ncoordinate \(fix.observer.coordinate.degrees)\n"
        if let accuracy = fix.provenance.accuracy { text += "accuracy \(accuracy)\n" }
        if let observed = fix.provenance.observed { text += "observed \(observed)\n" }
        if let city = fix.provenance.mainCity { text += "main-city \(city.degrees)\n" }
        self.text = text + "end\n"
        place = Place(
            observer: Observer(fix.observer.coordinate), name: nil,
            provenance: Provenance(
                source: .lastFix, accuracy: fix.provenance.accuracy, observed: fix.provenance.observed,
                mainCity: fix.provenance.mainCity))
    }

    /// Parses a text that has the form of `text`.
    package init(text: String) throws(StateTextError) {
        let whole = text.split(separator: "\n", omittingEmptySubsequences: false)
        try Self.header.check(whole.first)
        var lines = whole.map { $0.split(separator: " ") }
        let endLine = lines.count
        guard lines.count >= 4, lines.removeLast().isEmpty, lines.removeLast() == ["end"] else {
            throw .damaged(line: endLine, expected: "\"end\" as the last line")
        }
        guard lines[1].first == "coordinate", let coordinate = Coordinate(lines[1].dropFirst()) else {
            throw .damaged(line: 2, expected: "\"coordinate\" and degrees north and east")
        }
        var provenance = Provenance(source: .lastFix)
        for (number, words) in lines.enumerated().dropFirst(2) {
            guard let word = words.first, provenance.read(word, words.dropFirst()) else {
                throw .damaged(
                    line: number + 1,
                    expected:
                        "\"accuracy\" and metres, \"observed\" and a time (2026-…Z), or \"main-city\" and degrees north and east"
                )
            }
        }
        self.text = text
        place = Place(observer: Observer(coordinate), name: nil, provenance: provenance)
    }
}

extension Substring {
    /// The number in the text. Swift's initialiser stops at a NUL and ignores the rest.
    fileprivate var number: Double? { utf8.contains(0) ? nil : Double(self) }
}

extension Coordinate {
    /// Degrees north and degrees east, as in the file.
    fileprivate var degrees: String { "\(latitude.degrees) \(longitude.degrees)" }

    /// Reads degrees north and degrees east; nil if these words are anything else.
    fileprivate init?(_ degrees: ArraySlice<Substring>) {
        let numbers = degrees.compactMap(\.number)
        guard degrees.count == 2, numbers.count == 2 else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1])
    }
}

extension Provenance {
    /// Reads one fact. Returns false if the line contains none.
    fileprivate mutating func read(_ word: Substring, _ values: ArraySlice<Substring>) -> Bool {
        switch (word, values.count) {
        case ("accuracy", 1):
            guard let radius = values.first?.number, radius.isFinite, radius >= 0 else { return false }
            accuracy = radius
        case ("observed", 1):
            guard let instant = values.first.flatMap({ Instant(rfc3339: $0) }) else { return false }
            observed = instant
        case ("main-city", 2):
            guard let city = Coordinate(values) else { return false }
            mainCity = city
        default:
            return false
        }
        return true
    }
}
