import Tracker
import Wording

/// The hooks, and which of them cannot run: the report of `suntracker hooks`.
struct HookList: Report {
    let hooks: [PlannedHook]
    /// The folders `hooks/NAME.d` whose NAME is neither an event nor a phase.
    let strayFolders: [String]
    /// The names of the installed sample hooks.
    let samples: [String]

    /// Facts for each hook: its path, or why it cannot run.
    func text(columns: Int?) -> String {
        var lines: [String] = []
        if hooks.isEmpty { lines.append("There are no hooks.") }
        if hooks.isEmpty, let sample = samples.last {
            lines += [
                "Available samples: \(samples.joined(separator: ", "))",
                "To enable one: suntracker hooks enable \(sample)",
            ]
        }
        let facts = hooks.map { Fact($0.occasion.displayName(in: .english), Problem(with: $0)?.line ?? $0.path) }
        lines += strayFolders.map(PlannedHook.strayFolder)
        if !hooks.isEmpty { lines.append("To see their runs: journalctl --user -u 'suntracker-hook-*'") }
        let table = facts.isEmpty ? [] : [facts.text(columns: columns)]
        return (table + lines.flatMap { [$0].lines(columns: columns ?? 80) }).joined(separator: "\n")
    }

    /// `hooks`, an array of objects with `for`, `path`, and `problem` if it cannot run; `strayFolders`; `samples`.
    var object: JSONObject {
        [
            "hooks": hooks.map { hook -> JSONObject in
                ["for": hook.occasion.name, "path": hook.path, "problem": hook.problem?.reason]
            },
            "strayFolders": strayFolders, "samples": samples,
        ]
    }
}

extension HookProblem {
    /// The failure of a run, for people: `exit status 3`.
    var phrase: String {
        switch self {
        // EXIT_EXEC (systemd.exec(5), "Process Exit Codes").
        case .exitStatus(203): "the interpreter named in its first line may be missing"
        case .exitStatus(let status): "exit status \(status)"
        case .signal(let number): "terminated by signal \(number)"
        case .timeLimit(let limit):
            "it exceeded the time limit of \(limit.formatted(in: .english)) (Hooks.Timeout)"
        // The messages of the user manager are in English.
        case .notStarted(let reason), .unanswered(let reason), .result(let reason): reason
        case .runs, .notExecutable, .missing, .unknown, .noCommand, .noUnit: reason
        }
    }
}
