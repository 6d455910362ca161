import Solar

/// The last accepted fix as text for a file: a line with the version, a line for each fact, and an end line, without
/// which the file is truncated. Version 1 contains no time zone.
package struct KeptFix: Equatable, Sendable {
    static let version = 2
    private static let name = "suntracker-fix"

    /// The text of the file.
    package let text: String
    /// The place in the text, with `Provenance.Source.lastFix`.
    package let place: Place

    /// The text of a fix.
    package init(_ fix: Place) {
        let (latitude, longitude) = (fix.observer.coordinate.latitude, fix.observer.coordinate.longitude)
        var text = "\(Self.name) \(Self.version)\ncoordinate \(latitude.degrees) \(longitude.degrees)\n"
        if let accuracy = fix.provenance.accuracy { text += "accuracy \(accuracy)\n" }
        if let observed = fix.provenance.observed { text += "observed \(observed)\n" }
        if let zone = fix.provenance.timeZone { text += "time-zone \(zone)\n" }
        self.text = text + "end\n"
        place = Place(
            observer: Observer(fix.observer.coordinate), name: nil,
            provenance: Provenance(
                source: .lastFix, accuracy: fix.provenance.accuracy, observed: fix.provenance.observed,
                timeZone: fix.provenance.timeZone))
    }

    /// Parses a text that has the form of `text`.
    package init(text: String) throws(StateTextError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
        guard let header = lines.first, header.count == 2, header[0] == Self.name, let version = Int(header[1]),
            version > 0
        else { throw .damaged(line: 1, expected: "\"\(Self.name) \(Self.version)\"") }
        guard version <= Self.version else { throw .newerVersion(version, supported: Self.version) }
        let endLine = lines.count
        guard lines.count >= 4, lines.removeLast().isEmpty, lines.removeLast() == ["end"] else {
            throw .damaged(line: endLine, expected: "\"end\" as the last line")
        }
        guard lines[1].count == 3, lines[1][0] == "coordinate", let latitude = lines[1][1].number,
            let longitude = lines[1][2].number,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { throw .damaged(line: 2, expected: "\"coordinate\" and degrees north and east") }
        var provenance = Provenance(source: .lastFix)
        for (number, words) in lines.enumerated().dropFirst(2) {
            guard words.count == 2, provenance.read(words[0], words[1]) else {
                throw .damaged(
                    line: number + 1,
                    expected:
                        "\"accuracy\" and metres, \"observed\" and a time (2026-…Z), or \"time-zone\" and its name")
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

extension Provenance {
    /// Reads one fact. Returns false if the line contains none.
    fileprivate mutating func read(_ word: Substring, _ value: Substring) -> Bool {
        switch word {
        case "accuracy":
            guard let radius = value.number, radius.isFinite, radius >= 0 else { return false }
            accuracy = radius
        case "observed":
            guard let instant = Instant(rfc3339: value) else { return false }
            observed = instant
        case "time-zone":
            timeZone = String(value)
        default:
            return false
        }
        return true
    }
}
