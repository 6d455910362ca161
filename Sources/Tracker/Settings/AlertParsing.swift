import Solar

/// The keys of a group `[Alert NAME]`.
enum AlertKey: String, CaseIterable {
    case event = "Event"
    case offset = "Offset"
    case days = "Days"
    case notBefore = "NotBefore"
    case notAfter = "NotAfter"
    case outside = "Outside"
    case title = "Title"
    case body = "Body"
    case urgency = "Urgency"
    case sound = "Sound"
    case icon = "Icon"
    case hook = "Hook"
    case enabled = "Enabled"
}

/// The groups `[Alert NAME]` of the settings. Groups of the same name in several files are merged key by key.
struct AlertGroups {
    private var names: [String] = []
    private var groups: [String: [AlertKey: SettingsEntry]] = [:]
    private var beginnings: [String: SettingsEntry] = [:]

    /// Whether a group is, or is meant to be, one of an alert.
    static func isOne(_ group: String) -> Bool { group == "Alert" || group.hasPrefix("Alert ") }

    /// The name of the alert; nil for another group, and for an invalid name.
    static func name(ofGroup group: some StringProtocol) -> String? {
        guard group.hasPrefix("Alert ") else { return nil }
        let name = String(group.dropFirst("Alert ".count))
        let isPrintable = name.unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .lineSeparator, .paragraphSeparator, .unassigned]
                .contains(scalar.properties.generalCategory) && !"[]".unicodeScalars.contains(scalar)
        }
        let hasSpaceAround = name.first?.isWhitespace != false || name.last?.isWhitespace != false
        return isPrintable && !hasSpaceAround && name.count <= longestName ? name : nil
    }

    private static let longestName = 100

    mutating func take(_ entry: SettingsEntry) throws(SettingsError) {
        guard let name = Self.name(ofGroup: entry.group) else {
            throw SettingsError(
                origin: entry.origin, subject: "[\(entry.group)]", problem: .words("the alert has no valid name"),
                remedy: .words(
                    "write {example}: one space, and up to {number} printable characters without brackets",
                    ["example": .quoted("[Alert lamps]"), "number": .quoted("\(Self.longestName)")]))
        }
        guard let key = AlertKey(rawValue: entry.key) else {
            throw SettingsError(
                origin: entry.origin, subject: entry.key, problem: .noSuchKey(inGroup: entry.group),
                remedy: .keys(AlertKey.allCases.map(\.rawValue)))
        }
        if beginnings[name] == nil {
            names.append(name)
            beginnings[name] = entry
        }
        groups[name, default: [:]][key] = entry
    }

    /// The alerts, in the order in which they first appear.
    func alerts() throws(SettingsError) -> [Alert] {
        var alerts: [Alert] = []
        for name in names { alerts.append(try alert(name, groups[name] ?? [:])) }
        return alerts
    }

    private func alert(_ name: String, _ entries: [AlertKey: SettingsEntry]) throws(SettingsError) -> Alert {
        guard let event = entries[.event] else {
            throw SettingsError(
                origin: beginnings[name]?.origin, subject: "Event",
                problem: .words("{group} has none", ["group": .quoted("[Alert \(name)]")]),
                remedy: .words("add one, such as {example}", ["example": .quoted("Event=sunset")]))
        }
        var alert = Alert(name: name, event: try event.almanacEvent())
        if let entry = entries[.offset] { alert.offset = try entry.offset(from: alert.event) }
        alert.bounds = try AlertBounds(entries, ofAlert: name)
        if let entry = entries[.days] { alert.days = try entry.weekdays() }
        if let entry = entries[.title] { alert.title = entry.value.isEmpty ? nil : try entry.template() }
        if let entry = entries[.body] { alert.body = try entry.template() }
        if let entry = entries[.urgency] { alert.urgency = try entry.urgency() }
        if let entry = entries[.sound] { alert.sound = try entry.sound() }
        if let entry = entries[.icon] { alert.icon = try entry.icon() }
        if let entry = entries[.hook] { alert.hook = try entry.hook() }
        if let entry = entries[.enabled] { alert.isEnabled = try entry.flag() }
        return alert
    }
}

extension SettingsEntry {
    fileprivate func almanacEvent() throws(SettingsError) -> AnnouncedEvent {
        guard let event = AnnouncedEvent(name: value) else {
            throw error(
                .words(
                    "write one of {values}, or an altitude in degrees such as {example} or {other}",
                    [
                        "values": .quoted(AnnouncedEvent.names.joined(separator: ", ")),
                        "example": .quoted("altitude:-4.5:rising"), "other": .quoted("altitude:10:setting"),
                    ]))
        }
        return event
    }

    fileprivate func offset(from event: AnnouncedEvent) throws(SettingsError) -> Duration {
        let sign = value.first
        let magnitude = sign == "-" || sign == "+" ? value.dropFirst() : value[...]
        guard let span = Duration(timeSpan: magnitude) else {
            throw error(
                .words(
                    "write a time span such as {example} or {other}, with a minus sign for one before the event: {before}",
                    ["example": .quoted("30min"), "other": .quoted("1h 30min"), "before": .quoted("-30min")]))
        }
        let (limit, text): (Duration, String) =
            event.kind == .daily ? (.seconds(23 * 3600), "23h") : (.seconds(30 * 86_400), "30d")
        guard span <= limit else {
            throw outOfRange(
                .words(
                    "for {event} it may be {first} to {last}",
                    ["event": .quoted("\(event)"), "first": .quoted("-" + text), "last": .quoted(text)]))
        }
        return sign == "-" ? .zero - span : span
    }

    fileprivate func weekdays() throws(SettingsError) -> Weekdays {
        guard let days = Weekdays(value) else {
            throw error(
                .words(
                    "name days of the week, such as {example} or {other}",
                    ["example": .quoted("Mon,Wed"), "other": .quoted("Mon..Fri")]))
        }
        return days
    }

    fileprivate func template() throws(SettingsError) -> MessageTemplate {
        let names = MessageTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        do {
            return try MessageTemplate(value)
        } catch {
            throw SettingsError(
                origin: origin, subject: key, problem: error.problem,
                remedy: .words(
                    "placeholders are {names}; {braces} stands for a brace",
                    ["names": .quoted(names), "braces": .quoted("{{")]))
        }
    }

    fileprivate func hook() throws(SettingsError) -> String? {
        guard !value.isEmpty else { return nil }
        if let problem = HookQuoting.problem(in: value) {
            throw SettingsError(
                origin: origin, subject: key,
                problem: .words(
                    "\"{value}\" is not a valid command: {reason}", ["value": .quoted(value), "reason": problem]),
                remedy: .words(
                    "write a program and its arguments as in a shell, such as {example}",
                    ["example": .quoted("lamps-on \"living room\"")]))
        }
        return value
    }

    fileprivate func icon() throws(SettingsError) -> String? {
        guard !value.isEmpty else { return nil }
        guard value.hasPrefix("/") || !value.contains("/") else {
            throw error(
                .words(
                    "write the name of an icon such as {example}, or the absolute path of a picture",
                    ["example": .quoted("weather-clear-night")]))
        }
        return value
    }
}

/// Checks the quoting of the command in `Hook=`: words, quotes and backslashes as in a shell (g_shell_parse_argv(3)).
/// The service has GLib split the command.
enum HookQuoting {
    /// Why the command cannot be split; nil if it can.
    static func problem(in command: String) -> TranslatableText? {
        var rest = command.unicodeScalars[...]
        var (previous, hasWord): (Unicode.Scalar, Bool) = (" ", false)
        while let scalar = rest.popFirst() {
            var last = scalar
            switch scalar {
            case "\\":
                guard let escaped = rest.popFirst() else {
                    return .words("it ends with a backslash")
                }
                // A backslash before the end of a line is removed together with it.
                if escaped != "\n" { hasWord = true }
                last = escaped
            case "'", "\"":
                guard skipQuoted(by: scalar, in: &rest) else {
                    return .words("its last {character} is not closed", ["character": .quoted(String(scalar))])
                }
                hasWord = true
            case " ", "\t", "\n": break
            case "#" where previous == " " || previous == "\n":
                // GLib reports a # at the very end as an open quote.
                if rest.isEmpty {
                    return .words("its last {character} is not quoted", ["character": .quoted("#")])
                }
                rest = rest.drop { $0 != "\n" }
            default: hasWord = true
            }
            previous = last
        }
        return hasWord ? nil : .words("it names no program")
    }

    /// Skips a quoted part. Returns whether the quote is closed.
    private static func skipQuoted(
        by quote: Unicode.Scalar, in rest: inout String.UnicodeScalarView.SubSequence
    ) -> Bool {
        while let scalar = rest.popFirst() {
            if scalar == quote { return true }
            if quote == "\"", scalar == "\\" { _ = rest.popFirst() }
        }
        return false
    }
}

extension AlertBounds {
    /// `NotBefore=`, `NotAfter=` and `Outside=` of an alert; nil if it has no bounds. An empty time removes the one of an
    /// earlier file.
    init?(_ entries: [AlertKey: SettingsEntry], ofAlert name: String) throws(SettingsError) {
        let (notBefore, notAfter) = (entries[.notBefore], entries[.notAfter])
        let outside = try entries[.outside]?.oneOf(Outside.self) ?? .move
        let (earliest, latest) = (try notBefore?.timeOfDay(), try notAfter?.timeOfDay())
        if let entry = entries[.outside], notBefore == nil, notAfter == nil {
            throw SettingsError(
                origin: entry.origin, subject: entry.key,
                problem: .words("{group} has no bounds", ["group": .quoted("[Alert \(name)]")]),
                remedy: .words(
                    "add {setting} or {other}, such as {example}",
                    [
                        "setting": .quoted("NotBefore="), "other": .quoted("NotAfter="),
                        "example": .quoted("NotBefore=07:00"),
                    ]))
        }
        if let entry = notAfter, let earliest, earliest == latest {
            throw SettingsError(
                origin: entry.origin, subject: entry.key,
                problem: .words(
                    "\"{value}\" is also the value of {setting}",
                    ["value": .quoted(entry.value), "setting": .quoted("NotBefore")]),
                remedy: .words("give the two different times, or remove one"))
        }
        self.init(notBefore: earliest, notAfter: latest, outside: outside)
    }
}

extension SettingsEntry {
    /// A time of day; nil for an empty value.
    fileprivate func timeOfDay() throws(SettingsError) -> TimeOfDay? {
        guard !value.isEmpty else { return nil }
        guard let time = TimeOfDay(value) else {
            throw error(
                .words(
                    "write a time of day from {first} to {last}, such as {example}",
                    ["first": .quoted("00:00"), "last": .quoted("23:59"), "example": .quoted("07:00")]))
        }
        return time
    }
}
