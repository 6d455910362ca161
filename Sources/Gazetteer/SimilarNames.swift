extension Gazetteer {
    /// A few places that somebody may have meant by a text that names none: those of the name in other countries, or
    /// else those whose name is a slip or two away; the nearest names first, and the larger of the same ones. This reads
    /// all names, and is for a person who waits for an error message.
    public func similarPlaces(to text: String) throws(GazetteerError) -> [GazetteerPlace] {
        let mostPlaces = 3
        guard let name = text.split(separator: ",").first.map(String.init) else { return [] }
        let elsewhere = try places(named: name)
        guard elsewhere.isEmpty else { return Array(elsewhere.prefix(mostPlaces)) }

        let key = NameKey(name)
        // Of a short name, two slips leave nothing.
        var allowed = key.bytes.count < 6 ? 1 : 2
        var nearest: Set<Int> = []
        for part in [GazetteerLayout.Part.places, .otherNames] {
            for record in 0..<image.count(part) {
                let other = NameKey(try image.text(part, record, 0))
                guard let slips = key.slips(to: other, atMost: allowed) else { continue }
                if slips < allowed { nearest = [] }
                allowed = slips
                nearest.insert(part == .places ? record : try image.placeOfOtherName(record))
            }
        }
        return Array(try largestFirst(nearest).prefix(mostPlaces))
    }
}

extension NameKey {
    /// How many letters have to be put in, left out, replaced or swapped with their neighbour to make the one name of the
    /// other; nil if they are more than allowed (optimal string alignment: Damerau, CACM 7, 1964).
    func slips(to other: NameKey, atMost allowed: Int) -> Int? {
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
