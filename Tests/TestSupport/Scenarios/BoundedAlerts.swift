import Solar
public import Tracker

extension Scenario {
    /// An alert with bounds. Its name contains them and its offset, so that journal entries, which have neither, identify
    /// the rule.
    public struct BoundedAlert: Hashable, Sendable, CustomStringConvertible {
        /// `Event=`.
        public let event: String
        /// `Offset=`, in minutes.
        public let minutes: Int64
        /// `NotBefore=` and `NotAfter=`; empty for none.
        public let notBefore, notAfter: String
        /// `Outside=`.
        public let outside: AlertBounds.Outside
        /// `Days=`.
        public let days: String
        /// `Hook=`; nil for none.
        public let hook: String?

        /// Creates an alert a number of minutes after the event.
        public init(
            _ event: String, _ minutes: Int64, _ notBefore: String, _ notAfter: String,
            _ outside: AlertBounds.Outside = .move, days: String = "", hook: String? = nil
        ) {
            (self.event, self.minutes, self.notBefore, self.notAfter) = (event, minutes, notBefore, notAfter)
            (self.outside, self.days, self.hook) = (outside, days, hook)
        }

        /// The Swift expression.
        public var description: String {
            "BoundedAlert(\"\(event)\", \(minutes), \"\(notBefore)\", \"\(notAfter)\", .\(outside), days: \"\(days)\", "
                + "hook: \(hook.map { "\"\($0)\"" } ?? "nil"))"
        }

        /// The beginning of the names of these alerts.
        static let prefix = "walk/"

        /// `walk/-30/07:00-22:30/move`.
        var name: String { "\(Self.prefix)\(minutes)/\(notBefore)-\(notAfter)/\(outside)" }

        /// The rule in the oracle of one in the ledger; nil if it has no bounds. An entry about an alert that is gone has
        /// only that: `alert:walk/-30/07:00-22:30/move (30min before sunset from 07:00 until 22:30)`.
        static func rule(inLedgerAs text: String) -> String? {
            guard text.hasPrefix("alert:\(prefix)"), let brace = text.firstIndex(of: "(") else { return nil }
            let words = text[text.index(after: brace)...].dropLast().split(separator: " ")
            let start = words.lastIndex { $0 == "before" || $0 == "after" }.map { $0 + 1 } ?? 0
            return "\(text[..<brace])(\(words[start]))"
        }

        var alert: Alert {
            guard let event = AnnouncedEvent(name: event), let days = Weekdays(days),
                let bounds = AlertBounds(
                    notBefore: TimeOfDay(notBefore), notAfter: TimeOfDay(notAfter), outside: outside)
            else { preconditionFailure("no such alert: \(self)") }
            var alert = Alert(name: name, event: event)
            (alert.offset, alert.bounds, alert.days, alert.hook) = (.seconds(minutes * 60), bounds, days, hook)
            return alert
        }
    }

    /// The scenario with alerts that have bounds: from the start, and by edits between its steps. Everything else stays
    /// as it is.
    func addingBoundedAlerts(seed: UInt64) -> Scenario {
        var dice = BoundsDice(seed: seed)
        var scenario = self
        scenario.edits.append(.bounded(dice.alerts()))
        for _ in 0..<dice.number(0...3) {
            let index = Int(dice.number(1...Int64(steps.count - 3)))
            let edit = Edit.bounded(dice.alerts())
            scenario.steps.insert(dice.number(0...1) == 0 ? .edit(edit) : .reload(edit), at: index)
        }
        return scenario
    }
}

/// Random alerts with bounds. The random numbers of the rest of a scenario do not depend on them.
struct BoundsDice {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed &+ 0x626F_756E_6473) }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    /// One alert, or two.
    mutating func alerts() -> [Scenario.BoundedAlert] { (0..<number(1...2)).map { _ in alert() } }

    private mutating func alert() -> Scenario.BoundedAlert {
        let event = pick([
            "sunrise", "sunrise", "sunset", "sunset", "civil-dusk", "nautical-dawn", "golden-hour-start",
            "golden-hour-end", "solar-noon", "solar-midnight", "altitude:10:setting", "june-solstice",
            "polar-night-start", "dst-change",
        ])
        let first = time()
        var second = time()
        while second == first { second = time() }
        let (notBefore, notAfter) = pick([(first, ""), ("", first), (first, second), ("07:00", "22:30")])
        return Scenario.BoundedAlert(
            event, pick([0, 0, 0, -30, 30, 180, -600, 660, 1380, -1380]), notBefore, notAfter,
            pick([.move, .move, .move, .skip]), days: pick(["", "", "", "Mon..Fri", "Sun"]),
            hook: number(0...3) == 0 ? "walk" : nil)
    }

    /// A time of day: often around midnight, noon, or the hour of a change of the clocks.
    private mutating func time() -> String {
        let minutes = pick([0, 1, 30, 60, 120, 150, 179, 420, 719, 720, 1350, 1380, 1410, 1439, number(0...1439)])
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
