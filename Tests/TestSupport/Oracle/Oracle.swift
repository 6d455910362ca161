public import Solar
import Tracker

/// Says from what truly happened, and from the Sun alone, what the service should have done, and where it did not.
///
/// It knows nothing of `Tracker`, `Ledger` and `Agenda`: DESIGN.md, "Exactly once", written down a second time, from the
/// other side. Where the service is free to do the one or the other, `AnnouncementOracle` says so.
public struct Oracle {
    /// Something that should not have happened, or should have.
    public struct Violation: Hashable, Sendable, CustomStringConvertible {
        /// When.
        public let clock: Instant
        /// What.
        public let text: String

        /// When and what.
        public var description: String { "\(clock)  \(text)" }
    }

    /// All that is wrong with what happened, in its order.
    public static func violations(in history: Chronicle, sun: SunTable) -> [Violation] {
        var announcements = AnnouncementOracle(sun: sun)
        var popups = PopupOracle(sun: sun)
        var hooks = HookOracle(sun: sun)
        var location = LocationOracle()
        var state = StateOracle()
        var clocks = ClockOracle()
        for record in history.records {
            announcements.take(record)
            popups.take(record)
            hooks.take(record)
            location.take(record)
            state.take(record)
            clocks.take(record)
        }
        announcements.settle()
        popups.settle()
        hooks.settle()
        location.settle()
        state.settle()
        return announcements.violations + popups.violations + hooks.violations + location.violations
            + state.violations + clocks.violations
    }
}

/// An entry about one occurrence, as the journal has it.
struct Told {
    /// The rule, as the ledger should have it.
    let rule: String
    /// When it was to be told, and when the event happened.
    let instant, eventInstant: Instant
    let isMissed: Bool
    let isRecovered: Bool

    init?(_ entry: JournalEntry, of kinds: JournalEntry.Kind...) {
        func field(_ name: String) -> String? { entry.fields.first { $0.name == name }?.value }
        func time(_ name: String) -> Instant? { field(name).flatMap { Instant(rfc3339: $0) } }
        guard (kinds.isEmpty ? [.event, .missed] : kinds).contains(entry.kind), let event = field("SUNTRACKER_EVENT"),
            let eventInstant = time("SUNTRACKER_EVENT_TIME")
        else { return nil }
        let instant = time("SUNTRACKER_DUE_TIME") ?? eventInstant
        rule = field("SUNTRACKER_ALERT").map { Self.rule($0, event, instant - eventInstant) } ?? event
        (self.instant, self.eventInstant) = (instant, eventInstant)
        isMissed = entry.kind == .missed
        isRecovered = field("SUNTRACKER_RECOVERED") == "1"
    }

    /// `alert:lamps (30min before sunset)`.
    static func rule(_ alert: String, _ event: String, _ offset: Duration) -> String {
        let seconds = offset.magnitude.components.seconds
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let span = [hours > 0 ? "\(hours)h" : nil, minutes > 0 ? "\(minutes)min" : nil].compactMap { $0 }
        let distance = seconds == 0 ? "" : span.joined(separator: " ") + (offset < .zero ? " before " : " after ")
        return "alert:\(alert) (\(distance)\(event))"
    }
}

/// What a popup of the rule should be tagged with.
func tag(of rule: String) -> String {
    guard rule.hasPrefix("alert:"), let end = rule.firstIndex(of: " ") else { return rule }
    return String(rule[..<end])
}

/// Whether the popup of the one rule is left to that of the other, where both are of one instant: a polar day or night begins
/// and ends with a sunrise or sunset, and what begins says more than what ends.
func isLeft(_ rule: String, to other: String) -> Bool {
    guard other.hasPrefix("polar-") else { return false }
    return ["sunrise", "sunset"].contains(rule)
        || rule.hasPrefix("polar-") && rule.hasSuffix("-end") && other.hasSuffix("-start")
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
        case let season where SunTable.rare.contains(season): notifications.seasons
        // What hooks alone are called for.
        default: false
        }
    }

    /// The events that are due because they have hooks.
    var eventsWithHooksAlone: [AnnouncedEvent] {
        hooks.events.filter { !SunTable.announced.contains($0.name) }
    }

    /// The rules in force.
    var rules: Set<String> {
        Set(
            SunTable.announced + eventsWithHooksAlone.map(\.name)
                + alerts.filter(\.isEnabled).map { Told.rule($0.name, $0.event.name, $0.offset) })
    }

    /// The rules in force that go by more than the Sun: each with the clocks where it depends on them.
    var ownRules: Set<String> {
        let clocks = " by \(clocks)"
        return Set(
            alerts.filter(\.isEnabled).map {
                let rule = Told.rule($0.name, $0.event.name, $0.offset)
                return $0.days == .all && $0.event != .zoneTransition ? rule : rule + clocks
            } + eventsWithHooksAlone.map(\.name) + ["dst-change" + clocks])
    }
}

extension Duration {
    static let day = Duration.seconds(86_400)
    static let week = Duration.seconds(7 * 86_400)

    /// Closer than this, two instants of a rule are the same occurrence: of what comes daily, and of what comes rarely.
    static func refinement(of rule: String) -> Duration {
        SunTable.rare.contains { rule == $0 || rule.hasSuffix(" \($0))") || rule.hasSuffix("(\($0))") }
            ? .seconds(36 * 3600) : .seconds(45 * 60)
    }

    var magnitude: Duration { self < .zero ? .zero - self : self }
}
