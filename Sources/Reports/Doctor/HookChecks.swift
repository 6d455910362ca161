package import Tracker

/// The programs that the service is to start.
package struct HookFacts: Hashable, Sendable {
    /// Those at one event, or at one alert.
    package struct Group: Hashable, Sendable {
        /// What they are started at, in the middle of a sentence: `sunset`, `alert lamps`.
        package var occasion: String
        /// The paths of those that can be started.
        package var programs: [String]
        /// What is wrong with the others.
        package var failures: [HookFailure]

        /// The programs of that event or alert.
        package init(occasion: String, programs: [String], failures: [HookFailure] = []) {
            self.occasion = occasion
            self.programs = programs
            self.failures = failures
        }
    }

    /// Them all.
    package var groups: [Group]
    /// The folders `hooks/NAME.d` whose NAME is no event.
    package var strayFolders: [String]

    /// These programs, and folders that nothing is started from.
    package init(groups: [Group], strayFolders: [String]) {
        self.groups = groups
        self.strayFolders = strayFolders
    }
}

extension MachineFacts {
    /// One check where all is well; else one for each thing to mend.
    var hookChecks: [Check] {
        let subject = "Hooks"
        let broken =
            hooks.groups.flatMap { group in
                group.failures.map { failure in
                    Check.broken(
                        subject, "\(failure.hook), for the \(group.occasion), \(failure.reason)",
                        remedy: failure.remedy ?? "write it as suntracker.conf(5) has it: Hook=")
                }
            }
            + hooks.strayFolders.map { folder in
                Check.broken(
                    subject, "nothing in \(folder) is ever run, since that is the name of no event",
                    remedy: "name it after one of those in suntracker.conf(5), such as sunset.d, or remove it")
            }
        guard broken.isEmpty else { return broken }
        let sound = hooks.groups.filter { !$0.programs.isEmpty }.map { group in
            "\(group.programs.map(\.lastPathComponent).joined(separator: ", ")) at the \(group.occasion)"
        }
        return [
            sound.isEmpty
                ? .notApplicable(subject, "there are none") : .sound(subject, sound.joined(separator: "; "))
        ]
    }
}

extension String {
    fileprivate var lastPathComponent: Substring { split(separator: "/").last ?? self[...] }
}
