extension Gazetteer {
    /// Up to three suggestions for a text that names no place: places of the name in other countries, or else places whose
    /// name is one or two edits away, the largest first. It reads all names, and is meant for error messages.
    public func similarPlaces(to text: String) throws(GazetteerError) -> [GazetteerPlace] {
        let mostPlaces = 3
        guard let name = text.split(separator: ",").first.map(String.init) else { return [] }
        let elsewhere = try places(named: name)
        guard elsewhere.isEmpty else { return Array(elsewhere.prefix(mostPlaces)) }

        let key = NameKey(name)
        // Two edits would change a short name completely.
        var allowed = key.bytes.count < 6 ? 1 : 2
        var nearest: Set<Int> = []
        for part in [GazetteerLayout.Part.places, .otherNames] {
            for record in 0..<image.count(part) {
                let other = NameKey(try image.text(part, record, 0))
                guard let edits = key.edits(to: other, atMost: allowed) else { continue }
                if edits < allowed { nearest = [] }
                allowed = edits
                nearest.insert(part == .places ? record : try image.placeOfOtherName(record))
            }
        }
        return Array(try largestFirst(nearest).prefix(mostPlaces))
    }
}

extension NameKey {
    /// The number of insertions, deletions, replacements and swaps of adjacent letters that turn one name into the other;
    /// nil if it is greater than allowed (optimal string alignment: Damerau, CACM 7, 1964).
    func edits(to other: NameKey, atMost allowed: Int) -> Int? {
        let (left, right) = (bytes, other.bytes)
        guard abs(left.count - right.count) <= allowed else { return nil }
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for row in 1..<(left.count + 1) {
            var line = [row]
            for column in 1..<(right.count + 1) {
                let isSame = left[row - 1] == right[column - 1]
                var least = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    least = min(least, beforeLast[column - 2] + 1)
                }
                line.append(least)
            }
            guard line.contains(where: { $0 <= allowed }) else { return nil }
            (beforeLast, last) = (last, line)
        }
        return last[right.count] <= allowed ? last[right.count] : nil
    }
}
