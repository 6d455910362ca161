import LinuxPlatform
import Solar
import Tracker

/// The hooks, and what became of each when it ran last: the report of `suntracker hooks`.
struct HookList: Report {
    let hooks: [PlannedHook]
    /// The folders `hooks/NAME.d` whose NAME is neither an event nor a phase.
    let strayFolders: [String]
    /// The names of the sample hooks that are installed.
    let samples: [String]
    /// Why the last runs cannot be read; nil if they can.
    var journalTrouble: String?
    let relativeTime: RelativeTime

    /// Facts for each hook: its path and its last run, or why it cannot run.
    func text(columns: Int?) -> String {
        var lines: [String] = []
        if hooks.isEmpty { lines.append("There are no hooks.") }
        if hooks.isEmpty, let sample = samples.last {
            lines += [
                "The samples are \(samples.joined(separator: ", ")).",
                "To use one: suntracker hooks enable \(sample)",
            ]
        }
        let facts = hooks.flatMap { hook in
            let state = hook.state(at: relativeTime, isJournalRead: journalTrouble == nil)
            // What is wrong begins with the path.
            let values = hook.problem == nil ? [hook.path, state] : [state]
            return zip([hook.occasion.displayName(in: .english), ""], values.compactMap { $0 }).map { Fact($0, $1) }
        }
        lines += strayFolders.map(PlannedHook.strayFolder) + (journalTrouble.map { [$0] } ?? [])
        let table = facts.isEmpty ? [] : [facts.text(columns: columns)]
        return (table + lines.flatMap { [$0].lines(columns: columns ?? 80) }).joined(separator: "\n")
    }

    /// `hooks`, an array of objects with `for`, `path`, `problem` if it cannot run, and otherwise `lastRun` with `time`,
    /// `unit`, `succeeded` and `problem`; `strayFolders`; `samples`.
    var object: JSONObject {
        let scale = relativeTime.localTime
        return [
            "hooks": hooks.map { $0.json(in: scale) }, "strayFolders": strayFolders, "samples": samples,
        ]
    }
}

extension PlannedHook {
    fileprivate func state(at time: RelativeTime, isJournalRead: Bool) -> String? {
        if let fault { return fault.line }
        guard let lastRun else { return isJournalRead ? "no run of it is in the journal" : nil }
        let moment = time.moment(lastRun.ended)
        return lastRun.problem.map { "failed, \(moment): \($0.phrase)" } ?? "succeeded, \(moment)"
    }

    fileprivate func json(in scale: any LocalTime) -> JSONObject {
        let run = lastRun.map { run -> JSONObject in
            [
                "time": scale.timestamp(run.ended), "unit": run.unit, "succeeded": run.problem == nil,
                "problem": run.problem?.phrase,
            ]
        }
        return ["for": occasion.name, "path": path, "problem": problem?.reason, "lastRun": run]
    }
}

extension HookProblem {
    /// What went wrong when it ran, for people: `exit status 3`.
    var phrase: String {
        switch self {
        // EXIT_EXEC (systemd.exec(5), "Process Exit Codes").
        case .exitStatus(203): "the interpreter that its first line names may be missing"
        case .exitStatus(let status): "exit status \(status)"
        case .signal(let number): "terminated by signal \(number)"
        case .timeLimit(let limit):
            "it took longer than \(limit.formatted(in: .english)), which is Hooks.Timeout"
        // What the user manager says is English.
        case .notStarted(let reason), .unanswered(let reason), .result(let reason): reason
        case .runs, .notExecutable, .missing, .unknown, .noCommand, .noUnit: reason
        }
    }
}

extension PastHookRun {
    /// A journal entry of the user manager about a unit (systemd.journal-fields(7)).
    struct Entry: Hashable, Sendable {
        let written: Instant
        let fields: [String: String]

        /// Whether it is about the same run as the last entry of that. The end of the job that starts a unit is the last
        /// entry of a run.
        func isOfRun(endedBy last: Entry) -> Bool {
            fields["USER_UNIT"] == last.fields["USER_UNIT"] && fields["JOB_RESULT"] == nil
        }
    }

    /// The entries about a unit that has started (for `Type=oneshot`: ended well) or failed to, one that has failed, and a
    /// process that has exited (systemd's sd-messages.h).
    static let messageIDs = [
        "39f53479d3a045ac8e11786248231fbf", "be02cf6855d2428ba40df7e9d022f03d", "d9b373ed55a64feb8242e02dbe79a49c",
        "98e322203f7a4ed290d09fe03c09fe15",
    ]

    /// The journal fields to read.
    static let fieldNames = ["USER_UNIT", "JOB_RESULT", "UNIT_RESULT", "EXIT_STATUS"]

    /// The run that these entries are about, the last one first; nil without an entry.
    init?(_ entries: [Entry], timeLimit: Duration?) {
        guard let last = entries.first, let unit = last.fields["USER_UNIT"], !unit.hasControlCharacter else {
            return nil
        }
        func value(_ name: String) -> String? { entries.lazy.compactMap { $0.fields[name] }.first }
        let result = last.fields["JOB_RESULT"] == "done" ? "success" : value("UNIT_RESULT") ?? value("JOB_RESULT")
        self.init(
            unit: unit, ended: last.written,
            HookProblem(
                result: (result ?? "signal").printable, status: value("EXIT_STATUS").flatMap { Int($0) },
                timeLimit: timeLimit))
    }
}
