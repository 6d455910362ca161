import CLinux
import Glibc
import Solar
package import Tracker

/// The folders of hooks in the XDG configuration folders: `suntracker/hooks/EVENT.d` for the hooks of an event or a
/// phase, and `suntracker/hooks` for those that the settings name.
package struct HookFolders: Sendable {
    /// The folders `hooks` in order of precedence: the user's own, then the system-wide ones.
    package let paths: [String]
    /// The user's home, for commands that begin with `~/`.
    let home: String
    /// The folders of units.
    private let units: UnitFolders

    /// The folders in `$XDG_CONFIG_HOME` and `$XDG_CONFIG_DIRS`.
    package init(environment: Environment) {
        home = environment["HOME"] ?? ""
        units = UnitFolders(environment: environment)
        paths = ([environment.configurationHome] + environment.configurationFolders).map { "\($0)/suntracker/hooks" }
    }

    /// The hooks of an event, sorted by name. The user's file replaces the system-wide one of the same name, and a link to
    /// `/dev/null` masks it, as systemd.unit(5) describes for units.
    package func hooks(of event: AnnouncedEvent) -> [Hook] {
        hooks(in: paths.map { "\($0)/\(event.name).d" })
    }

    /// The hooks of a phase, in the same way.
    package func hooks(of phase: Phase) -> [Hook] {
        hooks(in: paths.map { "\($0)/\(phase.rawValue).d" })
    }

    /// The hook that the settings call by that name; nil if there is none.
    package func hook(named name: String) -> Hook? {
        hooks(in: paths).first { $0.name == name }
    }

    /// The events that have hooks, sorted by name.
    package var events: [AnnouncedEvent] {
        Set(paths.flatMap(Self.eventFolders).compactMap(Self.event)).filter { !hooks(of: $0).isEmpty }
            .sorted { $0.name < $1.name }
    }

    /// The phases that have hooks.
    package var phases: Set<Phase> { Set(Phase.allCases.filter { !hooks(of: $0).isEmpty }) }

    /// The folders `hooks/NAME.d` whose NAME is neither an event nor a phase, so that their hooks are never run.
    package var strayFolders: [String] {
        paths.flatMap { folder in
            Self.eventFolders(in: folder).filter { name in
                Self.event(ofFolder: name) == nil && Phase(rawValue: String(name.dropLast(2))) == nil
            }.map { "\(folder)/\($0)" }
        }
    }

    /// The events and phases with hooks and the stray folders, as they are now.
    package var catalog: HookCatalog { HookCatalog(events: events, phases: phases, strayFolders: strayFolders) }

    /// The hooks of these settings that cannot be started now. Reads also what `Hook=` names, on any disk.
    package func faults(under settings: Settings) -> [HookFault] {
        inspect(under: settings).flatMap { inspection in
            inspection.failures.map { HookFault(occasion: inspection.occasion, failure: $0) }
        }
    }

    /// The hooks of one event, alert or phase: those that can be started, and those that cannot.
    package struct Inspection: Hashable, Sendable {
        /// What they are started for.
        package let occasion: HookFault.Occasion
        /// The paths of the programs and the names of the units that can be started, in their order.
        package let programs: [String]
        /// What is wrong with the others.
        package var failures: [HookFailure] = []

        package init(occasion: HookFault.Occasion, programs: [String], failures: [HookFailure] = []) {
            self.occasion = occasion
            self.programs = programs
            self.failures = failures
        }
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

    private func inspection(of program: HookCall.Program, at occasion: HookFault.Occasion) -> Inspection {
        let (hooks, failures) = hooks(of: program)
        let unknown = hooks.filter { $0.isUnit && !units.contains($0.path) }
        return Inspection(
            occasion: occasion, programs: hooks.filter { !unknown.contains($0) }.map(\.path),
            failures: failures + unknown.map { HookFailure(hook: $0.path, unit: $0.path, .noUnit) })
    }

    /// What to watch in order to notice that hooks are added or removed.
    package var watched: [FileWatcher.Target] {
        paths.flatMap { folder in
            [.folder(folder)] + Self.eventFolders(in: folder).map { .folder("\(folder)/\($0)") }
        }
    }

    private static func eventFolders(in folder: String) -> [String] {
        namesInFolder(folder).filter { $0.hasSuffix(".d") }
    }

    /// The event of a folder `NAME.d`; nil if NAME is not exactly the event's name, as an altitude that is written in
    /// another way.
    private static func event(ofFolder folder: String) -> AnnouncedEvent? {
        let name = String(folder.dropLast(2))
        return AnnouncedEvent(name: name).flatMap { $0.name == name ? $0 : nil }
    }

    private func hooks(in folders: [String]) -> [Hook] {
        var found: [String: Hook?] = [:]
        for folder in folders.reversed() {
            for name in namesInFolder(folder) where !Self.isIgnored(name) {
                switch Hook.at("\(folder)/\(name)") {
                case .hook(let hook): found[name] = hook
                case .mask: found[name] = .some(nil)
                case .other: break
                }
            }
        }
        return found.values.compactMap { $0 }.sorted { $0.name < $1.name }
    }

    /// Whether a file is hidden, or is a backup of an editor or a package manager.
    private static func isIgnored(_ name: String) -> Bool {
        if name.hasPrefix(".") || name.hasSuffix("~") { return true }
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[dot...].dropFirst()
        return ["bak", "old", "orig", "swp"].contains(ending)
            || ["dpkg-", "ucf-", "rpmnew", "rpmsave", "rpmorig"].contains { ending.hasPrefix($0) }
    }
}
