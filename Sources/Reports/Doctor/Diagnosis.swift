import Terminal

/// Every part that the service needs, in the order in which one rests on the other: the report of `suntracker doctor`.
package struct Diagnosis: Report {
    /// How a verdict is written.
    package enum Marks: Sendable {
        /// ✓, ✗ and –.
        case symbols
        /// ok, broken and skipped: for terminals and locales that lack the symbols, and for programs.
        case words
    }

    /// The parts.
    package let checks: [Check]
    private let marks: Marks

    /// The diagnosis that the facts allow.
    package init(_ facts: MachineFacts, marks: Marks) {
        checks = facts.checks
        self.marks = marks
    }

    /// Whether nothing is broken.
    package var isSound: Bool { !checks.contains { $0.verdict.isBroken } }

    /// A line a part, folded: `✓ Unit  …`. What to do is below what is broken.
    package var text: String {
        let rows = checks.flatMap { check -> [(label: String, text: String)] in
            let row = (label: "\(mark(of: check.verdict)) \(check.subject)", text: check.finding)
            guard case .broken(let remedy) = check.verdict else { return [row] }
            return [row, ("", arrow + remedy)]
        }
        return LabelledRows(rows).lines.joined(separator: "\n")
    }

    private func mark(of verdict: Check.Verdict) -> String {
        switch marks {
        case .symbols:
            switch verdict {
            case .sound: "✓"
            case .broken: "✗"
            case .notApplicable: "–"
            }
        case .words: verdict.word.padded(to: "skipped".count)
        }
    }

    private var arrow: String {
        switch marks {
        case .symbols: "→ "
        case .words: "to mend it: "
        }
    }

    /// An object with `sound`, and `checks`, an array of objects of `subject`, `verdict` (`ok`, `broken`, `skipped`),
    /// `finding`, and where it is broken `remedy`.
    package func json() throws -> String {
        struct Row: Encodable {
            let subject: String
            let verdict: String
            let finding: String
            let remedy: String?
        }
        struct Table: Encodable {
            let sound: Bool
            let checks: [Row]
        }
        return try Table(
            sound: isSound,
            checks: checks.map { check in
                Row(
                    subject: check.subject, verdict: check.verdict.word, finding: check.finding,
                    remedy: check.verdict.remedy)
            }
        ).jsonText()
    }
}

extension Check.Verdict {
    fileprivate var isBroken: Bool { remedy != nil }

    fileprivate var remedy: String? {
        if case .broken(let remedy) = self { remedy } else { nil }
    }

    fileprivate var word: String {
        switch self {
        case .sound: "ok"
        case .broken: "broken"
        case .notApplicable: "skipped"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
