// SPDX-License-Identifier: MIT
import Solar

/// The columns of places.tsv, whose header describes them.
extension TableLine {
    /// Whether the line contains another name of the place above it.
    var isOtherName: Bool { bytes.first == .tab }

    /// The name in UTF-8.
    var name: UnsafeRawBufferPointer { self[isOtherName ? 1 : 0] }

    /// The tags of the languages in which this other name is shown, separated by spaces; empty for none.
    var languages: UnsafeRawBufferPointer { self[3] }

    /// Appends the key of the name.
    func appendKey(to key: inout [UInt8]) {
        if !NameKey.appendKey(ofASCII: name, to: &key) { key += self[isOtherName ? 2 : 7] }
    }

    /// The code of the country in UTF-8.
    var country: UnsafeRawBufferPointer { self[1] }
    /// The code of the division in UTF-8; empty for none.
    var division: UnsafeRawBufferPointer { self[2] }
    /// Degrees north.
    var latitude: Latitude { Latitude(clamping: degrees(3)) }
    var coordinate: Coordinate {
        Coordinate(latitude: latitude, longitude: Longitude(clamping: degrees(4)))
    }
    var population: Int { number(5) }
    /// The name of the time zone in UTF-8; `-` for the country's time zone.
    var timeZone: UnsafeRawBufferPointer { self[6] }
    /// Whether the time zone is the country's.
    var hasTimeZoneOfCountry: Bool { timeZone.elementsEqual(CollectionOfOne(UInt8(ascii: "-"))) }

    private func degrees(_ column: Int) -> Double { Double(number(column, decimals: 5)) / 100_000 }
}

struct PlaceName: Hashable, Sendable {
    /// The offset of the place's line in places.tsv. Larger places come before smaller ones.
    let place: Int
    /// The line of another name; nil for the place's own name.
    let otherName: Int?
}

extension Gazetteer {
    /// Visits the names of all places with their keys, the own name of each place first.
    ///
    /// - Parameter letters: The first bytes of the keys to visit; nil for all. Most other names are skipped before
    ///   their keys are computed.
    func forEachName(beginningWith letters: [UInt8]? = nil, _ visit: (_ key: [UInt8], _ name: PlaceName) -> Void) {
        var key: [UInt8] = []
        var place = 0
        for line in places {
            let isOtherName = line.isOtherName
            if !isOtherName { place = line.offset }
            if let letters, let letter = line.firstLetter, !letters.contains(letter) { continue }
            key.removeAll(keepingCapacity: true)
            line.appendKey(to: &key)
            visit(key, PlaceName(place: place, otherName: isOtherName ? line.offset : nil))
        }
    }

    /// Returns the place whose line begins at an offset.
    func place(at offset: Int) -> GazetteerPlace {
        let line = places.line(at: offset)
        let (country, division) = (line.country.text, line.division.text)
        return GazetteerPlace(
            name: line.name.text, namesByLanguage: namesByLanguage(of: line),
            country: GazetteerPlace.Country(code: country, name: countryNames(of: line).first ?? ""),
            division: division.isEmpty
                ? nil : GazetteerPlace.Division(code: division, name: divisionNames(of: line).first),
            coordinate: line.coordinate, population: line.population,
            timeZone: timeZone(of: line))
    }

    private func namesByLanguage(of line: TableLine) -> [String: String] {
        var names: [String: String] = [:]
        for other in places.lines(after: line) {
            guard other.isOtherName else { break }
            for language in other.languages.text.split(separator: " ") { names[String(language)] = other.name.text }
        }
        return names
    }

    /// Returns the qualifiers that match a place: the code and the names of its country and its division, and both
    /// codes together.
    func qualifiers(ofPlaceAt offset: Int) -> [NameKey] {
        let line = places.line(at: offset)
        let (country, division) = (line.country.text, line.division.text)
        var texts = [country] + countryNames(of: line) + divisionNames(of: line)
        if !division.isEmpty { texts += [division, "\(country)-\(division)"] }
        return texts.map { NameKey($0) }
    }

    /// The names of a place's country, the one to display first.
    private func countryNames(of line: TableLine) -> [String] {
        country(of: line)?.texts(after: 2) ?? []
    }

    private func timeZone(of line: TableLine) -> String {
        (line.hasTimeZoneOfCountry ? country(of: line)?[1] : nil)?.text ?? line.timeZone.text
    }

    private func country(of line: TableLine) -> TableLine? {
        countries.first { $0[0].elementsEqual(line.country) }
    }

    /// The names of a place's division, the one to display first.
    private func divisionNames(of line: TableLine) -> [String] {
        divisions.first { $0[0].elementsEqual(line.country) && $0[1].elementsEqual(line.division) }?.texts(after: 2)
            ?? []
    }
}

extension TableLine {
    /// The first byte of the name's key, if it can be determined from the first byte of the name.
    fileprivate var firstLetter: UInt8? {
        guard let first = name.first else { return nil }
        switch first | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return first | 0x20
        default: return nil
        }
    }
}
