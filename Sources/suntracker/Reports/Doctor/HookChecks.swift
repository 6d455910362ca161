import Tracker

extension HookFault.Occasion {
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
            hooks.compactMap(\.fault).map { Check.broken($0.finding(in: words), remedy: $0.remedy(in: words)) }
            + strayFolders.map { folder in
                Check.broken(
                    words.strayFolder(folder),
                    remedy: words(
                        "rename it to an event in {manual}, such as {example}, or remove it",
                        ["manual": "suntracker.conf(5)", "example": "sunset.d"]))
            }
            + hooks.filter { $0.fault == nil }.compactMap { failedRun(of: $0, in: words) }
        guard broken.isEmpty else { return broken }
        // TRANSLATORS: no hooks
        guard !hooks.isEmpty else { return [.notApplicable(words.inContext("hooks", "none"))] }
        // Those for one occasion follow each other.
        let groups = hooks.reduce(into: [[ListedHook]]()) { groups, hook in
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

    private func failedRun(of hook: ListedHook, in words: Localizer) -> Check? {
        guard let run = hook.lastRun, let problem = run.problem else { return nil }
        return .broken(
            words(
                "{hook}, for the {occasion}, failed when it ran last: {reason}",
                [
                    "hook": hook.path, "occasion": hook.occasion.text(in: words),
                    "reason": problem.phrase(in: words),
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

extension HookFault {
    /// Which hook cannot be started, when, and why. The problems of a hook that was started are only in the journal, which is
    /// English.
    func finding(in words: Localizer) -> String {
        let (hook, occasion) = (failure.hook, occasion.text(in: words))
        let blanks: KeyValuePairs = ["hook": hook, "occasion": occasion]
        return switch failure.problem {
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
            "\(hook), for the \(occasion), \(failure.reason)"
        }
    }

    /// What to do.
    func remedy(in words: Localizer) -> String {
        failure.remedy(in: words)
            ?? words("see {setting} in {manual}", ["setting": "Hook=", "manual": "suntracker.conf(5)"])
    }

    /// Both in one line.
    func text(in words: Localizer) -> String { words.clauses([finding(in: words), remedy(in: words)]) }
}

extension Localizer {
    /// What is wrong with a folder `hooks/NAME.d` whose NAME is neither an event nor a phase.
    func strayFolder(_ path: String) -> String {
        self("programs in {path} are never run: the folder is not named after an event", ["path": path])
    }
}
