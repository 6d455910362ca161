import Solar

/// One `key=value` of a settings file or of the command line.
package struct SettingsEntry: Hashable, Sendable {
    /// The file and the line, counted from 1; nil for none.
    package let origin: Origin?
    /// The group: `Location`.
    package let group: String
    /// The key: `Latitude`.
    package let key: String
    /// The value, without leading and trailing white space.
    package let value: String

    /// A line of a file.
    package struct Origin: Hashable, Sendable {
        /// The file's path.
        package let file: String
        /// The line, counted from 1.
        package let line: Int

        /// That line of that file.
        package init(file: String, line: Int) {
            self.file = file
            self.line = line
        }
    }

    /// An entry from that origin.
    package init(origin: Origin?, group: String, key: String, value: String) {
        self.origin = origin
        self.group = group
        self.key = key
        self.value = value
    }
}

/// An error in the settings.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of a file; nil for none.
    package var origin: SettingsEntry.Origin?
    /// The key, or another subject of the error with the same name in every language.
    package let subject: String
    /// What is wrong.
    package let problem: TranslatableText
    /// What would be correct.
    package private(set) var remedy: TranslatableText

    /// An error at that origin.
    package init(
        origin: SettingsEntry.Origin?, subject: String, problem: TranslatableText, remedy: TranslatableText
    ) {
        (self.origin, self.subject, self.problem, self.remedy) = (origin, subject, problem, remedy)
    }

    /// `file:line: key: problem; remedy`, in English.
    package var description: String { description(in: .english) }

    /// `file:line: key: problem; remedy`. The file, the line, the key and the value are the same in every language.
    package func description(in words: Localizer) -> String {
        let sentence = words(
            // TRANSLATORS: an error in the settings: Latitude: 139.74 is out of range; degrees north are -90 to 90
            "{subject}: {problem}; {remedy}",
            [
                "subject": TranslatableText.quoted(subject).text(in: words), "problem": problem.text(in: words),
                "remedy": remedy.text(in: words),
            ])
        guard let origin else { return sentence }
        return words.isolated(origin.line > 0 ? "\(origin.file):\(origin.line)" : origin.file) + ": " + sentence
    }

    /// The same error, with the rule for comments if the value seems to end in one: `Place=Denver # home`.
    fileprivate func mentioningComment(in entries: [SettingsEntry]) -> SettingsError {
        guard let origin, let value = entries.last(where: { $0.origin == origin })?.value,
            zip(value.utf8, value.utf8.dropFirst()).contains(where: {
                " \t".utf8.contains($0) && "#;".utf8.contains($1)
            })
        else { return self }
        var error = self
        error.remedy = .words(
            "{remedy}; if the line ends in a comment, write that on a line of its own", ["remedy": .text(remedy)])
        return error
    }
}

extension Settings {
    /// The settings of these entries. A later entry replaces an earlier one of its key.
    ///
    /// `Latitude=` and `Longitude=` belong together: a file that has one must have the other. A place in one file
    /// replaces the place in an earlier file, including its name and elevation.
    package init(entries: [SettingsEntry], places: some PlaceDirectory) throws(SettingsError) {
        do { try self.init(of: entries, places: places) } catch { throw error.mentioningComment(in: entries) }
    }

    private init(of entries: [SettingsEntry], places: some PlaceDirectory) throws(SettingsError) {
        var draft = SettingsDraft()
        for entry in entries.compactMap(\.applied) {
            if AlertGroups.contains(entry.group) {
                try draft.alerts.take(entry)
            } else {
                try entry.row().apply(entry, &draft)
            }
        }
        self = draft.settings
        gone = entries.compactMap(\.gone)
        alerts = try draft.alerts.alerts()
        phases = try draft.phases.boundary()
        location.fixed = try draft.fixed.place(in: places)
        if location.source == .fixed, location.fixed == nil {
            throw SettingsError(
                origin: entries.last { SettingName($0) == .source }?.origin, subject: "Source",
                problem: .words("\"{value}\" needs a place", ["value": "fixed"]),
                remedy: .words(
                    "add {place} to {group}, such as {example}, or {latitude} and {longitude}",
                    [
                        "place": "Place=", "group": "[Location]", "example": "Place=Denver", "latitude": "Latitude=",
                        "longitude": "Longitude=",
                    ]))
        }
    }
}

extension SettingsEntry {
    /// The setting with that name.
    fileprivate func row() throws(SettingsError) -> SettingRow<SettingsDraft> {
        let rows = SettingsDraft.rows.filter { $0.group == group }
        guard !rows.isEmpty else {
            throw SettingsError(
                origin: origin, subject: "[\(group)]", problem: .words("there is no such group"),
                remedy: .words(
                    "the groups are {groups} and {alerts}",
                    [
                        "groups": .text(.list(SettingsDraft.groups.map { "[\($0)]" })),
                        "alerts": "[Alert NAME]",
                    ]))
        }
        guard let row = rows.first(where: { $0.key == key }) else {
            throw mistake(
                .noSuchKey(inGroup: group),
                Alert.hasKey(key)
                    ? .words(
                        "{setting} is a key of alerts: write it in {alerts}",
                        ["setting": "\(key)=", "alerts": "[Alert NAME]"])
                    : .keys(rows.map(\.key)))
        }
        return row
    }
}

extension TranslatableText {
    static func noSuchKey(inGroup group: String) -> TranslatableText {
        .words("{group} has no such key", ["group": "[\(group)]"])
    }

    static func keys(_ names: [String]) -> TranslatableText {
        // TRANSLATORS: the keys of a group of settings
        .words("its keys are {names}", ["names": .text(.list(names))])
    }
}

extension SettingsEntry {
    /// An error in the value.
    func mistake(_ problem: TranslatableText, _ remedy: TranslatableText) -> SettingsError {
        SettingsError(origin: origin, subject: key, problem: problem, remedy: remedy)
    }

    func error(_ remedy: TranslatableText) -> SettingsError {
        mistake(.words("\"{value}\" is not understood", ["value": .quoted(value)]), remedy)
    }

    /// What a reader has made of the value, with the remedy if that is nil.
    func understood<Value>(
        _ result: Value?, _ remedy: @autoclosure () -> TranslatableText
    ) throws(SettingsError) -> Value {
        guard let result else { throw error(remedy()) }
        return result
    }

    func outOfRange(_ remedy: TranslatableText) -> SettingsError {
        mistake(.words("\"{value}\" is out of range", ["value": .quoted(value)]), remedy)
    }

    func choice<Choice: RawRepresentable & CaseIterable>() throws(SettingsError) -> Choice
    where Choice.RawValue == String {
        try understood(
            Choice(rawValue: value),
            // TRANSLATORS: {values} is a list of words that the settings take
            .words("write one of {values}", ["values": .text(.list(Choice.allCases.map(\.rawValue)))]))
    }

    func flag() throws(SettingsError) -> Bool {
        switch value.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw error(.words("write {yes} or {no}", ["yes": "yes", "no": "no"]))
        }
    }

    /// The value of `Grace=`.
    func grace() throws(SettingsError) -> Duration {
        try timeSpan(in: .seconds(60)...(.seconds(86_400)), ("1min", "24h"))
    }

    /// The value of `Timeout=`.
    func timeLimit() throws(SettingsError) -> Duration {
        try timeSpan(in: .seconds(1)...(.seconds(3600)), ("1s", "1h"))
    }

    private func timeSpan(
        in range: ClosedRange<Duration>, _ limits: (first: String, last: String)
    ) throws(SettingsError) -> Duration {
        let span = try understood(
            Duration(timeSpan: value),
            .words(
                "write a time span such as {first}, {second} or {third}",
                ["first": "10min", "second": "90s", "third": "1h 30min"]))
        guard range.contains(span) else {
            throw outOfRange(
                // TRANSLATORS: the value of a setting
                .words("it may be {first} to {last}", ["first": .quoted(limits.first), "last": .quoted(limits.last)]))
        }
        return span
    }

    func latitude() throws(SettingsError) -> Latitude {
        try read { text throws(PlaceLookupError) in try Latitude(text: text) }
    }

    func longitude() throws(SettingsError) -> Longitude {
        try read { text throws(PlaceLookupError) in try Longitude(text: text) }
    }

    /// What a reader of texts about places makes of the value.
    func read<Value>(_ reader: (String) throws(PlaceLookupError) -> Value) throws(SettingsError) -> Value {
        do { return try reader(value) } catch {
            throw mistake(.quoted(error.problem), .quoted(error.remedy))
        }
    }

    /// The number of metres.
    var metres: Double? { Double(value.hasSuffix("m") ? value.dropLast().trimmingSpaces : value[...]) }

    func elevation() throws(SettingsError) -> Elevation {
        try understood(
            metres.flatMap(Elevation.init(metres:)),
            .words(
                "write metres above the visible horizon, not above the sea, from {first} to {last}, such as {example}",
                ["first": "0", "last": "9000", "example": "120"]))
    }
}
