/// A key or a value in a settings file that only an earlier version accepted: version 0.2.0, or 0.3.0 before its
/// release.
struct GoneSetting {
    let problem: String
    /// What to write instead.
    let remedy: String
    /// The value that applies in its place; nil if the line has no effect.
    let replacement: String?

    /// The keys that no longer exist, with what to write instead.
    static let keys = [
        SettingName(group: "Notifications", key: "Late"):
            "remove the line; to announce later events, use a longer Grace=",
        SettingName(group: "Notifications", key: "SunriseSound"): sound,
        SettingName(group: "Notifications", key: "SunsetSound"): sound,
    ]

    private static let sound = "remove the line; Sound= is the sound of all notifications, or of one [Alert NAME]"

    /// What replaces an angle in texts that others can read.
    static let angle =
        "the value is no longer valid, and is read as decimal degrees; to see which, run: suntracker config check"

    private init(problem: String, remedy: String, replacement: String? = nil) {
        (self.problem, self.remedy, self.replacement) = (problem, remedy, replacement)
    }

    /// What is no longer valid in an entry; nil if the entry is still valid, or never was.
    init?(_ entry: SettingsEntry) {
        let value = entry.value
        switch (entry.group, entry.key) {
        case ("Location", "Latitude") where (try? entry.latitude()) == nil,
            ("Location", "Longitude") where (try? entry.longitude()) == nil:
            guard let degrees = Self.degrees(value, entry.key == "Latitude" ? ("N", "S") : ("E", "W")) else {
                return nil
            }
            // The result is accurate to a metre. A number below 0.0001 would be written with an exponent.
            let decimal = "\(abs(degrees) < 1e-4 ? 0 : (degrees * 1e5).rounded() / 1e5)"
            self.init(value: value, takenFor: decimal, remedy: "write \(entry.key)=\(decimal)")
        case ("Location", "Mode"):
            guard value == "hold" else { return nil }
            self.init(value: value, takenFor: "follow", remedy: "write Mode=follow")
        case ("Location", "Elevation"):
            guard let metres = entry.metres, (-500..<0).contains(metres) else { return nil }
            self.init(value: value, remedy: "remove the line: a negative height never had an effect")
        case ("Notifications", "Grace"), ("Hooks", "Timeout"),
            (_, "Offset") where AlertGroups.contains(entry.group):
            let span = entry.key == "Offset" && value.first.map("+-".contains) == true ? value.dropFirst() : value[...]
            guard Duration(timeSpan: String(span)) == nil, Duration(timeSpan: span + "s") != nil else { return nil }
            self.init(
                value: value, takenFor: value + "s", remedy: "write \(value)s for seconds, or \(value)min for minutes")
        case (_, "Hook") where AlertGroups.contains(entry.group):
            guard let program = value.split(separator: " ").first, let initial = program.first,
                program.utf8.contains(UInt8(ascii: "/")), !program.hasPrefix("~/"), !"/'\"\\#".contains(initial),
                (try? AlertHook(value)) == nil
            else { return nil }
            self.init(value: value, remedy: "begin the path of the program with /, or with ~/ for your home")
        default:
            guard let remedy = Self.keys[SettingName(entry)] else { return nil }
            self.init(problem: "this setting no longer exists", remedy: remedy)
        }
    }

    private init(value: String, takenFor replacement: String? = nil, remedy: String) {
        let effect = replacement.map { "is taken for \($0)" } ?? "has no effect"
        self.init(
            problem: "\"\(value)\" is no longer valid, and \(effect)", remedy: remedy, replacement: replacement)
    }

    /// The degrees of an angle with minutes and seconds, or with its letter in front: `39°44′21″N`, `W104° 59.42'`.
    private static func degrees(_ text: String, _ letters: (positive: Character, negative: Character)) -> Double? {
        var rest = text.uppercased().trimmingSpaces
        let isLetter = { (character: Character?) in character == letters.positive || character == letters.negative }
        let letter = isLetter(rest.first) ? rest.removeFirst() : isLetter(rest.last) ? rest.removeLast() : nil
        rest = rest.trimmingSpaces
        let sign = rest.first.flatMap { "+-\u{2212}".contains($0) ? $0 : nil }
        if sign != nil { rest.removeFirst() }
        let parts = rest.split { "°º˚'’´′\"”“″".contains($0) }.map(\.trimmingSpaces)
        let numbers = parts.compactMap { part in part.allSatisfy { "0123456789.".contains($0) } ? Double(part) : nil }
        guard letter == nil || sign == nil, (1...3).contains(parts.count), numbers.count == parts.count,
            numbers.dropFirst().allSatisfy({ $0 < 60 }), numbers.dropLast().allSatisfy({ $0 == $0.rounded() })
        else { return nil }
        let degrees = zip(numbers, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        guard degrees <= (letters.positive == "N" ? 90 : 180) else { return nil }
        return letter == letters.negative || sign.map { $0 != "+" } == true ? -degrees : degrees
    }
}

extension SettingsEntry {
    /// The entry with the replacement of a value that is no longer valid; nil if the entry has no effect.
    var applied: SettingsEntry? {
        guard let gone = GoneSetting(self) else { return self }
        return gone.replacement.map { SettingsEntry(origin: origin, group: group, key: key, value: $0) }
    }

    /// What is no longer valid in the entry, and what to write instead; nil if the entry is valid. The other settings
    /// apply.
    package var gone: SettingsError? {
        GoneSetting(self).map { gone in
            let isPlace = ["Latitude", "Longitude"].contains(key)
            return settingsError(
                gone.problem, gone.remedy, publicSentence: isPlace ? "\(key): \(GoneSetting.angle)" : nil)
        }
    }
}

extension SettingName {
    /// The name of a setting that no longer exists; nil for any other text.
    package static func gone(_ text: String) -> SettingName? {
        GoneSetting.keys.keys.first { $0.description == text }
    }
}
