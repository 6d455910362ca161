import Solar
import Tracker

/// Something that is wrong until somebody fixes it, and what to do about it.
struct Problem: Hashable, Sendable {
    /// What is wrong, in a clause: `suntrackerd is not running`.
    let summary: String
    let remedy: Remedy

    init(_ summary: String, _ remedy: Remedy) { (self.summary, self.remedy) = (summary, remedy) }

    init(_ summary: String, _ remedy: String, _ command: String? = nil) {
        self.init(summary, Remedy(remedy, command))
    }

    /// Both in one line: `suntrackerd is not running; to start it: systemctl --user start suntrackerd`.
    var line: String { "\(summary); \(remedy.line)" }
}

struct Remedy: Hashable, Sendable {
    /// The remedy in words: `to start it`.
    let text: String
    /// The command to copy; nil if there is none.
    let command: String?

    init(_ text: String, _ command: String? = nil) { (self.text, self.command) = (text, command) }

    /// Both in one line: `to start it: systemctl --user start suntrackerd`.
    var line: String { [text, command].compactMap(\.self).joined(separator: ": ") }
}

/// One check of something that the service needs, and its result.
struct Check: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        /// It works, with details.
        case well(String)
        /// It is not needed, or cannot be checked because of another problem.
        case skipped(String)
        case problem(Problem)
    }

    /// The subject, such as `Settings`.
    let subject: String
    let result: Result

    /// The problem; nil if there is none.
    var problem: Problem? { if case .problem(let problem) = result { problem } else { nil } }

    /// What was found, for the list of checks.
    var detail: String {
        switch result {
        case .well(let detail), .skipped(let detail): detail
        case .problem(let problem): problem.summary
        }
    }

    /// The result in a word.
    var verdict: String {
        switch result {
        case .well: "ok"
        case .skipped: "skipped"
        case .problem: "problem"
        }
    }
}

extension MachineFacts {
    /// All checks, causes before their consequences. Each check has at least one result.
    private static let table: [(subject: String, results: @Sendable (MachineFacts) -> [Check.Result])] = [
        ("Service", { [$0.serviceCheck] }),
        ("Login", { [$0.loginCheck] }),
        ("Settings", { [$0.settingsCheck] }),
        ("Files", { $0.fileChecks }),
        ("Place", { [$0.placeCheck] }),
        ("Notifications", { [$0.notificationCheck] }),
        ("Sound", { [$0.soundCheck] }),
        ("Hooks", { $0.hookChecks }),
        ("State", { [$0.stateCheck] }),
        ("Journal", { [$0.journalCheck] }),
        ("Clock", { [$0.clockCheck] }),
        ("Time zone", { [$0.zoneCheck] }),
        ("Earth", { _ in [.well("its rotation is known until \(EarthRotation.knownUntil)")] }),
    ]

    /// The results of all checks.
    var checks: [Check] {
        Self.table.flatMap { row in row.results(self).map { Check(subject: row.subject, result: $0) } }
    }
}
