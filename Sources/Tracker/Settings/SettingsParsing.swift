import Solar

/// One `key=value` of a settings file or of the command line.
public struct SettingsEntry: Hashable, Sendable {
    /// The file and the line, counted from 1; nil for the command line.
    public let origin: Origin?
    /// The group: `Location`.
    public let group: String
    /// The key: `Latitude`.
    public let key: String
    /// The value, without leading and trailing white space.
    public let value: String

    /// A line of a file.
    public struct Origin: Hashable, Sendable {
        /// The file's path.
        public let file: String
        /// The line, counted from 1.
        public let line: Int

        /// That line of that file.
        public init(file: String, line: Int) {
            self.file = file
            self.line = line
        }
    }

    /// An entry from that origin.
    public init(origin: Origin?, group: String, key: String, value: String) {
        self.origin = origin
        self.group = group
        self.key = key
        self.value = value
    }
}

/// An error in the settings.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of a file; nil for the command line.
    public let origin: SettingsEntry.Origin?
    /// The key, or another subject of the error.
    public let subject: TranslatableText
    /// What is wrong.
    public let problem: TranslatableText
    /// What would be correct.
    public let remedy: TranslatableText

    /// An error at that origin.
    public init(
        origin: SettingsEntry.Origin?, subject: TranslatableText, problem: TranslatableText, remedy: TranslatableText
    ) {
        self.origin = origin
        self.subject = subject
        self.problem = problem
        self.remedy = remedy
    }

    /// An error of a key, or of another thing with the same name in every language.
    public init(
        origin: SettingsEntry.Origin?, subject: String, problem: TranslatableText, remedy: TranslatableText
    ) {
        self.init(origin: origin, subject: .quoted(subject), problem: problem, remedy: remedy)
    }

    /// `file:line: key: problem; remedy`, in English.
    public var description: String { description(in: .english) }

    /// `file:line: key: problem; remedy`. The file, the line, the key and the value are the same in every language.
    public func description(in words: Words) -> String {
        let sentence = words(
            // TRANSLATORS: an error in the settings: Latitude: 139.74 is out of range; degrees north are -90 to 90
            "{subject}: {problem}; {remedy}",
            [
                "subject": subject.text(in: words), "problem": problem.text(in: words),
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
        return SettingsError(
            origin: origin, subject: subject, problem: problem,
            remedy: .words(
                "{remedy}; if the line ends in a comment, write that on a line of its own", ["remedy": remedy]))
    }
}

extension Settings {
    /// The settings of these entries. A later entry replaces an earlier one of its key.
    ///
    /// `Latitude=` and `Longitude=` belong together: a file that has one must have the other. `Place=` in one file
    /// replaces coordinates in an earlier one, and the reverse.
    public init(entries: [SettingsEntry], places: some PlaceDirectory) throws(SettingsError) {
        do { try self.init(of: entries, places: places) } catch { throw error.mentioningComment(in: entries) }
    }

    private init(of entries: [SettingsEntry], places: some PlaceDirectory) throws(SettingsError) {
        self.init()
        var fixed = FixedLocation()
        var phaseKeys = PhaseKeys()
        var alerts = AlertGroups()
        for entry in entries {
            if AlertGroups.isOne(entry.group) {
                try alerts.take(entry)
                continue
            }
            guard let group = SettingsKey.groups.first(where: { $0.name == entry.group }) else {
                throw SettingsError(
                    origin: entry.origin, subject: "[\(entry.group)]", problem: .words("there is no such group"),
                    remedy: .words(
                        "the groups are {groups} and {alerts}",
                        [
                            "groups": .quoted(SettingsKey.groups.map { "[\($0.name)]" }.joined(separator: ", ")),
                            "alerts": .quoted("[Alert NAME]"),
                        ]))
            }
            guard let key = group.keys.first(where: { $0.rawValue == entry.key }) else {
                throw SettingsError(
                    origin: entry.origin, subject: entry.key, problem: .noSuchKey(inGroup: entry.group),
                    remedy: AlertKey(rawValue: entry.key).map {
                        .words(
                            "{setting} is a key of alerts: write it in {alerts}",
                            ["setting": .quoted("\($0.rawValue)="), "alerts": .quoted("[Alert NAME]")])
                    } ?? .keys(group.keys.map(\.rawValue)))
            }
            try apply(key, entry, &fixed, &phaseKeys)
        }
        self.alerts = try alerts.alerts()
        phases = phaseKeys.boundary
        location.fixed = try fixed.place(in: places)
        if location.source == .fixed, location.fixed == nil {
            throw SettingsError(
                origin: fixed.sourceOrigin, subject: "Source",
                problem: .words("\"{value}\" needs a place", ["value": .quoted("fixed")]),
                remedy: .words(
                    "add {place} to {group}, such as {example}, or {latitude} and {longitude}",
                    [
                        "place": .quoted("Place="), "group": .quoted("[Location]"),
                        "example": .quoted("Place=Denver"), "latitude": .quoted("Latitude="),
                        "longitude": .quoted("Longitude="),
                    ]))
        }
    }

    private mutating func apply(
        _ key: SettingsKey, _ entry: SettingsEntry, _ fixed: inout FixedLocation, _ phases: inout PhaseKeys
    ) throws(SettingsError) {
        switch key {
        case .source:
            location.source = try entry.oneOf(LocationSettings.Source.self)
            fixed.sourceOrigin = entry.origin
        case .mode: location.geoclue.mode = try entry.oneOf(LocationWatch.Mode.self)
        case .accuracy: location.geoclue.accuracy = try entry.oneOf(LocationWatch.Accuracy.self)
        case .place: try fixed.take(place: entry)
        case .latitude: try fixed.take(latitude: try entry.latitude(), entry)
        case .longitude: try fixed.take(longitude: try entry.longitude(), entry)
        case .elevation: fixed.elevation = (try entry.elevation(), entry)
        case .name: fixed.name = (entry.value.isEmpty ? nil : entry.value, entry)
        case .sunrise: notifications.sunrise = try entry.flag()
        case .sunset: notifications.sunset = try entry.flag()
        case .seasons: notifications.seasons = try entry.flag()
        case .clockChange: notifications.clockChange = try entry.flag()
        case .polarDay: notifications.polarDay = try entry.flag()
        case .polarNight: notifications.polarNight = try entry.flag()
        case .grace: notifications.grace = try entry.timeSpan(in: .seconds(60)...(.seconds(86_400)), ("1min", "24h"))
        case .late: notifications.late = try entry.oneOf(NotificationSettings.Late.self)
        case .boundary: phases.limit = try entry.phaseLimit()
        case .day: phases.day = try entry.phaseEdge(.rising)
        case .night: phases.night = try entry.phaseEdge(.setting)
        case .sound: notifications.sound = try entry.sound() ?? .silent
        case .sunriseSound: notifications.sunriseSound = try entry.sound()
        case .sunsetSound: notifications.sunsetSound = try entry.sound()
        case .urgency: notifications.urgency = try entry.urgency() ?? .normal
        case .quiet: notifications.quiet = try entry.quietTime()
        case .whenQuiet: notifications.whenQuiet = try entry.oneOf(NotificationSettings.WhenQuiet.self)
        case .timeout: hooks.timeLimit = try entry.timeSpan(in: .seconds(1)...(.seconds(3600)), ("1s", "1h"))
        case .icon: panel.icon = try entry.flag()
        }
    }
}

/// All keys except those of alerts.
enum SettingsKey: String {
    case source = "Source"
    case mode = "Mode"
    case accuracy = "Accuracy"
    case place = "Place"
    case latitude = "Latitude"
    case longitude = "Longitude"
    case elevation = "Elevation"
    case name = "Name"
    case sunrise = "Sunrise"
    case sunset = "Sunset"
    case seasons = "Seasons"
    case clockChange = "ClockChange"
    case polarDay = "PolarDay"
    case polarNight = "PolarNight"
    case grace = "Grace"
    case late = "Late"
    case boundary = "Boundary"
    case day = "Day"
    case night = "Night"
    case sound = "Sound"
    case sunriseSound = "SunriseSound"
    case sunsetSound = "SunsetSound"
    case urgency = "Urgency"
    case quiet = "Quiet"
    case whenQuiet = "WhenQuiet"
    case timeout = "Timeout"
    case icon = "Icon"

    static let groups: [(name: String, keys: [SettingsKey])] = [
        ("Location", [.source, .mode, .accuracy, .place, .latitude, .longitude, .elevation, .name]),
        (
            "Notifications",
            [
                .sunrise, .sunset, .seasons, .clockChange, .polarDay, .polarNight, .grace, .late, .sound, .sunriseSound,
                .sunsetSound, .urgency, .quiet, .whenQuiet,
            ]
        ),
        ("Phases", [.boundary, .day, .night]),
        ("Hooks", [.timeout]),
        ("Panel", [.icon]),
    ]
}

extension TranslatableText {
    static func noSuchKey(inGroup group: String) -> TranslatableText {
        .words("{group} has no such key", ["group": .quoted("[\(group)]")])
    }

    static func keys(_ names: [String]) -> TranslatableText {
        .words("its keys are {names}", ["names": .quoted(names.joined(separator: ", "))])
    }
}

extension SettingsEntry {
    func error(_ remedy: TranslatableText) -> SettingsError {
        SettingsError(
            origin: origin, subject: key, problem: .words("\"{value}\" is not understood", ["value": .quoted(value)]),
            remedy: remedy)
    }

    func outOfRange(_ remedy: TranslatableText) -> SettingsError {
        SettingsError(
            origin: origin, subject: key, problem: .words("\"{value}\" is out of range", ["value": .quoted(value)]),
            remedy: remedy)
    }

    func oneOf<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) throws(SettingsError) -> Choice
    where Choice.RawValue == String {
        guard let choice = Choice(rawValue: value) else {
            let values = type.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(.words("write one of {values}", ["values": .quoted(values)]))
        }
        return choice
    }

    func flag() throws(SettingsError) -> Bool {
        switch value.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw error(.words("write {yes} or {no}", ["yes": .quoted("yes"), "no": .quoted("no")]))
        }
    }

    fileprivate func timeSpan(
        in range: ClosedRange<Duration>, _ limits: (first: String, last: String)
    ) throws(SettingsError) -> Duration {
        guard let span = Duration(timeSpan: value) else {
            throw error(
                .words(
                    "write a time span such as {first}, {second} or {third}",
                    ["first": .quoted("10min"), "second": .quoted("90s"), "third": .quoted("1h 30min")]))
        }
        guard range.contains(span) else {
            throw outOfRange(
                .words(
                    "it may be {first} to {last}", ["first": .quoted(limits.first), "last": .quoted(limits.last)]))
        }
        return span
    }

    fileprivate func latitude() throws(SettingsError) -> Latitude {
        do {
            return try Latitude(text: value)
        } catch {
            throw SettingsError(origin: origin, subject: key, problem: error.problem, remedy: error.remedy)
        }
    }

    fileprivate func longitude() throws(SettingsError) -> Longitude {
        do {
            return try Longitude(text: value)
        } catch {
            throw SettingsError(origin: origin, subject: key, problem: error.problem, remedy: error.remedy)
        }
    }

    fileprivate func elevation() throws(SettingsError) -> Elevation {
        let number = value.hasSuffix("m") ? value.dropLast().trimmingTrailingSpaces() : value[...]
        guard let metres = Double(number), let elevation = Elevation(metres: metres) else {
            throw error(
                .words(
                    "write metres above the visible horizon, from {first} to {last}, such as {example}",
                    ["first": .quoted("-500"), "last": .quoted("9000"), "example": .quoted("120")]))
        }
        return elevation
    }
}

extension StringProtocol {
    fileprivate func trimmingTrailingSpaces() -> SubSequence {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return text
    }
}
