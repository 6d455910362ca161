import ArgumentParser
import Gazetteer
import LinuxPlatform
import Solar
import Tracker

/// An event or an alert, as an argument names it.
enum EventName: Hashable {
    case event(SolarEvent)
    /// What is no event: the name of an alert, also as `alert:lamps`. Whether there is one shows when the settings are read.
    case alert(String)
}

/// Events and alerts as an argument lists them.
enum EventSelection {
    /// The events of a day.
    static let daily = SolarEvent.daily.map { EventName.event($0) }

    /// Names with commas between them, each once, also in the user's language; `all` is the ten events of a day.
    static func events(_ text: String) throws -> [EventName] {
        try text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { names, word in
            guard !word.isEmpty else {
                throw ValidationError("\"\" is not an event; \(list)")
            }
            let event = SolarEvent(name: word) ?? translated(word)
            let named = word == "all" ? daily : [event.map { .event($0) } ?? .alert(String(word))]
            names += named.filter { !names.contains($0) }
        }
    }

    /// The event with this name in the language of this process; nil if there is none.
    private static func translated(_ name: Substring) -> SolarEvent? {
        SolarEvent.named.first { $0.event.displayName(in: .ofProcess).lowercased() == name.lowercased() }?.event
    }

    /// One event or alert by its name.
    static func single(_ text: String) throws -> EventName {
        let events = try events(text)
        guard events.count == 1 else {
            throw ValidationError("it is not a single event; give one, such as sunset")
        }
        return events[0]
    }

    /// The names that a shell completes.
    static let completion = CompletionKind.list(SolarEvent.named.map(\.name))

    /// All events, for an error.
    fileprivate static var list: String {
        let names = ["all"] + SolarEvent.named.map(\.name)
        return "the events are \(names.joined(separator: ", ")), altitude:DEGREES:rising and altitude:DEGREES:setting"
    }

    /// The section about events in the help of a subcommand.
    static let explanation: String = {
        let daily = SolarEvent.daily.map(\.name)
        let others = SolarEvent.named.map(\.name).filter { !daily.contains($0) }
        return "Events of each day: \(daily.joined(separator: ", ")); all means these ten. Others: "
            + "\(others.joined(separator: ", ")), and the Sun's centre at an altitude in degrees, such as "
            + "altitude:-4.5:rising or altitude:30:setting."
    }()

    /// The sentence about alerts in the help of a subcommand.
    static let alerts = "An alert of the settings is named alert:lamps, or just lamps."
}

extension [EventName] {
    /// The events of the Sun.
    var events: [SolarEvent] { compactMap { if case .event(let event) = $0 { event } else { nil } } }

    /// The names of alerts.
    fileprivate var alerts: [String] { compactMap { if case .alert(let name) = $0 { name } else { nil } } }
}

extension CommandContext {
    /// The times of the alerts among these names; nil if there is none. The settings are read only for alerts.
    ///
    /// - Parameter all: whether to add all alerts that are switched on.
    func alerts(
        _ names: [EventName], all: Bool = false, _ options: PlaceOptions? = nil
    ) throws(CommandError) -> AlertTimes? {
        let wanted = names.alerts
        guard all || !wanted.isEmpty else { return nil }
        let settings: Settings
        do { settings = try settingsFile(options?.config).load() } catch { throw .settings(error) }
        var alerts: [Alert] = []
        for name in wanted {
            let alert = try settings.alert(named: name)
            if !alerts.contains(alert) { alerts.append(alert) }
        }
        if all { alerts += settings.alerts.filter { $0.isEnabled && !alerts.contains($0) } }
        return AlertTimes(
            rules: alerts.map(Rule.init), quiet: settings.notifications.quiet, localTime: localTime)
    }

    /// When an event, or the announcement of an alert, comes next after an instant.
    ///
    /// - Parameter options: the options for the place, or those for the settings file.
    func next(
        _ name: EventName, after instant: Instant, _ options: PlaceOptions? = nil
    ) throws(CommandError) -> Instant {
        let alerts = try alerts([name], options)
        let place: Place
        if let options { place = try self.place(options) } else { place = try self.place(by: settingsFile()) }
        if case .event(let event) = name {
            switch Sun.nextOccurrence(of: event, after: instant, at: place.observer) {
            case .occurs(let instant): return instant
            case .never(let side): throw .never(event, side)
            }
        }
        let next = alerts?.next(after: instant, at: place).first
        if let time = next?.time { return time.instant }
        throw .notWithinYear(alert: next?.name ?? "")
    }
}

extension Settings {
    /// The alert of that name, if it is switched on.
    fileprivate func alert(named name: String) throws(CommandError) -> Alert {
        guard let alert = rule(named: name)?.alert else { throw unknown(name) }
        guard alert.isEnabled else {
            throw .argument(
                "the alert \(alert.name) is switched off; to switch it on, remove Enabled=no from its section")
        }
        return alert
    }

    private func unknown(_ name: String) -> CommandError {
        let prefix = "alert:"
        let bare = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        let alerts = alerts.map { prefix + $0.name }
        let events = name.hasPrefix(prefix) ? [] : SolarEvent.named
        let similar =
            self.alerts.map(\.name).similar(to: bare).map { prefix + $0 }
            + events.filter { ![$0.name, $0.event.displayName(in: .ofProcess)].similar(to: bare).isEmpty }.map(\.name)
        let name = name.printable
        if !similar.isEmpty {
            return .argument(
                "\"\(name)\" is neither an event nor an alert; did you mean: \(similar.joined(separator: ", "))")
        }
        let known =
            alerts.isEmpty ? "the settings have no alerts" : "the alerts are \(alerts.joined(separator: ", "))"
        return .argument("\"\(name)\" is neither an event nor an alert; \(known); \(EventSelection.list)")
    }
}
