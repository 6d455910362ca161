import Tracker

/// The checks of everything the service needs, in the order of their dependencies: the report of `suntracker doctor`.
struct Diagnosis: Report {
    let facts: MachineFacts
    /// Whether the verdicts are ✓, ✗ and – instead of words, which every terminal and locale has.
    let hasSymbols: Bool
    /// The language of its text.
    var words = Localizer.english

    /// The results, in English.
    var checks: [Check] { facts.checks(in: .english) }

    /// Whether no check has failed.
    var isSound: Bool { !checks.contains { $0.verdict == .broken } }

    /// One row per check: `✓ Unit  …`. A failed check is followed by its remedy, unless an earlier one has it.
    func text(columns: Int?) -> String {
        let width = Check.Verdict.allCases.map { $0.displayName(in: words).columns }.max() ?? 0
        var remedies: [String] = []
        return facts.checks(in: words).flatMap { check in
            let verdict = check.verdict
            let mark = hasSymbols ? verdict.symbol : verdict.displayName(in: words).fitted(to: width)
            let finding = Fact("\(mark) \(check.subject)", check.finding)
            guard let remedy = check.remedy, !remedies.contains(where: { $0.contains(remedy) }) else {
                return [finding]
            }
            remedies.append(remedy)
            // TRANSLATORS: what to do about a problem
            return [finding, Fact("", hasSymbols ? "→ " + remedy : words("to fix it: {remedy}", ["remedy": remedy]))]
        }.text(columns: columns)
    }

    /// `sound`, and `checks`, an array of objects with `subject`, `verdict`, `finding`, and `remedy` if broken.
    var object: JSONObject { ["sound": isSound, "checks": checks.map(\.json)] }
}

/// One check of something the service needs, and its result.
struct Check: Hashable, Sendable {
    enum Verdict: String, CaseIterable, Sendable {
        /// It works.
        case sound = "ok"
        /// It does not work; the remedy fixes it.
        case broken
        /// It is not needed, or cannot be checked because of another failure.
        case notApplicable = "skipped"

        fileprivate var symbol: String {
            switch self {
            case .sound: "✓"
            case .broken: "✗"
            case .notApplicable: "–"
            }
        }

        /// The verdict in a word.
        fileprivate func displayName(in words: Localizer) -> String {
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

    /// The name of what was checked.
    private(set) var subject = ""
    let verdict: Verdict
    /// What was found, for people.
    let finding: String
    /// The same as a sentence of its own, for where it does not follow the subject.
    let sentence: String
    /// What to do if it is broken.
    private(set) var remedy: String?

    static func sound(_ finding: String) -> Check { Check(verdict: .sound, finding: finding, sentence: finding) }

    static func broken(_ finding: String, sentence: String? = nil, remedy: String) -> Check {
        Check(verdict: .broken, finding: finding, sentence: sentence ?? finding, remedy: remedy)
    }

    static func notApplicable(_ finding: String) -> Check {
        Check(verdict: .notApplicable, finding: finding, sentence: finding)
    }

    /// The result with the name of what was checked.
    func of(_ subject: String) -> Check {
        var check = self
        check.subject = subject
        return check
    }

    fileprivate var json: JSONObject {
        ["subject": subject, "verdict": verdict.rawValue, "finding": finding, "remedy": remedy]
    }
}
