import Solar
import Tracker

/// A journal entry about an occurrence.
struct EventEntry {
    /// The rule as in the ledger, and the due time.
    let due: SunTable.Due
    let isMissed: Bool
    let isRecovered: Bool

    /// An entry about an event that is announced or missed; nil for any other entry.
    init?(_ fact: JournalFact) {
        switch fact {
        case .event(let occurrence, _, _, let isRecovered, _):
            self.init(occurrence, isMissed: false, isRecovered: isRecovered)
        case .missed(let occurrence, _, _): self.init(occurrence, isMissed: true, isRecovered: false)
        case .interrupted(_, let occurrence?, _, _): self.init(occurrence, isMissed: true, isRecovered: true)
        case .interrupted(let entry, nil, _, _):
            self.init(entry.rule, due: entry.due, isMissed: true, isRecovered: true)
        default: return nil
        }
    }

    /// An entry about a popup of an event that is not shown; nil for any other entry.
    init?(notShown fact: JournalFact) {
        guard case .notShown(let occurrence, _, _, _, _) = fact else { return nil }
        self.init(occurrence)
    }

    init(_ occurrence: Occurrence, isMissed: Bool = false, isRecovered: Bool = false) {
        let (event, instant) = (occurrence.rule.event.name, occurrence.due)
        let rule = occurrence.rule.alert.map { Self.rule($0.name, event, instant - occurrence.eventInstant) }
        self.init(rule ?? event, due: instant, isMissed: isMissed, isRecovered: isRecovered)
    }

    private init(_ rule: String, due: Instant, isMissed: Bool, isRecovered: Bool) {
        self.due = SunTable.Due(rule: rule, instant: due)
        (self.isMissed, self.isRecovered) = (isMissed, isRecovered)
    }

    /// The rule in the ledger, such as `alert:lamps (30min before sunset)`.
    static func rule(_ alert: String, _ event: String, _ offset: Duration) -> String {
        let seconds = offset.magnitude.components.seconds
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let span = [hours > 0 ? "\(hours)h" : nil, minutes > 0 ? "\(minutes)min" : nil].compactMap { $0 }
        let distance = seconds == 0 ? "" : span.joined(separator: " ") + (offset < .zero ? " before " : " after ")
        return "alert:\(alert) (\(distance)\(event))"
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
        guard instant == other.instant, other.rule.hasPrefix("polar-") else { return false }
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
        case let alert where alert.hasPrefix("alert:"): true
        default: notifications.seasons
        }
    }

    /// The current rules.
    var rules: Set<String> {
        Set(
            SunTable.announced
                + alerts.filter(\.isEnabled).map { EventEntry.rule($0.name, $0.event.name, $0.offset) })
    }

    /// The current rules that can change: alerts, and clock changes with the clock rules that they depend on.
    var ownRules: Set<String> {
        let clocks = " by \(clocks)"
        return Set(
            alerts.filter(\.isEnabled).map {
                let rule = EventEntry.rule($0.name, $0.event.name, $0.offset)
                return $0.days == .all && $0.event != .zoneTransition ? rule : rule + clocks
            } + ["dst-change" + clocks])
    }
}

extension Duration {
    static let day = Duration.seconds(86_400)
    static let week = Duration.seconds(7 * 86_400)

    /// The distance below which two instants of a rule mean the same occurrence, for daily and for rare events.
    static func refinement(of rule: String) -> Duration {
        SunTable.rare.contains { rule == $0 || rule.hasSuffix(" \($0))") || rule.hasSuffix("(\($0))") }
            ? .seconds(36 * 3600) : .seconds(45 * 60)
    }

    var magnitude: Duration { self < .zero ? .zero - self : self }
}
