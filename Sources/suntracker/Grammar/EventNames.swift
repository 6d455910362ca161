// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Gazetteer
import LinuxPlatform
import Solar
import Tracker
import Wording

enum EventName: Hashable, CustomStringConvertible {
    case event(AnnouncedEvent)
    /// Whichever comes next.
    case season(Season)
    /// A name that is not an event: the name of an alert, with or without `alert:`. Whether the alert exists is known
    /// once the settings are read.
    case alert(String)

    var description: String {
        switch self {
        case .event(let event): event.name
        case .season(let season): season.rawValue
        case .alert(let name): name
        }
    }

    enum Season: String, CaseIterable {
        case solstice, equinox

        var events: [AnnouncedEvent] {
            self == .solstice
                ? [.solar(.juneSolstice), .solar(.decemberSolstice)]
                : [.solar(.marchEquinox), .solar(.septemberEquinox)]
        }
    }

    var events: [AnnouncedEvent] {
        switch self {
        case .event(let event): [event]
        case .season(let season): season.events
        case .alert: []
        }
    }
}

enum EventSelection {
    static let daily = SolarEvent.daily.map { EventName.event(.solar($0)) }

    /// Returns the events and alerts in a list with commas or spaces, each once. Names in the user's language are
    /// accepted; `all` stands for the ten events of a day.
    static func events(_ text: String) throws -> [EventName] {
        let pieces = text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
        let names = try pieces.filter { !$0.isEmpty }.flatMap { piece in
            // The names of alerts can contain spaces, and so can events in other languages.
            let words = piece.split(separator: " ").map(String.init)
            let separate = try words.count > 1 && named(piece) == nil && words.allSatisfy { try named($0) != nil }
            return try (separate ? words : [piece]).flatMap { word in
                word == "all" ? daily : [try named(word) ?? .alert(word)]
            }
        }
        guard !names.isEmpty else {
            throw ValidationError("the name of an event is missing; add one such as sunset")
        }
        return names.reduce(into: []) { all, name in if !all.contains(name) { all.append(name) } }
    }

    /// Returns the events and alerts that a text names, as `events` does; nil if it contains anything else.
    ///
    /// - Parameter alerts: the names of the alerts that are known without `alert:`.
    static func names(_ text: String, alerts: [String]) throws -> [EventName]? {
        guard text.contains(where: { $0 != "," && !$0.isWhitespace }) else { return nil }
        let names = try events(text)
        let areKnown = names.allSatisfy { name in
            guard case .alert(let alert) = name else { return true }
            let prefix = "alert:"
            guard alert.hasPrefix(prefix) else { return alerts.contains(alert) }
            // The words after an unknown alert are not part of its name.
            return !alert.contains(" ") || alerts.contains(String(alert.dropFirst(prefix.count)))
        }
        return areKnown ? names : nil
    }

    static func single(_ text: String) throws -> EventName {
        let events = try events(text)
        guard events.count == 1 else {
            throw ValidationError("\"\(text)\" is more than one event; use only one, such as sunset")
        }
        return events[0]
    }

    private static let shortNames: [String: SolarEvent] = [
        "dawn": .civilDawn, "dusk": .civilDusk, "noon": .solarNoon, "midnight": .solarMidnight,
    ]

    /// Returns the event with this name, in English or in the language of this process; nil if there is none.
    private static func named(_ name: String) throws -> EventName? {
        let lowercased = name.lowercased()
        if let event = AnnouncedEvent(name: lowercased) ?? shortNames[lowercased].map({ .solar($0) }) {
            return .event(event)
        }
        if let season = EventName.Season(rawValue: lowercased) { return .season(season) }
        if let problem = problem(ofAltitude: name) { throw ValidationError(problem) }
        return AnnouncedEvent.names.compactMap(AnnouncedEvent.init).first {
            $0.displayName(in: .ofProcess).lowercased() == lowercased
        }.map { .event($0) }
    }

    /// Returns the problem with an event `altitude:…`; nil for any other name.
    private static func problem(ofAltitude name: String) -> String? {
        let parts = name.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        guard parts[0] == "altitude", !name.contains(" ") else { return nil }
        let degrees = parts.dropFirst().first.flatMap { Double($0) }
        if let degrees, !(-90...90).contains(degrees) {
            return "\"\(name.printable)\" is out of range; an altitude must be between -90 and 90 degrees"
        }
        let altitude = degrees.flatMap(Altitude.init).map { "\($0)" } ?? "-4.5"
        let direction = parts.dropFirst(2).first.map { "sd".contains($0.prefix(1)) && !$0.isEmpty } == true
        return
            "\"\(name.printable)\" is not an altitude; did you mean altitude:\(altitude):\(direction ? "setting" : "rising")?"
    }

    /// Returns what a wrong name may mean: the event, alert, day or command whose name is nearest, or else the shortest
    /// event with a part, after a hyphen or at the start, that begins with the name, or with `sun` before it: `rise`; nil
    /// if there is none.
    ///
    /// - Parameters:
    ///   - alerts: the names of the alerts, without `alert:`.
    ///   - commands: the names of the subcommands, if one may be meant.
    static func meant(by name: String, alerts: [String] = [], commands: [String] = []) -> String? {
        let events = AnnouncedEvent.names
        let translations = events.compactMap { event in
            AnnouncedEvent(name: event).map { (spelling: $0.displayName(in: .ofProcess), meant: event) }
        }
        let days = PlainTime.Day.names + Weekdays.names
        let words = (commands + events + days).map { (spelling: $0, meant: $0) }
        let candidates = alerts.map { (spelling: $0, meant: "alert:\($0)") } + words + translations
        if let nearest = candidates.nearest(to: name, by: \.spelling) { return nearest.meant }
        guard name.count >= 3 else { return nil }
        let part = name.lowercased()
        return events.filter { "-\($0)".contains("-\(part)") || $0 == "sun\(part)" }.min { $0.count < $1.count }
    }

    static let explanation: String = {
        let daily = SolarEvent.daily.map(\.name)
        let others = AnnouncedEvent.names.filter { !daily.contains($0) }
        return "Events of each day: \(daily.joined(separator: ", ")); all means these ten. Others: "
            + "\(others.joined(separator: ", ")), and the Sun's centre at an altitude in degrees, such as "
            + "altitude:-4.5:rising or altitude:30:setting."
    }()

    static let alerts = "Alerts from the settings are named alert:lamps, or just lamps."
}

extension [EventName] {
    var events: [AnnouncedEvent] { flatMap(\.events) }

    /// The names with the season's next event in place of each season.
    func narrowed(after now: Instant, at place: Place, in localTime: any LocalTime) -> [EventName] {
        map { name in
            guard case .season(let season) = name else { return name }
            let next = season.events.min { first, second in
                let next = [first, second].map { try? $0.next(after: now, at: place.observer, in: localTime).get() }
                return next[0]?.instant ?? .latest < next[1]?.instant ?? .latest
            }
            return next.map { .event($0) } ?? name
        }
    }

    fileprivate var alerts: [String] { compactMap { if case .alert(let name) = $0 { name } else { nil } } }
}

extension CommandContext {
    /// Returns the times of the alerts among these names; nil without alerts. The settings are read only if there are
    /// some.
    func alerts(
        _ names: [EventName], all: Bool = false, _ options: PlaceOptions? = nil
    ) throws(CommandError) -> AlertTimes? {
        let wanted = names.alerts
        guard all || !wanted.isEmpty else { return nil }
        let settings = try settingsFile(options?.config).settings()
        var alerts: [Alert] = []
        for name in wanted {
            let alert = try settings.alert(named: name)
            if !alerts.contains(alert) { alerts.append(alert) }
        }
        if all { alerts += settings.alerts.filter { $0.isEnabled && !alerts.contains($0) } }
        return AlertTimes(
            rules: alerts.map(Rule.init), quiet: settings.notifications.quiet, localTime: localTime)
    }

    /// Returns when an event next occurs, or an alert is next announced, after an instant.
    ///
    /// - Parameter options: the options for the place; nil for the place in the settings.
    func next(
        _ name: EventName, after instant: Instant, _ options: PlaceOptions? = nil
    ) throws(CommandError) -> Instant {
        let alerts = try alerts([name], options)
        let place: Place
        if let options { place = try self.place(options) } else { place = try self.place(by: settingsFile()) }
        let found = NextEvents(of: name.events, after: instant, at: place, localTime: localTime, alerts: alerts)
        if let first = found.entries.first { return first.instant }
        throw found.absence ?? .notWithinYear(alert: name.description)
    }
}

extension Settings {
    fileprivate func alert(named name: String) throws(CommandError) -> Alert {
        guard let alert = rule(named: name)?.alert else { throw unknown(name) }
        guard alert.isEnabled else {
            throw .argument(
                "the alert \(alert.name) is disabled; to enable it, remove Enabled=no from its section")
        }
        return alert
    }

    /// The error for a name that is not an alert. Without `alert:`, it is the value of an option for a time.
    private func unknown(_ name: String) -> CommandError {
        let prefix = "alert:"
        let names = alerts.map(\.name)
        guard name.hasPrefix(prefix) else {
            let remedy =
                EventSelection.meant(by: name, alerts: names).map { "did you mean \($0)?" }
                ?? "see TIMES in suntracker(1)"
            return .argument("\"\(name.printable)\" is neither a time nor an event; \(remedy)")
        }
        let remedy =
            names.nearest(to: String(name.dropFirst(prefix.count))).map { "did you mean \(prefix)\($0)?" }
            ?? "see suntracker next --alerts"
        return .argument("\"\(name.printable)\" is not an alert in the settings; \(remedy)")
    }
}
