import Gazetteer

extension Tables {
    /// What is wrong in the tables, each mistake with its file and line, and what would be right.
    var mistakes: [String] {
        var mistakes: [String] = []
        func report(_ number: Int, _ text: String) { mistakes.append("places.tsv:\(number): \(text)") }
        let countryCodes = Set(rows(of: countries).map { $0.columns[0] })
        let timeZones = Dictionary(uniqueKeysWithValues: rows(of: countries).map { ($0.columns[0], $0.columns[1]) })
        let divisionCodes = Set(rows(of: divisions).map { $0.columns.prefix(2).joined(separator: "-") })
        var (usedCountries, usedDivisions): (Set<String>, Set<String>) = ([], [])
        var last:
            (name: String, country: String, people: Int, key: NameKey, names: Set<NameKey>, languages: Set<String>)?
        // The largest place of each name in a country.
        var namesakes: Set<[String]> = []
        var missing: String?
        for (number, columns) in rows(of: places) {
            if columns[0].isEmpty, columns.count > 1 {
                let key = NameKey(columns[1])
                // Columns without a key have an empty one before languages.
                let languages = columns.count == 4 ? columns[3].split(separator: " ").map(String.init) : []
                let isNew = last?.names.insert(key).inserted == true
                if !isNew, languages.isEmpty {
                    report(number, "the place is found without this name, which has the same letters; remove it")
                }
                let known = ["ar", "de", "es", "fr", "ja"]
                for language in languages
                where !known.contains(language) || last?.languages.insert(language).inserted != true {
                    report(
                        number, "\(language) is no language of \(known.joined(separator: ", ")), or has a name above")
                }
                let expected = ["", columns[1]] + keyColumn(columns[1])
                if columns.prefix(3) != (columns.count == 4 && expected.count == 2 ? expected + [""] : expected)[...] {
                    report(number, "the key is \(key.text)")
                }
                if columns[1] == missing { missing = nil }
                continue
            }
            if let missing { report(number, "the place above also needs a line with the name \(missing)") }
            missing = nil
            guard columns.count >= 7, let people = Int(columns[5]), people >= 0, !columns[6].isEmpty else {
                report(number, "write name, country, division, degrees north and east, people, time zone")
                continue
            }
            let (name, country) = (columns[0], columns[1])
            let key = NameKey(name)
            if Array(columns[7...]) != keyColumn(name) { report(number, "the key is \(key.text)") }
            if !countryCodes.contains(country) { report(number, "\(country) has no name in countries.tsv") }
            if columns[6] == timeZones[country] {
                report(number, "\(columns[6]) is the time zone of \(country) in countries.tsv; write -")
            }
            if !isDegrees(columns[3], upTo: 90) || !isDegrees(columns[4], upTo: 180) {
                report(number, "\(columns[3]) and \(columns[4]) are not degrees with up to 5 decimals")
            }
            if let last, (people, last.key) > (last.people, key) {
                report(number, "larger places come first, and of the same size the one with the lesser key")
            }
            if let end = name.firstRange(of: " (") {
                let short = String(name[..<end.lowerBound])
                if !namesakes.contains([country, short]) { missing = short }
            }
            usedCountries.insert(country)
            usedDivisions.insert("\(country)-\(columns[2])")
            namesakes.insert([country, name])
            last = (name, country, people, key, [key], [])
        }
        if let missing { mistakes.append("places.tsv: the last place also needs a line with the name \(missing)") }
        mistakes += countryCodes.subtracting(usedCountries).sorted().map { "countries.tsv: no place is in \($0)" }
        mistakes += divisionCodes.subtracting(usedDivisions).sorted().map { "divisions.tsv: no place is in \($0)" }
        return mistakes
    }

    private func rows(of table: String) -> [(number: Int, columns: [String])] {
        table.utf8.split(separator: .init(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
            .filter { !$1.isEmpty && $1.first != .init(ascii: "#") }
            .map { number, line in
                let columns = line.split(separator: .init(ascii: "\t"), omittingEmptySubsequences: false)
                return (number + 1, columns.map { String(Substring($0)) })
            }
    }

    /// The key after a name.
    private func keyColumn(_ name: String) -> [String] {
        name.utf8.allSatisfy { $0 < 0x80 } ? [] : [NameKey(name).text]
    }

    private func isDegrees(_ text: String, upTo limit: Double) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
            && (parts.count == 1 || parts[1].count <= 5) && Double(digits).map { $0 <= limit } == true
    }
}

extension NameKey {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
