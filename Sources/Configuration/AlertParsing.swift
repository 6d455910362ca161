// SPDX-License-Identifier: MIT

extension Alert {
    /// The settings of an alert, in display order. The event is read first, and the bounds by `AlertBounds`.
    static let rows: [SettingRow<Alert>] = [
        SettingRow(anyGroup, "Event"),
        SettingRow(anyGroup, "Offset") { entry, alert throws(SettingsError) in
            alert.offset = try entry.offset(from: alert.event)
        },
        SettingRow(anyGroup, "Days", nil, \.days, SettingsEntry.weekdays),
        SettingRow(anyGroup, "NotBefore"), SettingRow(anyGroup, "NotAfter"), SettingRow(anyGroup, "Outside"),
        SettingRow(anyGroup, "Title", nil, \.title, SettingsEntry.templateOrNone),
        SettingRow(anyGroup, "Body", nil, \.body, SettingsEntry.template),
        SettingRow(anyGroup, "Urgency", nil, \.urgency, SettingsEntry.urgency),
        SettingRow(anyGroup, "Sound", nil, \.sound, SettingsEntry.sound),
        SettingRow(anyGroup, "Icon", nil, \.icon, SettingsEntry.icon),
        SettingRow(anyGroup, "Hook", nil, \.hook, SettingsEntry.hook),
        SettingRow(anyGroup, "Unit", nil, \.unit, SettingsEntry.unit),
        SettingRow(anyGroup, "Enabled", nil, \.isEnabled, SettingsEntry.flag),
    ]

    static let anyGroup = "Alert NAME"

    static func hasKey(_ key: String) -> Bool { rows.contains { $0.key == key } }
}

/// The sections `[Alert NAME]` of the settings. Sections with the same name in several files are merged key by key.
struct AlertGroups {
    /// The names in the order in which their sections first appear.
    private var sections: [String] = []
    /// The names in the order in which their keys first appear.
    private var names: [String] = []
    private var groups: [String: (first: SettingsEntry, entries: [String: SettingsEntry])] = [:]

    /// Whether a section defines an alert, or is meant to.
    static func contains(_ group: String) -> Bool { group == "Alert" || group.hasPrefix("Alert ") }

    /// The name of the alert; nil for another section, and for an invalid name.
    static func name(ofGroup group: some StringProtocol) -> String? {
        guard group.hasPrefix("Alert ") else { return nil }
        let name = String(group.dropFirst("Alert ".count))
        let isPrintable = name.unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .lineSeparator, .paragraphSeparator, .unassigned]
                .contains(scalar.properties.generalCategory) && !"[],".unicodeScalars.contains(scalar)
        }
        let hasSpaceAround = name.first?.isWhitespace != false || name.last?.isWhitespace != false
        return isPrintable && !hasSpaceAround && name.utf8.count <= longestName ? name : nil
    }

    /// In bytes. So the names in the state files are bounded.
    private static let longestName = 200
    /// The maximum number of alerts. Planning this many takes less than a tenth of a second.
    static let most = 1000

    mutating func take(_ entry: SettingsEntry) throws(SettingsError) {
        guard let name = Self.name(ofGroup: entry.group) else {
            throw SettingsError(
                origin: entry.origin, subject: "[\(entry.group)]", problem: "the name of the alert is invalid",
                remedy:
                    "use [Alert lamps]: one space, then printable characters without brackets and commas, at most \(Self.longestName) bytes"
            )
        }
        guard entry.isSection || Alert.hasKey(entry.key) else {
            throw entry.unknownKey(amid: Alert.rows.map(\.key))
        }
        if groups[name] == nil {
            guard sections.count < Self.most else {
                throw SettingsError(
                    origin: entry.origin, subject: "[\(entry.group)]",
                    problem: "too many alerts: the maximum is \(Self.most)",
                    remedy: "remove some of them")
            }
            sections.append(name)
            groups[name] = (entry, [:])
        }
        guard !entry.isSection else { return }
        if groups[name]?.entries.isEmpty == true { names.append(name) }
        groups[name]?.entries[entry.key] = entry
    }

    /// The alerts, in the order in which their keys first appear. Throws for a section without keys in any file.
    func alerts() throws(SettingsError) -> [Alert] {
        var alerts: [Alert] = []
        for name in names + sections.filter({ groups[$0]?.entries.isEmpty == true }) {
            if let (first, entries) = groups[name] { alerts.append(try alert(name, entries, since: first)) }
        }
        return alerts
    }

    private func alert(
        _ name: String, _ entries: [String: SettingsEntry], since first: SettingsEntry
    ) throws(SettingsError) -> Alert {
        guard let event = entries["Event"] else {
            throw SettingsError(
                origin: first.origin, subject: "Event",
                problem: "missing in [Alert \(name)]",
                remedy: "add one, such as Event=sunset")
        }
        var alert = Alert(name: name, event: try event.almanacEvent())
        alert.bounds = try AlertBounds(entries, ofAlert: name)
        for row in Alert.rows {
            if let entry = entries[row.key] { try row.apply(entry, &alert) }
        }
        return alert
    }
}

extension SettingsEntry {
    fileprivate func almanacEvent() throws(SettingsError) -> AnnouncedEvent {
        try understood(
            AnnouncedEvent(name: value),
            "use one of \(AnnouncedEvent.names.joined(separator: ", ")), or an altitude in degrees such as altitude:-4.5:rising or altitude:10:setting"
        )
    }

    fileprivate func offset(from event: AnnouncedEvent) throws(SettingsError) -> Duration {
        let sign = value.first
        let magnitude = sign == "-" || sign == "+" ? value.dropFirst() : value[...]
        let span = try timeSpan(
            magnitude,
            "use a time span such as 30min or 1h 30min, with a minus sign if it is before the event, such as -30min")
        let (limit, text): (Duration, String) =
            event.kind == .daily ? (.seconds(23 * 3600), "23h") : (.seconds(30 * 86_400), "30d")
        guard span <= limit else {
            throw outOfRange(
                "for \(event), it must be between -\(text) and \(text)")
        }
        return sign == "-" ? .zero - span : span
    }

    fileprivate func weekdays() throws(SettingsError) -> Weekdays {
        try understood(
            Weekdays(value),
            "use days of the week, such as Mon,Wed or Mon..Fri")
    }

    fileprivate func templateOrNone() throws(SettingsError) -> MessageTemplate? {
        value.isEmpty ? nil : try template()
    }

    fileprivate func template() throws(SettingsError) -> MessageTemplate? {
        do {
            return try MessageTemplate(value)
        } catch {
            throw settingsError(error.problem, error.remedy(page: "suntracker.conf(5)"))
        }
    }

    fileprivate func hook() throws(SettingsError) -> AlertHook? {
        guard !value.isEmpty else { return nil }
        do {
            return try AlertHook(value)
        } catch {
            throw settingsError(
                "\"\(value)\" is not a valid command: \(error)",
                "use a program and its arguments as in a shell, such as lamps-on \"living room\"")
        }
    }

    fileprivate func unit() throws(SettingsError) -> String? {
        guard !value.isEmpty else { return nil }
        guard isUnitName else {
            throw invalidValue(
                "use the name of a unit with its suffix, such as backup.service")
        }
        return value
    }

    /// Whether the value is a valid name of a unit that can be started (systemd.unit(5)).
    private var isUnitName: Bool {
        guard value.utf8.count < 256, let dot = value.lastIndex(of: ".") else { return false }
        let (name, suffix) = (value[..<dot], value[dot...].dropFirst())
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || ":-_.\\@".unicodeScalars.contains(scalar)
        }
        // A template such as backup@.service cannot be started.
        return isPlain && !name.isEmpty && name.first != "@" && name.last != "@"
            && ["service", "target", "timer", "path", "socket", "mount", "automount", "swap", "slice"]
                .contains(suffix)
    }

    fileprivate func icon() throws(SettingsError) -> String? {
        guard !value.isEmpty else { return nil }
        guard value.hasPrefix("/") || !value.contains("/") else {
            throw invalidValue(
                "use the name of an icon such as weather-clear-night, or the absolute path of a picture")
        }
        return value
    }
}

extension AlertHook {
    /// Splits a command into words as a shell does (POSIX, Shell Command Language, 2.2 and 2.3): with quotes,
    /// backslashes and a comment, but without expansions. Throws the reason if a text is not a command.
    package init(_ text: String) throws(InvalidText) {
        var words: [String] = []
        var word: String?
        var rest = text.unicodeScalars[...]
        scan: while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t", "\n":
                if let end = word { words.append(end) }
                word = nil
            case "#" where word == nil: break scan
            case "'", "\"": word = try (word ?? "") + Self.quoted(by: scalar, in: &rest)
            case "\\":
                guard let escaped = rest.popFirst() else {
                    throw InvalidText("it ends with a backslash")
                }
                word = (word ?? "") + String(escaped)
            default: word = (word ?? "") + String(scalar)
            }
        }
        if let word { words.append(word) }
        guard let program = words.first, !program.isEmpty else { throw InvalidText("the program is missing") }
        guard ["/", "~/"].contains(where: program.hasPrefix) || !program.utf8.contains(UInt8(ascii: "/")) else {
            throw InvalidText("begin the path of the program with /, or with ~/ for your home")
        }
        self.init(program: program, arguments: Array(words.dropFirst()))
    }

    /// The text up to the closing quote, which is removed.
    private static func quoted(
        by quote: Unicode.Scalar, in rest: inout Substring.UnicodeScalarView
    ) throws(InvalidText) -> String {
        var text = ""
        while let scalar = rest.popFirst() {
            if scalar == quote { return text }
            text.unicodeScalars.append(scalar)
            // Between double quotes, a backslash is kept unless it escapes something.
            if quote == "\"", scalar == "\\", let next = rest.first, "$`\"\\".unicodeScalars.contains(next) {
                rest.removeFirst()
                text.unicodeScalars.removeLast()
                text.unicodeScalars.append(next)
            }
        }
        throw InvalidText("unbalanced \(quote)")
    }
}

extension AlertBounds {
    /// `NotBefore=`, `NotAfter=` and `Outside=` of an alert; nil if it has no bounds. An empty time removes the time
    /// from an earlier file.
    init?(_ entries: [String: SettingsEntry], ofAlert name: String) throws(SettingsError) {
        let (notBefore, notAfter) = (entries["NotBefore"], entries["NotAfter"])
        let outside = try entries["Outside"]?.choice() ?? Outside.move
        let (earliest, latest) = (try notBefore?.timeOfDay(), try notAfter?.timeOfDay())
        if let entry = entries["Outside"], notBefore == nil, notAfter == nil {
            throw entry.settingsError(
                "[Alert \(name)] sets neither NotBefore= nor NotAfter=",
                "add one, such as NotBefore=07:00, or remove Outside=")
        }
        if let entry = notAfter, let earliest, earliest == latest {
            throw entry.settingsError(
                "\"\(entry.value)\" is also the time of NotBefore=",
                "use two different times, or remove one of them")
        }
        self.init(notBefore: earliest, notAfter: latest, outside: outside)
    }
}

extension SettingsEntry {
    fileprivate func timeOfDay() throws(SettingsError) -> TimeOfDay? {
        guard !value.isEmpty else { return nil }
        return try understood(
            TimeOfDay(value),
            "use a time of day from 00:00 to 23:59, such as 07:00")
    }
}
