import Tracker
import Wording

extension HookOccasion {
    /// The name within a sentence: `sunset`, `alert lamps`, `start of the night`.
    fileprivate var text: String {
        switch self {
        case .rule(let rule): rule.displayName(in: .english)
        case .phase(let phase): "start of the \(phase.rawValue)"
        }
    }
}

extension MachineFacts {
    /// One result if all hooks can run; otherwise one for each problem.
    var hookChecks: [Check.Result] {
        let problems =
            hooks.compactMap(Problem.init(with:))
            + strayFolders.map { folder in
                Problem(
                    PlannedHook.strayFolder(folder),
                    "rename it to an event in suntracker.conf(5), such as sunset.d, or remove it")
            }
        guard problems.isEmpty else { return problems.map(Check.Result.problem) }
        guard !hooks.isEmpty else { return [.skipped("there are none")] }
        // The hooks for an occasion are adjacent.
        let groups = hooks.reduce(into: [[PlannedHook]]()) { groups, hook in
            if groups.last?.first?.occasion != hook.occasion { groups.append([]) }
            groups[groups.count - 1].append(hook)
        }
        let sound = groups.map { group in
            "\(group.map(\.name).joined(separator: ", ")) at the \(group[0].occasion.text)"
        }
        return [.well(sound.joined(separator: "; "))]
    }
}

extension Problem {
    /// The problem with a hook that cannot run: which, when, why, and what to do; nil if it can run.
    init?(with hook: PlannedHook) {
        guard let problem = hook.problem else { return nil }
        self.init("\(hook.path), for the \(hook.occasion.text), \(problem.reason)", hook.remedy(of: problem))
    }
}

extension PlannedHook {
    fileprivate func remedy(of problem: HookProblem) -> Remedy {
        switch problem {
        case .notExecutable: Remedy("make it executable", "chmod +x \(path.quotedForShell)")
        case .noUnit: Remedy("to see your units", "systemctl --user list-unit-files")
        default: Remedy(problem.remedy(of: path) ?? "see Hook= in suntracker.conf(5)")
        }
    }

    var name: String { String(path.split(separator: "/").last ?? "") }

    /// Whether it is a unit. Programs have an absolute path.
    var isUnit: Bool { !path.hasPrefix("/") }

    /// The problem with a folder `hooks/NAME.d` whose NAME is neither an event nor a phase.
    static func strayFolder(_ path: String) -> String {
        "programs in \(path) are never run, because the directory is not named after an event"
    }
}
