package import Tracker

/// The hooks of the service.
package struct HookFacts: Hashable, Sendable {
    /// The hooks of one event, alert or phase.
    package struct Group: Hashable, Sendable {
        /// When they are started, for the middle of a sentence: `sunset`, `alert lamps`, `start of the night`.
        package var occasion: String
        /// The paths of the executable hooks.
        package var programs: [String]
        /// The problems of the others.
        package var failures: [HookFailure]

        package init(occasion: String, programs: [String], failures: [HookFailure] = []) {
            self.occasion = occasion
            self.programs = programs
            self.failures = failures
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
    var hookChecks: [Check] {
        let subject = "Hooks"
        let broken =
            hooks.groups.flatMap { group in
                group.failures.map { failure in
                    Check.broken(
                        subject, "\(failure.hook), for the \(group.occasion), \(failure.reason)",
                        remedy: failure.remedy ?? "see Hook= in suntracker.conf(5)")
                }
            }
            + hooks.strayFolders.map { folder in
                Check.broken(
                    subject, "programs in \(folder) are never run: the folder is not named after an event",
                    remedy: "rename it to an event in suntracker.conf(5), such as sunset.d, or remove it")
            }
        guard broken.isEmpty else { return broken }
        let sound = hooks.groups.filter { !$0.programs.isEmpty }.map { group in
            "\(group.programs.map(\.lastPathComponent).joined(separator: ", ")) at the \(group.occasion)"
        }
        return [
            sound.isEmpty
                ? .notApplicable(subject, "none") : .sound(subject, sound.joined(separator: "; "))
        ]
    }
}

extension String {
    fileprivate var lastPathComponent: Substring { split(separator: "/").last ?? self[...] }
}
