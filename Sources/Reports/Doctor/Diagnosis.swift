import Terminal

/// The checks of everything the service needs, in the order of their dependencies: the report of `suntracker doctor`.
package struct Diagnosis: Report {
    /// The form of the verdicts.
    package enum Marks: Sendable {
        /// ✓, ✗ and –.
        case symbols
        /// ok, broken and skipped: for terminals and locales without the symbols.
        case text
    }

    package let checks: [Check]
    private let marks: Marks

    package init(_ facts: MachineFacts, marks: Marks) {
        checks = facts.checks
        self.marks = marks
    }

    /// Whether no check has failed.
    package var isSound: Bool { !checks.contains { $0.verdict.isBroken } }

    /// One row per check: `✓ Unit  …`. A failed check is followed by its remedy.
    package func text(columns: Int?) -> String {
        let rows = checks.flatMap { check -> [(label: String, text: String)] in
            let row = (label: "\(mark(of: check.verdict)) \(check.subject)", text: check.finding)
            guard case .broken(let remedy) = check.verdict else { return [row] }
            return [row, ("", arrow + remedy)]
        }
        return LabelledRows(rows).lines(columns: columns).joined(separator: "\n")
    }

    private func mark(of verdict: Check.Verdict) -> String {
        switch marks {
        case .symbols:
            switch verdict {
            case .sound: "✓"
            case .broken: "✗"
            case .notApplicable: "–"
            }
        case .text: verdict.identifier.fitted(to: "skipped".count)
        }
    }

    private var arrow: String {
        switch marks {
        case .symbols: "→ "
        case .text: "to fix it: "
        }
    }

    /// A JSON object with `sound`, and `checks`, an array of objects with `subject`, `verdict` (`ok`, `broken`, `skipped`),
    /// `finding`, and `remedy` if broken.
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
                    subject: check.subject, verdict: check.verdict.identifier, finding: check.finding,
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

    fileprivate var identifier: String {
        switch self {
        case .sound: "ok"
        case .broken: "broken"
        case .notApplicable: "skipped"
        }
    }
}

/// One check of something the service needs, and its result.
package struct Check: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        /// It works.
        case sound
        /// It does not work; the remedy fixes it.
        case broken(remedy: String)
        /// It is not needed, or cannot be checked because of another failure.
        case notApplicable
    }

    /// The name of what was checked.
    package let subject: String
    package let verdict: Verdict
    /// What was found, for people.
    package let finding: String

    private init(_ subject: String, _ verdict: Verdict, _ finding: String) {
        self.subject = subject
        self.verdict = verdict
        self.finding = finding
    }

    static func sound(_ subject: String, _ finding: String) -> Check { Check(subject, .sound, finding) }

    static func broken(_ subject: String, _ finding: String, remedy: String) -> Check {
        Check(subject, .broken(remedy: remedy), finding)
    }

    static func notApplicable(_ subject: String, _ finding: String) -> Check { Check(subject, .notApplicable, finding) }
}
