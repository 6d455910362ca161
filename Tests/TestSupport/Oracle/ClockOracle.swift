import Solar
import Tracker

/// The expected journal entries about clock changes: the direction, the size, and the local times.
struct ClockOracle: Judge {
    var violations: [Oracle.Violation] = []
    private(set) var clock = Instant.earliest
    private var situation: Chronicle.Situation?
    private var change: Chronicle.Situation?

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        switch record.what {
        case .started(let situation): (self.situation, change) = (situation, nil)
        case .changed(let situation):
            self.situation = change ?? self.situation
            change = situation
        case .wrote(let entry):
            guard entry.kind == .event, let told = EventEntry(entry), told.due.rule == "dst-change" else {
                return
            }
            // Entries about due occurrences may come before the change of the situation.
            let known = [situation, change].compactMap { $0 }.map {
                words(for: told.eventInstant, in: $0.localTime, seenFrom: clock)
            }
            if !known.contains(where: { $0.allSatisfy(entry.message.contains) }) {
                complain(.wrongClockChange, about: "\(entry.message), not \(known)")
            }
        default: break
        }
    }

    private func words(for instant: Instant, in localTime: any LocalTime, seenFrom now: Instant) -> [String] {
        let before = localTime.civilTime(at: instant - .microseconds(1)).utcOffset
        let after = localTime.civilTime(at: instant).utcOffset
        let minutes = (after - before).magnitude / 60
        let size = [minutes < 60 ? nil : "\(minutes / 60) h", minutes % 60 == 0 ? nil : "\(minutes % 60) min"]
        return [
            after < before ? " back " : " forward ", " \(size.compactMap { $0 }.joined(separator: " ")) ",
            " at \(reading(instant, before))", "it \(now < instant ? "is" : "was") \(reading(instant, after)) then",
        ]
    }

    /// The time of day, `02:00`.
    private func reading(_ instant: Instant, _ utcOffset: Int) -> String {
        let minute = ((instant.microseconds / 60_000_000 + Int64(utcOffset / 60)) % 1440 + 1440) % 1440
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }
}
