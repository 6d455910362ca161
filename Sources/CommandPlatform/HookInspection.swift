package import LinuxPlatform
package import Tracker

extension HookFolders {
    /// The hooks of one event, alert or phase: those that can be started, and those that cannot.
    package struct Inspection: Hashable, Sendable {
        /// What they are started for.
        package let occasion: Occasion
        /// The paths of the programs that can be started, in their order.
        package let programs: [String]
        /// What is wrong with the others.
        package let failures: [HookFailure]
    }

    /// What hooks are started for.
    package enum Occasion: Hashable, Sendable {
        /// An event or an alert.
        case rule(Rule)
        /// A phase.
        case phase(Phase)
    }

    /// Examines every hook that these settings start, without starting any: first those in the folders by the names of
    /// their events, then those of the alerts that are switched on, then those of the phases.
    package func inspect(under settings: Settings) -> [Inspection] {
        let catalog = catalog
        let ofRules = settings.rules(hooks: catalog).compactMap { rule in
            catalog.program(for: rule).map { inspection(of: $0, at: .rule(rule)) }
        }
        let ofPhases = Phase.allCases.filter(catalog.phases.contains).map { phase in
            inspection(of: .phaseFolder(phase), at: .phase(phase))
        }
        return ofRules + ofPhases
    }

    private func inspection(of program: HookCall.Program, at occasion: Occasion) -> Inspection {
        let (commands, failures) = commands(of: program)
        return Inspection(occasion: occasion, programs: commands.map(\.hook.path), failures: failures)
    }
}
