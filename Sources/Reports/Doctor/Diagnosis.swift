import Terminal
package import Tracker

/// The checks of everything the service needs, in the order of their dependencies: the report of `suntracker doctor`.
package struct Diagnosis: Report {
    /// The form of the verdicts.
    package enum Marks: Sendable {
        /// ✓, ✗ and –.
        case symbols
        /// ok, broken and skipped: for terminals and locales without the symbols.
        case text
    }

    /// The results, in English.
    package let checks: [Check]
    /// The results in the language of the text.
    private let translatedChecks: [Check]
    private let marks: Marks
    private let words: Words

    /// - Parameter words: The language of its text.
    package init(_ facts: MachineFacts, marks: Marks, in words: Words = .english) {
        checks = facts.checks(in: .english)
        translatedChecks = facts.checks(in: words)
        self.marks = marks
        self.words = words
    }

    /// Whether no check has failed.
    package var isSound: Bool { !checks.contains { $0.verdict.isBroken } }

    /// One row per check: `✓ Unit  …`. A failed check is followed by its remedy.
    package func text(columns: Int?) -> String {
        let rows = translatedChecks.flatMap { check -> [(label: String, text: String)] in
            let row = (label: "\(mark(of: check.verdict)) \(check.subject)", text: check.finding)
            guard case .broken(let remedy) = check.verdict else { return [row] }
            return [row, ("", markedRemedy(remedy))]
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
        case .text:
            verdict.displayName(in: words)
                .fitted(to: Check.Verdict.all.map { $0.displayName(in: words).columns }.max() ?? 0)
        }
    }

    private func markedRemedy(_ remedy: String) -> String {
        switch marks {
        case .symbols: "→ " + remedy
        case .text: words("to fix it: {remedy}", ["remedy": remedy])
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

    /// One of each kind.
    fileprivate static let all: [Check.Verdict] = [.sound, .broken(remedy: ""), .notApplicable]

    /// The verdict in a word.
    fileprivate func displayName(in words: Words) -> String {
        switch self {
        // TRANSLATORS: the result of a check, in one short word
        case .sound: words.inContext("check", "ok")
        // TRANSLATORS: the result of a check, in one short word
        case .broken: words.inContext("check", "broken")
        // TRANSLATORS: the result of a check, in one short word
        case .notApplicable: words.inContext("check", "skipped")
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
