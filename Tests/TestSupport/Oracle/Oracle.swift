package import Solar
import Tracker

/// Computes from a chronicle and the Sun's events what the service should have done, and lists the differences.
///
/// The oracle is a second, independent implementation of the promises about announcements, popups, the ledger, the
/// clock and the disk. It uses nothing of `Tracker`, `Ledger` and `Agenda`, only the chronicle of a simulated machine.
/// `AnnouncementOracle` lists the cases in which more than one behaviour is allowed. Other tests use examples: hooks,
/// phases, notices, the location, the bounds of alerts, sounds and the quiet time.
///
/// A *look* of the service is the handling of one input, with all its outputs. A *rule* of an occurrence is an event or
/// an alert, as in the ledger.
package struct Oracle {
    /// A missing or an unexpected action of the service.
    package struct Violation: Sendable, CustomStringConvertible {
        /// The violated rule.
        package let rule: Rule
        /// The time.
        package let clock: Instant
        /// The subject of the complaint.
        package let subject: String

        /// The time, the complaint and its subject.
        package var description: String { "\(clock)  \(rule.rawValue): \(subject)" }
    }

    /// Returns all violations in the chronicle.
    package static func violations(in history: Chronicle) -> [Violation] {
        let sun = SunTable()
        var announcements = AnnouncementOracle(sun: sun)
        var popups = PopupOracle(sun: sun)
        var state = LedgerOracle()
        var clocks = ClockOracle()
        var disk = DiskOracle()
        var times = LookTimes()
        for real in history.records {
            disk.take(real)
            let record = times.place(real)
            announcements.take(record)
            popups.take(record)
            state.take(record)
            clocks.take(record)
        }
        announcements.settle()
        popups.settle()
        state.settle()
        disk.settle()
        return announcements.violations + popups.violations + state.violations + clocks.violations + disk.violations
    }
}

/// A part of the oracle.
protocol Judge {
    /// The time of the current record.
    var clock: Instant { get }
    var violations: [Oracle.Violation] { get set }
}

extension Judge {
    mutating func complain(_ rule: Oracle.Rule, about subject: some CustomStringConvertible) {
        violations.append(Oracle.Violation(rule: rule, clock: clock, subject: subject.description))
    }
}

/// A journal entry about an occurrence.
struct EventEntry {
    /// The rule as in the ledger, and the due time.
    let due: SunTable.Due
    let eventInstant: Instant
    let isMissed: Bool
    let isRecovered: Bool

    init?(_ entry: JournalEntry, of kinds: JournalEntry.Kind...) {
        func field(_ name: String) -> String? { entry.fields.first { $0.name == name }?.value }
        func time(_ name: String) -> Instant? { field(name).flatMap { Instant(rfc3339: $0) } }
        guard (kinds.isEmpty ? [.event, .missed] : kinds).contains(entry.kind), let event = field("SUNTRACKER_EVENT"),
            let eventInstant = time("SUNTRACKER_EVENT_TIME")
        else { return nil }
        let instant = time("SUNTRACKER_DUE_TIME") ?? eventInstant
        let rule = field("SUNTRACKER_ALERT").map { Self.rule($0, event, instant - eventInstant) } ?? event
        (due, self.eventInstant) = (SunTable.Due(rule: rule, instant: instant), eventInstant)
        isMissed = entry.kind == .missed
        isRecovered = field("SUNTRACKER_RECOVERED") == "1"
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
