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
        for record in history.records {
            announcements.take(record)
            popups.take(record)
            if case .kept(let loads, let size) = record.what, !loads || size > 1024 {
                announcements.violations.append(
                    Violation(
                        clock: record.clock, text: loads ? "the ledger has \(size) bytes" : "the ledger is unreadable"))
            }
        }
        announcements.settle()
        popups.settle()
        return (announcements.violations + popups.violations)
    }
}

/// An entry about one occurrence, as the journal has it.
struct Told {
    let event: String
    let instant: Instant
    let isMissed: Bool
    let isRecovered: Bool

    init?(_ entry: JournalEntry, of kinds: JournalEntry.Kind...) {
        func field(_ name: String) -> String? { entry.fields.first { $0.name == name }?.value }
        guard (kinds.isEmpty ? [.event, .missed] : kinds).contains(entry.kind), let event = field("SUNTRACKER_EVENT"),
            let instant = field("SUNTRACKER_EVENT_TIME").flatMap({ Instant(rfc3339: $0) })
        else { return nil }
        self.event = event
        self.instant = instant
        isMissed = entry.kind == .missed
        isRecovered = field("SUNTRACKER_RECOVERED") == "1"
    }
}

extension Chronicle.Situation {
    func notifies(_ event: String) -> Bool { event == "sunrise" ? notifications.sunrise : notifications.sunset }
}

extension Duration {
    static let day = Duration.seconds(86_400)
    static let week = Duration.seconds(7 * 86_400)
    /// Closer than this, two instants of an event are the same occurrence.
    static let refinement = Duration.seconds(45 * 60)

    var magnitude: Duration { self < .zero ? .zero - self : self }
}
