// SPDX-License-Identifier: MIT
import Gazetteer

extension Tables {
    /// The problems in the tables, each with its file, line and correction.
    var problems: [String] {
        var problems: [String] = []
        func report(_ number: Int, _ text: String) { problems.append("places.tsv:\(number): \(text)") }
        let countryCodes = Set(rows(of: countries).map { $0.columns[0] })
        var last:
            (name: String, country: String, people: Int, key: NameKey, names: Set<NameKey>, languages: Set<String>)?
        // The largest place of each name in a country.
        var namesakes: Set<[String]> = []
        var missing: String?
        for (number, columns) in rows(of: places) {
            if columns[0].isEmpty, columns.count > 1 {
                let key = NameKey(columns[1])
                // If there is no key, the column before the languages is empty.
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
            if let last, (people, last.key) > (last.people, key) {
                report(number, "larger places come first, and of the same size the one with the lesser key")
            }
            if let end = name.firstRange(of: " (") {
                let short = String(name[..<end.lowerBound])
                if !namesakes.contains([country, short]) { missing = short }
            }
            namesakes.insert([country, name])
            last = (name, country, people, key, [key], [])
        }
        if let missing { problems.append("places.tsv: the last place also needs a line with the name \(missing)") }
        return problems
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
}

extension NameKey {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
