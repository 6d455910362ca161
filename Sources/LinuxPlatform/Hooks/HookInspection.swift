public import Tracker

extension HookFolders {
    /// What can be started at an event or an alert, and what cannot.
    public struct Inspection: Hashable, Sendable {
        /// What is announced when they are started.
        public let rule: Rule
        /// The paths of the programs that can be started, in their order.
        public let programs: [String]
        /// What is wrong with the others.
        public let failures: [HookFailure]
    }

    /// Looks at every hook that is to be started under these settings, without starting any: those in the folders by the names
    /// of their events, then those of the alerts that are switched on.
    public func inspect(under settings: Settings) -> [Inspection] {
        let catalog = catalog
        return settings.rules(hooks: catalog).compactMap { rule in
            catalog.program(for: rule).map { program in
                let (commands, failures) = commands(of: program)
                return Inspection(rule: rule, programs: commands.map(\.hook.path), failures: failures)
            }
        }
    }
}
