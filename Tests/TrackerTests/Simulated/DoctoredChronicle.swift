// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport

@testable import Tracker

/// A chronicle that a test changes, one line at a time.
///
/// A line is found by its beginning, as in the description of the chronicle.
struct DoctoredChronicle {
    private(set) var chronicle: Chronicle

    init(_ chronicle: Chronicle) { self.chronicle = chronicle }

    /// The index of the line with the last beginning, after the lines with the beginnings before it.
    private func index(_ beginnings: [String]) -> Int {
        var index = chronicle.records.startIndex - 1
        for beginning in beginnings {
            let rest = chronicle.records[(index + 1)...]
            guard let next = rest.firstIndex(where: { $0.what.description.hasPrefix(beginning) }) else {
                preconditionFailure("no line \"\(beginning)\" in\n\(chronicle)")
            }
            index = next
        }
        return index
    }

    /// The event in the line.
    subscript(_ line: String...) -> Chronicle.Happening {
        get { chronicle.records[index(line)].what }
        set { chronicle.records[index(line)].what = newValue }
    }

    /// Leaves out the lines from this line up to the next line that begins in the same way.
    mutating func remove(from line: String, upTo next: String) {
        chronicle.records.removeSubrange(index([line])..<index([line, next]))
    }

    /// Leaves out a line, or all lines at these distances from it.
    mutating func remove(_ line: String..., around distances: ClosedRange<Int> = 0...0) {
        let center = index(line)
        chronicle.records.removeSubrange(center + distances.lowerBound...center + distances.upperBound)
    }

    /// Adds lines after this one, at its time or later.
    mutating func insert(_ news: [Chronicle.Happening], after line: String..., later: Duration = .zero) {
        let first = index(line)
        let record = chronicle.records[first]
        let added = news.map {
            Chronicle.Record(clock: record.clock + later, uptime: record.uptime + later, boot: record.boot, what: $0)
        }
        chronicle.records.insert(contentsOf: added, at: first + 1)
    }

    /// Changes the first ledger that is requested and kept after this line.
    mutating func change(_ line: String, _ change: (inout Ledger) -> Void) {
        guard var ledger = self[line, "keep"].ledger else { preconditionFailure("no ledger") }
        change(&ledger)
        self[line, "keep"] = .keepRequested(ledger, size: 96)
        self[line, "kept"] = .kept(ledger)
    }

    /// Moves a line after another line, and to its time.
    mutating func move(_ line: [String], after other: String...) {
        let record = chronicle.records.remove(at: index(line))
        let target = index(other)
        let (time, what) = (chronicle.records[target], record.what)
        chronicle.records.insert(
            Chronicle.Record(clock: time.clock, uptime: time.uptime, boot: time.boot, what: what), at: target + 1)
    }
}

extension Chronicle.Happening {
    /// The occurrence of an entry.
    var told: (occurrence: Occurrence, place: Place) {
        switch self {
        case .wrote(.event(let occurrence, let place, _, _, _)), .wrote(.missed(let occurrence, let place, _)):
            (occurrence, place)
        default: preconditionFailure("no entry: \(self)")
        }
    }

    /// The requested ledger.
    var ledger: Ledger? { if case .keepRequested(let ledger, _) = self { ledger } else { nil } }

    /// The entry about the announcement, with another rule or event.
    func event(_ rule: Rule? = nil, eventInstant: Instant? = nil, isRecovered: Bool = false, isQuiet: Bool = false)
        -> Chronicle.Happening
    {
        let (occurrence, place) = told
        let instant = eventInstant ?? occurrence.due
        return .wrote(
            .event(
                Occurrence(rule ?? occurrence.rule, at: instant), at: place, now: occurrence.due,
                isRecovered: isRecovered, isQuiet: isQuiet))
    }

    /// The entry that it was interrupted, and is missed.
    var interrupted: Chronicle.Happening {
        let (occurrence, place) = told
        let entry = Ledger.Entry(rule: occurrence.rule.id, due: occurrence.due, state: .missed)
        return .wrote(.interrupted(entry, occurrence, at: place, now: occurrence.due))
    }

    /// The entry that its popup is not shown.
    var notShown: Chronicle.Happening {
        let (occurrence, place) = told
        return .wrote(.notShown(occurrence, .replaced, isLast: false, at: place, now: occurrence.due))
    }

    /// The same popup about another occurrence, and with another number.
    func popup(of occurrence: Occurrence, number: UInt64? = nil) -> (Popup, any LocalTime) {
        guard case .asked(let popup, let localTime) = self, case .announcement(_, let place) = popup.content else {
            preconditionFailure("no popup: \(self)")
        }
        let id = number.map { Popup.ID(number: $0) } ?? popup.id
        let other = Popup(
            id: id, content: .announcement(occurrence, at: place), emphasis: popup.emphasis, instant: popup.instant,
            deadline: popup.deadline)
        return (other, localTime)
    }
}
