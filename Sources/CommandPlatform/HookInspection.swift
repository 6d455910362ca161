package import LinuxPlatform
package import Tracker

extension HookFolders {
    /// The hooks of one event or alert: those that can be started, and those that cannot.
    package struct Inspection: Hashable, Sendable {
        /// What is announced when they are started.
        package let rule: Rule
        /// The paths of the programs that can be started, in their order.
        package let programs: [String]
        /// What is wrong with the others.
        package let failures: [HookFailure]
    }

    /// Examines every hook that these settings start, without starting any: first those in the folders by the names of
    /// their events, then those of the alerts that are switched on.
    package func inspect(under settings: Settings) -> [Inspection] {
        let catalog = catalog
        return settings.rules(hooks: catalog).compactMap { rule in
            catalog.program(for: rule).map { program in
                let (commands, failures) = commands(of: program)
                return Inspection(rule: rule, programs: commands.map(\.hook.path), failures: failures)
            }
        }
    }
}
