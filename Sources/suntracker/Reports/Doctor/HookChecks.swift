import Tracker

extension HookOccasion {
    /// For the middle of a sentence: `sunset`, `alert lamps`, `start of the night`.
    fileprivate func text(in words: Localizer) -> String {
        switch self {
        case .rule(let rule): rule.displayName(in: words)
        // TRANSLATORS: when programs are started; it fills the blank {occasion} of other texts
        case .phase(.day): words("start of the day")
        case .phase(.night): words("start of the night")
        }
    }
}

extension MachineFacts {
    /// One check if all hooks are good; otherwise one for each problem.
    func hookChecks(in words: Localizer) -> [Check] {
        let broken =
            hooks.compactMap { hook in
                hook.finding(in: words).map { Check.broken($0, remedy: hook.remedy(in: words)) }
            }
            + strayFolders.map { folder in
                Check.broken(
                    words.strayFolder(folder),
                    remedy: words(
                        "rename it to an event in {manual}, such as {example}, or remove it",
                        ["manual": "suntracker.conf(5)", "example": "sunset.d"]))
            }
            + hooks.filter { $0.problem == nil }.compactMap { failedRun(of: $0, in: words) }
        guard broken.isEmpty else { return broken }
        // TRANSLATORS: no hooks
        guard !hooks.isEmpty else { return [.notApplicable(words.inContext("hooks", "none"))] }
        // Those for one occasion follow each other.
        let groups = hooks.reduce(into: [[PlannedHook]]()) { groups, hook in
            if groups.last?.first?.occasion != hook.occasion { groups.append([]) }
            groups[groups.count - 1].append(hook)
        }
        let sound = groups.map { group in
            words(
                // TRANSLATORS: programs and when they are started: lamps-on, music at the sunset. {occasion} is the name of an
                // event or alert, or "start of the night"; in parentheses it needs no article
                "{programs} at the {occasion}",
                ["programs": words.list(group.map(\.name)), "occasion": group[0].occasion.text(in: words)])
        }
        return [.sound(words.clauses(sound))]
    }

    private func failedRun(of hook: PlannedHook, in words: Localizer) -> Check? {
        guard let run = hook.lastRun, let problem = run.problem else { return nil }
        return .broken(
            words(
                "{hook}, for the {occasion}, failed when it ran last: {reason}",
                [
                    "hook": hook.path, "occasion": hook.occasion.text(in: words),
                    "reason": problem.phrase,
                ]),
            remedy: words(
                // TRANSLATORS: the output of a program; {trial} is the command that runs it again
                "its output: {command}; after mending it: {trial}",
                [
                    "command": "journalctl --user -u \(run.unit)",
                    "trial":
                        "suntracker hooks run \(hook.name.quotedForShell) --for \(hook.occasion.name.quotedForShell)",
                ]))
    }
}

extension PlannedHook {
    /// Which hook cannot be started, when, and why; nil if it can. The problems of a hook that was started are only in the
    /// journal, which is English.
    func finding(in words: Localizer) -> String? {
        guard let problem else { return nil }
        let (hook, occasion) = (path, occasion.text(in: words))
        let blanks: KeyValuePairs = ["hook": hook, "occasion": occasion]
        return switch problem {
        // TRANSLATORS: /home/a/lamps, for the sunset, is not executable. {occasion} is the name of an event or alert, or "start
        // of the night"; in parentheses it needs no article
        case .notExecutable: words("{hook}, for the {occasion}, is not executable", blanks)
        // TRANSLATORS: {hook} is a unit of systemd
        case .noUnit: words("{hook}, for the {occasion}, does not exist", blanks)
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
            "\(hook), for the \(occasion), \(problem.reason)"
        }
    }

    /// What to do.
    func remedy(in words: Localizer) -> String {
        problem?.remedy(of: path, in: words)
            ?? words("see {setting} in {manual}", ["setting": "Hook=", "manual": "suntracker.conf(5)"])
    }

    /// Both in one line; nil if it can be started.
    func fault(in words: Localizer) -> String? {
        finding(in: words).map { words.clauses([$0, remedy(in: words)]) }
    }

    /// The file's name.
    var name: String { String(path.split(separator: "/").last ?? "") }

    /// Whether it is a unit, and not a program, which has an absolute path.
    var isUnit: Bool { !path.hasPrefix("/") }
}

extension Localizer {
    /// What is wrong with a folder `hooks/NAME.d` whose NAME is neither an event nor a phase.
    func strayFolder(_ path: String) -> String {
        self("programs in {path} are never run: the folder is not named after an event", ["path": path])
    }
}
