package import Tracker

/// The hooks of the service.
package struct HookFacts: Hashable, Sendable {
    /// The hooks of one event, alert or phase.
    package struct Group: Hashable, Sendable {
        /// When they are started.
        package var occasion: Occasion
        /// The paths of the executable hooks.
        package var programs: [String]
        /// The problems of the others.
        package var failures: [HookFailure]

        package init(occasion: Occasion, programs: [String], failures: [HookFailure] = []) {
            self.occasion = occasion
            self.programs = programs
            self.failures = failures
        }
    }

    /// When hooks are started.
    package enum Occasion: Hashable, Sendable {
        /// When the event or the alert is due.
        case rule(Rule)
        /// When the phase begins.
        case phase(Phase)

        /// For the middle of a sentence: `sunset`, `alert lamps`, `start of the night`.
        func text(in words: Words) -> String {
            switch self {
            case .rule(let rule): rule.displayName(in: words)
            case .phase(.day): words("start of the day")
            case .phase(.night): words("start of the night")
            }
        }
    }

    package var groups: [Group]
    /// The folders `hooks/NAME.d` whose NAME is neither an event nor a phase.
    package var strayFolders: [String]

    package init(groups: [Group], strayFolders: [String]) {
        self.groups = groups
        self.strayFolders = strayFolders
    }
}

extension MachineFacts {
    /// One check if all hooks are good; otherwise one for each problem.
    func hookChecks(in words: Words) -> [Check] {
        let subject = words.inContext("label", "Hooks")
        let broken =
            hooks.groups.flatMap { group in
                group.failures.map { failure in
                    Check.broken(
                        subject, failure.finding(at: group.occasion.text(in: words), in: words),
                        remedy: failure.remedy(in: words)
                            ?? words(
                                "see {setting} in {manual}",
                                ["setting": "Hook=", "manual": "suntracker.conf(5)"]))
                }
            }
            + hooks.strayFolders.map { folder in
                Check.broken(
                    subject,
                    words(
                        "programs in {path} are never run: the folder is not named after an event", ["path": folder]),
                    remedy: words(
                        "rename it to an event in {manual}, such as {example}, or remove it",
                        ["manual": "suntracker.conf(5)", "example": "sunset.d"]))
            }
        guard broken.isEmpty else { return broken }
        let sound = hooks.groups.filter { !$0.programs.isEmpty }.map { group in
            words(
                // TRANSLATORS: programs and when they are started: lamps-on, music at the sunset
                "{programs} at the {occasion}",
                [
                    "programs": words.list(group.programs.map { String($0.lastPathComponent) }),
                    "occasion": group.occasion.text(in: words),
                ])
        }
        return [
            // TRANSLATORS: no hooks
            sound.isEmpty
                ? .notApplicable(subject, words.inContext("hooks", "none")) : .sound(subject, words.clauses(sound))
        ]
    }
}

extension HookFailure {
    /// Which hook cannot be started, when, and why. The problems of a hook that was started are only in the journal, which is
    /// English.
    fileprivate func finding(at occasion: String, in words: Words) -> String {
        let blanks: KeyValuePairs = ["hook": hook, "occasion": occasion]
        return switch problem {
        // TRANSLATORS: /home/a/lamps, for the sunset, is not executable
        case .notExecutable: words("{hook}, for the {occasion}, is not executable", blanks)
        case .missing: words("{hook}, for the {occasion}, does not exist, or is a broken link", blanks)
        case .unknown(let folders):
            words(
                "{hook}, for the {occasion}, is in none of the folders {folders}",
                ["hook": hook, "occasion": occasion, "folders": words.list(folders)])
        case .noCommand(let reason):
            words(
                "{hook}, for the {occasion}, is not a valid command: {reason}",
                ["hook": hook, "occasion": occasion, "reason": reason.text(in: words)])
        case .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result:
            "\(hook), for the \(occasion), \(reason)"
        }
    }
}

extension String {
    fileprivate var lastPathComponent: Substring { split(separator: "/").last ?? self[...] }
}
