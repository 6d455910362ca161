// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// A journal entry about an occurrence.
struct EventEntry {
    /// The rule as in the ledger, and the due time.
    let due: SunTable.Due
    let isMissed: Bool
    let isRecovered: Bool
    /// Whether there is no popup because of the quiet time.
    var isQuiet = false

    /// An entry about an event that is announced or missed; nil for any other entry.
    init?(_ fact: JournalFact) {
        switch fact {
        case .event(let occurrence, _, _, let isRecovered, let isQuiet):
            self.init(occurrence, isMissed: false, isRecovered: isRecovered)
            self.isQuiet = isQuiet
        case .missed(let occurrence, _, _): self.init(occurrence, isMissed: true, isRecovered: false)
        case .interrupted(_, let occurrence?, _, _): self.init(occurrence, isMissed: true, isRecovered: true)
        case .interrupted(let entry, nil, _, _):
            self.init(entry.rule, event: entry.event, due: entry.due, isMissed: true, isRecovered: true)
        default: return nil
        }
    }

    /// An entry about a popup of an event that is not shown; nil for any other entry.
    init?(notShown fact: JournalFact) {
        guard case .notShown(let occurrence, _, _, _, _) = fact else { return nil }
        self.init(occurrence)
    }

    init(_ occurrence: Occurrence, isMissed: Bool = false, isRecovered: Bool = false) {
        let rule = occurrence.rule.alert.map(Self.rule) ?? occurrence.rule.id
        self.init(
            rule, event: occurrence.eventInstant, due: occurrence.due, isMissed: isMissed, isRecovered: isRecovered)
    }

    private init(_ rule: String, event: Instant, due: Instant, isMissed: Bool, isRecovered: Bool) {
        self.due = SunTable.Due(rule: rule, event: event, instant: due)
        (self.isMissed, self.isRecovered) = (isMissed, isRecovered)
    }

    /// The rule in the ledger, such as `alert:lamps (30min before sunset from 07:00)`.
    static func rule(_ alert: Alert) -> String {
        let (event, offset) = (alert.event.name, alert.offset)
        let seconds = offset.magnitude.components.seconds
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
        let span = [days > 0 ? "\(days)d" : nil, hours > 0 ? "\(hours)h" : nil, minutes > 0 ? "\(minutes)min" : nil]
            .compactMap { $0 }
        let distance = seconds == 0 ? "" : span.joined(separator: " ") + (offset < .zero ? " before " : " after ")
        return "alert:\(alert.name) (\(distance)\(event)\(alert.bounds.map { " \($0)" } ?? ""))"
    }
}

extension SunTable.Due {
    /// The tag of the occurrence's popup.
    var tag: String {
        guard rule.hasPrefix("alert:"), let end = rule.firstIndex(of: " ") else { return rule }
        return String(rule[..<end])
    }

    /// Whether the occurrence's popup is replaced by the popup of another occurrence at the same instant. A polar day
    /// or night starts and ends with a sunrise or sunset, and a start is more informative than an end.
    func isLeft(to other: SunTable.Due) -> Bool {
        guard event == other.event, other.rule.hasPrefix("polar-") else { return false }
        return ["sunrise", "sunset"].contains(rule)
            || rule.hasPrefix("polar-") && rule.hasSuffix("-end") && other.rule.hasSuffix("-start")
    }
}

extension Chronicle.Situation {
    func notifies(_ rule: String) -> Bool {
        switch rule {
        case "sunrise": notifications.sunrise
        case "sunset": notifications.sunset
        case "polar-day-start", "polar-day-end": notifications.polarDay
        case "polar-night-start", "polar-night-end": notifications.polarNight
        case "dst-change": notifications.clockChange
        case "solar-eclipse", "solar-eclipse-notice": notifications.solarEclipse
        case let alert where alert.hasPrefix("alert:"): true
        case let event: SunTable.rare.contains(event) && notifications.seasons
        }
    }

    /// The switches of the popups that replace the popups of sunrise and sunset.
    var switches: [Bool] { [notifications.polarDay, notifications.polarNight] }

    var rules: Set<String> { Set(schedules.keys) }

    /// The current rules, with the days on which they announce something.
    var schedules: [String: Weekdays] {
        let events = (SunTable.announced + hooks.events.map(\.name)).map { ($0, Weekdays.all) }
        let alerts = alerts.filter(\.isEnabled).map { (EventEntry.rule($0), $0.days) }
        return Dictionary(events + alerts) { first, _ in first }
    }

    /// Until when an occurrence is announced: within the grace, what is due before its event until the event, and an
    /// eclipse that has begun until most of the Sun is covered; both only until `NotAfter=`.
    func deadline(of due: SunTable.Due) -> Instant {
        max(due.instant + notifications.grace, lastMoment(of: due))
    }

    /// Until when an occurrence is announced, apart from the grace.
    func lastMoment(of due: SunTable.Due) -> Instant {
        let alert = alerts.first { EventEntry.rule($0) == due.rule }
        let isEclipse = (alert?.event.name ?? due.rule) == "solar-eclipse"
        let greatest = isEclipse ? observer.flatMap { SunTable.greatestEclipse(beginning: due.event, at: $0) } : nil
        let end = due.instant < due.event ? due.event : greatest ?? due.instant
        guard due.instant < end else { return due.instant }
        let notAfter = alert?.bounds?.notAfter.flatMap { localTime.end(of: due.instant, notAfter: $0) }
        return min(end, notAfter ?? end)
    }

    /// How far the first start and a journey look back.
    var lookBack: Duration { min(notifications.grace, .seconds(600)) }
}

extension Duration {
    static let day = Duration.seconds(86_400)
    static let week = Duration.seconds(7 * 86_400)

    /// The distance below which two instants of a rule mean the same occurrence, for daily and for rare events.
    static func refinement(of rule: String) -> Duration {
        SunTable.rare.contains { name in
            rule == name || [" ", "("].contains { rule.contains("\($0)\(name))") || rule.contains("\($0)\(name) ") }
        }
            ? refinementOfRareEvents : .seconds(45 * 60)
    }

    static let refinementOfRareEvents = Duration.seconds(36 * 3600)

    var magnitude: Duration { self < .zero ? .zero - self : self }
}
