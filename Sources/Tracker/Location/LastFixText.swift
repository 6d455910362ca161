// SPDX-License-Identifier: MIT
package import Configuration
import Solar

extension Place {
    static let lastFixHeader = StateHeader("suntracker-fix", version: 1)

    /// The place as the text of the file of the last accepted fix: a line with the version, a line for each fact, and an end
    /// line, without which the file is truncated.
    package var lastFixText: String {
        func degrees(_ point: Coordinate) -> String { "\(point.latitude.degrees) \(point.longitude.degrees)" }
        var text = "\(Self.lastFixHeader.line)\ncoordinate \(degrees(observer.coordinate))\n"
        if let accuracy = provenance.accuracy { text += "accuracy \(accuracy)\n" }
        if let observed = provenance.observed { text += "observed \(observed)\n" }
        if let city = provenance.mainCity { text += "main-city \(degrees(city))\n" }
        return text + "end\n"
    }

    /// The place in a text that has the form of `lastFixText`.
    package init(lastFixText text: String) throws(StateTextError) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        try Self.lastFixHeader.check(lines.first)
        guard lines.suffix(2) == ["end", ""] else {
            throw .damaged(line: lines.count, expected: "\"end\" as the last line")
        }
        var (coordinate, provenance) = (Coordinate?.none, Provenance(source: .lastFix))
        for (index, line) in lines.enumerated().dropFirst().dropLast(2) {
            let words = line.split(separator: " ")
            // Swift's initialiser stops at a NUL, and ignores the rest.
            let numbers = words.dropFirst().map { $0.utf8.contains(0) ? .nan : Double($0) ?? .nan }
            let isRead: Bool
            switch (words.first, numbers.count) {
            case ("coordinate", 2):
                coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
                isRead = coordinate != nil
            case ("accuracy", 1):
                provenance.accuracy = numbers.first { $0.isFinite && $0 >= 0 }
                isRead = provenance.accuracy != nil
            case ("observed", 1):
                provenance.observed = Instant(rfc3339: words[1])
                isRead = provenance.observed != nil
            case ("main-city", 2):
                provenance.mainCity = Coordinate(latitude: numbers[0], longitude: numbers[1])
                isRead = provenance.mainCity != nil
            default: isRead = false
            }
            guard isRead else { throw .damaged(line: index + 1, expected: Self.lastFixFacts) }
        }
        guard let coordinate else { throw .damaged(line: 2, expected: Self.lastFixFacts) }
        self.init(observer: Observer(coordinate.toHundredths), name: nil, provenance: provenance)
    }

    private static let lastFixFacts =
        "\"coordinate\" or \"main-city\" and degrees north and east, \"accuracy\" and metres, or \"observed\" and a time (2026-…Z)"
}
