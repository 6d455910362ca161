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
    /// The entry with another kind, other fields, or another message.
    func entry(
        _ kind: JournalEntry.Kind? = nil, _ fields: [String: String?] = [:], replacing old: String = "",
        by new: String = ""
    ) -> Chronicle.Happening {
        guard case .wrote(let entry) = self else { preconditionFailure("no entry: \(self)") }
        let kept = entry.fields.filter { !fields.keys.contains($0.name) }
        let message = entry.message.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
        return .wrote(
            JournalEntry(
                kind ?? entry.kind, old.isEmpty ? entry.message : message,
                kept + fields.compactMap { name, value in value.map { JournalEntry.Field(name, $0) } }))
    }

    /// The popup with another number, tag or body.
    func popup(number: UInt64? = nil, tag: String? = nil, body: String? = nil) -> Popup {
        guard case .asked(let popup) = self else { preconditionFailure("no popup: \(self)") }
        return Popup(
            id: number.map { Popup.ID(number: $0) } ?? popup.id, tag: tag ?? popup.tag, summary: popup.summary,
            body: body ?? popup.body, emphasis: popup.emphasis, opensPage: popup.pageLabel != nil,
            deadline: popup.deadline, in: .english)
    }
}
