// SPDX-License-Identifier: MIT
import Solar

/// One `key=value` of a settings file or of the command line, or the line `[Section]` of a file.
package struct SettingsEntry: Hashable, Sendable {
    /// The file and the line, counted from 1; nil if there is no file.
    package let origin: Origin?
    package let group: String
    /// Empty for the line of a section.
    package let key: String
    /// The value, without leading and trailing white space.
    package let value: String

    package struct Origin: Hashable, Sendable {
        package let file: String
        package let line: Int

        package init(file: String, line: Int) {
            self.file = file
            self.line = line
        }
    }

    package init(origin: Origin?, group: String, key: String, value: String) {
        self.origin = origin
        self.group = group
        self.key = key
        self.value = value
    }

    /// The line of a section, which precedes the entries of its keys.
    package static func section(_ group: String, at origin: Origin?) -> SettingsEntry {
        SettingsEntry(origin: origin, group: group, key: "", value: "")
    }

    package var isSection: Bool { key.isEmpty }
}

package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of a file; nil if there is none.
    package var origin: SettingsEntry.Origin?
    /// The key, or another subject of the error.
    package let subject: String
    /// What is wrong.
    package let problem: String
    /// What would be correct.
    package private(set) var remedy: String
    /// The text that others may read, if the full text can contain the place; otherwise nil.
    private let publicSentence: String?

    /// An error at that origin.
    ///
    /// - Parameter publicSentence: what replaces the subject, the problem and the remedy in texts that others can read;
    ///   nil if they cannot contain the place.
    package init(
        origin: SettingsEntry.Origin?, subject: String, problem: String, remedy: String, publicSentence: String? = nil
    ) {
        (self.origin, self.subject, self.problem, self.remedy) = (origin, subject, problem, remedy)
        self.publicSentence = publicSentence
    }

    /// `file:line: key: problem; remedy`.
    package var description: String { located(sentence) }

    /// The description for the journal and for other programs. It omits a value that may be the user's place.
    package var publicDescription: String { located(publicSentence ?? sentence) }

    private var sentence: String { "\(subject): \(problem); \(remedy)" }

    private func located(_ sentence: String) -> String {
        origin.map { ($0.line > 0 ? "\($0.file):\($0.line)" : $0.file) + ": " + sentence } ?? sentence
    }

    /// This error, with the rule for comments if the value seems to end in one: `Place=Denver # home`.
    fileprivate func mentioningComment(in entries: [SettingsEntry]) -> SettingsError {
        guard let origin, let value = entries.last(where: { $0.origin == origin })?.value,
            zip(value.utf8, value.utf8.dropFirst()).contains(where: {
                " \t".utf8.contains($0) && "#;".utf8.contains($1)
            })
        else { return self }
        var error = self
        error.remedy = "\(remedy); if the line ends in a comment, move the comment to a separate line"
        return error
    }
}

extension Settings {
    /// The settings of these entries. A later entry replaces an earlier one with the same key.
    ///
    /// `Latitude=` and `Longitude=` belong together: a file that contains one must contain the other. A place in one
    /// file replaces the place in an earlier file, including its name and elevation.
    package init(entries: [SettingsEntry], places: some PlaceDirectory) throws(SettingsError) {
        do { try self.init(of: entries, places: places) } catch { throw error.mentioningComment(in: entries) }
    }

    private init(of entries: [SettingsEntry], places: some PlaceDirectory) throws(SettingsError) {
        var draft = SettingsDraft()
        for entry in entries {
            if AlertGroups.contains(entry.group) {
                try draft.alerts.take(entry)
            } else {
                try entry.row()?.apply(entry, &draft)
            }
        }
        self = draft.settings
        alerts = try draft.alerts.alerts()
        phases = try draft.phases.boundary()
        location.fixed = try draft.fixed.place(in: places)
        if location.source == .fixed, location.fixed == nil {
            throw SettingsError(
                origin: entries.last { SettingName($0) == .source }?.origin, subject: "Source",
                problem: "\"fixed\" needs a place",
                remedy: "add Place= to [Location], such as Place=Denver, or Latitude= and Longitude=")
        }
    }
}

extension SettingsEntry {
    /// The setting; nil for the line of a section.
    fileprivate func row() throws(SettingsError) -> SettingRow<SettingsDraft>? {
        let rows = SettingsDraft.rows.filter { $0.group == group }
        guard !rows.isEmpty else {
            throw SettingsError(
                origin: origin, subject: "[\(group)]", problem: "unknown section",
                remedy:
                    "the sections are \(SettingsDraft.groups.map { "[\($0)]" }.joined(separator: ", ")) and [Alert NAME]"
            )
        }
        guard !isSection else { return nil }
        guard let row = rows.first(where: { $0.key == key }) else {
            throw unknownKey(
                amid: rows.map(\.key), Alert.hasKey(key) ? "\(key)= is a key for alerts: move it to [Alert NAME]" : nil)
        }
        return row
    }

    /// The error that the section of the entry contains only these keys.
    func unknownKey(amid keys: [String], _ remedy: String? = nil) -> SettingsError {
        settingsError("unknown key in [\(group)]", remedy ?? "valid keys are \(keys.joined(separator: ", "))")
    }

    func settingsError(_ problem: String, _ remedy: String, publicSentence: String? = nil) -> SettingsError {
        SettingsError(
            origin: origin, subject: key, problem: problem, remedy: remedy, publicSentence: publicSentence)
    }

    func invalidValue(_ remedy: String) -> SettingsError {
        settingsError("invalid value \"\(value)\"", remedy, publicSentence: publicSentence)
    }

    /// What others may read about an invalid value of the place: a coordinate may be at any key of the section. Nil for
    /// another section.
    private var publicSentence: String? {
        group == "Location" ? "\(key): invalid value; to see why, run: suntracker config check" : nil
    }

    /// The value as a reader understood it. If that is nil, throws an error with the remedy.
    func understood<Value>(
        _ result: Value?, _ remedy: @autoclosure () -> String
    ) throws(SettingsError) -> Value {
        guard let result else { throw invalidValue(remedy()) }
        return result
    }

    func outOfRange(_ remedy: String) -> SettingsError {
        settingsError("\"\(value)\" is out of range", remedy)
    }

    func choice<Choice: RawRepresentable & CaseIterable>() throws(SettingsError) -> Choice
    where Choice.RawValue == String {
        try understood(
            Choice(rawValue: value),
            "use one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    func flag() throws(SettingsError) -> Bool {
        switch value.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw invalidValue("use yes or no")
        }
    }

    func grace() throws(SettingsError) -> Duration {
        try timeSpan(in: .seconds(60)...(.seconds(86_400)), ("1min", "24h"))
    }

    func timeLimit() throws(SettingsError) -> Duration {
        try timeSpan(in: .seconds(1)...(.seconds(3600)), ("1s", "1h"), unit: "s")
    }

    private func timeSpan(
        in range: ClosedRange<Duration>, _ limits: (first: String, last: String), unit: String = "min"
    ) throws(SettingsError) -> Duration {
        let span = try timeSpan(value[...], "use a time span such as 10min, 90s or 1h 30min", unit: unit)
        guard range.contains(span) else {
            throw outOfRange(
                "it must be between \(limits.first) and \(limits.last)")
        }
        return span
    }

    /// The time span in the value, without its sign.
    ///
    /// - Parameter unit: the unit to suggest for a number without one.
    func timeSpan(_ magnitude: Substring, _ remedy: String, unit: String = "min") throws(SettingsError) -> Duration {
        if let span = Duration(timeSpan: String(magnitude)) { return span }
        guard let meant = Duration.meant(byNumber: value, unit: unit) else { throw invalidValue(remedy) }
        throw settingsError("\"\(value)\" has no unit", "did you mean \(meant)?")
    }

    func latitude() throws(SettingsError) -> Latitude {
        try read { text throws(PlaceLookupError) in try Latitude(text: text) }
    }

    func longitude() throws(SettingsError) -> Longitude {
        try read { text throws(PlaceLookupError) in try Longitude(text: text) }
    }

    /// The value as understood by a reader of coordinates or places.
    func read<Value>(_ reader: (String) throws(PlaceLookupError) -> Value) throws(SettingsError) -> Value {
        do { return try reader(value) } catch {
            throw settingsError(error.problem, error.remedy, publicSentence: publicSentence)
        }
    }

    var metres: Double? { Double(value.hasSuffix("m") ? value.dropLast().trimmingSpaces : value[...]) }

    func elevation() throws(SettingsError) -> Elevation {
        try understood(
            metres.flatMap(Elevation.init(metres:)),
            "use metres above the visible horizon, not above the sea, from 0 to 9000, such as 120")
    }
}
