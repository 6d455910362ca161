// SPDX-License-Identifier: MIT
import CLinux
package import Configuration
import Glibc
import Solar
import Systemd
package import Tracker

/// The hook directories in the XDG configuration directories: `suntracker/hooks/EVENT.d` for the hooks of an event or a
/// phase, and `suntracker/hooks` for hooks named in the settings.
package struct HookFolders: Sendable {
    /// The directories `hooks` in order of precedence: the user's own, then the system-wide ones.
    package let paths: [String]
    /// The home directory, for commands that begin with `~/`.
    let home: String
    private let unitFolders: @Sendable () -> [String]
    /// The directories in which `systemctl enable` and `add-wants` make links. They are watched only if they exist:
    /// otherwise, whatever another program writes to `~/.config` would wake up the service.
    private let watchedUnitFolders: [String]

    /// The directories in `$XDG_CONFIG_HOME` and `$XDG_CONFIG_DIRS`.
    package init(environment: Environment, unitFolders: @escaping @Sendable () -> [String] = userUnitFolders) {
        home = environment["HOME"] ?? ""
        // The user manager passes XDG_CONFIG_HOME from environment.d to the service, but does not itself use it
        // (systemd#29414).
        let ofManager = "\(home)/.config/systemd/user"
        self.unitFolders = { unitFolders().filter { $0 != ofManager } + [ofManager] }
        watchedUnitFolders = Set([environment.configurationHome + "/systemd/user", ofManager, "/etc/systemd/user"])
            .sorted()
        paths = ([environment.configurationHome] + environment.configurationFolders).map { "\($0)/suntracker/hooks" }
    }

    /// Looks up the hooks of a call, in the order in which they are started. The target of a phase comes first. It does
    /// not wait for the hooks to end, and they do not wait for its units.
    package func hooks(of call: HookCall) -> [Hook] {
        (call.target.map { [Hook(path: $0, isUnit: true)] } ?? [])
            + hooks(for: call.subject.occasion).filter { call.includes($0.path) }
    }

    /// Returns the program and the unit of an alert, or the programs in the directories of an event or a phase; and the
    /// target of an event or an alert, if a unit is wanted by it.
    package func hooks(for occasion: HookOccasion) -> [Hook] {
        guard case .rule(let rule) = occasion else { return hooks(inFolder: occasion.name) }
        let target = isWanted(occasion.target, in: unitFolders()) ? Hook(path: occasion.target, isUnit: true) : nil
        let own = [rule.alert?.hook.map(hook), rule.alert?.unit.map { Hook(path: $0, isUnit: true) }, target]
        return own.compactMap(\.self) + (rule.alert == nil ? hooks(inFolder: rule.event.name) : [])
    }

    private func isWanted(_ target: String, in folders: [String]) -> Bool {
        folders.contains { folder in
            // A directory that cannot be listed now may contain a link.
            Self.dependencies.contains { (try? Self.readableNames(in: "\(folder)/\(target)\($0)"))?.isEmpty != true }
        }
    }

    /// The names in a directory; empty if this user may not read it, because neither may the user manager run anything
    /// from it. So a directory of the system that is closed hides none of the user's own hooks.
    private static func readableNames(in folder: String) throws(SystemError) -> [String] {
        do { return try namesInFolder(folder) } catch {
            guard error.number == EACCES else { throw error }
            return []
        }
    }

    /// The ends of the directories of a unit that contain links to the units it pulls in (systemd.unit(5)).
    private static let dependencies = [".wants", ".requires"]

    /// The targets of events and alerts in these directories by which units are wanted.
    private func wantedTargets(in folders: [String]) throws(SystemError) -> Set<String> {
        var names: [String] = []
        for folder in folders { names += try Self.readableNames(in: folder).filter { $0.hasPrefix("suntracker@") } }
        let targets = names.flatMap { name in
            Self.dependencies.filter { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
        }
        return Set(targets).filter { isWanted($0, in: folders) }
    }

    func hook(of command: AlertHook) -> Hook {
        let name = command.program
        let path =
            name.hasPrefix("/")
            ? name
            : name.hasPrefix("~/") ? home + name.dropFirst() : hooks(in: paths).first { $0.name == name }?.path
        guard let path else { return Hook(path: name, problem: .unknown(in: paths)) }
        guard case .hook(let hook) = Hook.at(path, with: command.arguments) else {
            return Hook(path: path, problem: .noCommand("there is no program at this path"))
        }
        return hook
    }

    /// Returns the hooks of an event or a phase, sorted by name. The user's file replaces a system-wide file with the
    /// same name, and a link to `/dev/null` masks it, as described for units in systemd.unit(5).
    private func hooks(inFolder name: String) -> [Hook] { hooks(in: paths.map { "\($0)/\(name).d" }) }

    /// The current catalog: the events that have hooks, sorted by name, the phases that have hooks, and the directories
    /// `hooks/NAME.d` whose NAME is neither an event nor a phase, so their hooks are never run. Unknown if the directories
    /// cannot be listed now.
    package var catalog: HookCatalog { (try? catalogOfFolders()) ?? .unknown }

    private func catalogOfFolders() throws(SystemError) -> HookCatalog {
        var folders: [(path: String, name: String)] = []
        for path in paths { folders += try Self.eventFolders(in: path).map { ("\(path)/\($0)", $0) } }
        let targets = try wantedTargets(in: unitFolders())
        let events = Set(folders.compactMap { Self.event(ofFolder: $0.name) })
            .filter { !hooks(inFolder: $0.name).isEmpty }
        return HookCatalog(
            events: events.union(targets.compactMap(Self.event(ofTarget:))).sorted { $0.name < $1.name },
            phases: Set(Phase.allCases.filter { !hooks(inFolder: $0.rawValue).isEmpty }),
            strayFolders: folders.filter { _, name in
                Self.event(ofFolder: name) == nil && Phase(rawValue: String(name.dropLast(2))) == nil
            }.map(\.path),
            targets: targets)
    }

    /// Returns the hooks of these settings that cannot be started now. Also examines the programs named in `Hook=`, on
    /// any disk.
    package func hooksWithProblems(under settings: Settings) -> [PlannedHook] {
        inspect(under: settings).filter { $0.problem != nil }
    }

    /// Examines every hook that these settings would start, without starting it: first the hooks in the directories, by
    /// the names of their events, then the hooks of enabled alerts, then the hooks of the phases. Hooks that cannot be
    /// started come last among the hooks for the same event, alert or phase.
    package func inspect(under settings: Settings) -> [PlannedHook] {
        let occasions =
            settings.rules(hooks: catalog).filter(\.runsHooks).map(HookOccasion.rule)
            + Phase.allCases.map(HookOccasion.phase)
        let unitFolders = unitFolders()
        return occasions.flatMap { occasion in
            let hooks = hooks(for: occasion).map { hook in
                let isMissing = hook.isUnit && !Self.isUnit(hook.path, in: unitFolders)
                return PlannedHook(occasion, hook.path, hook.problem ?? (isMissing ? .noUnit : nil))
            }
            return hooks.filter { $0.problem == nil } + hooks.filter { $0.problem != nil }
        }
    }

    /// Whether there is a file for the unit, or for its template. A slice needs no file.
    private static func isUnit(_ unit: String, in folders: [String]) -> Bool {
        guard !unit.hasSuffix(".slice") else { return true }
        let template = unit.firstIndex(of: "@").flatMap { at in
            unit.lastIndex(of: ".").map { String(unit[...at] + unit[$0...]) }
        }
        return [unit, template].compactMap(\.self).contains { name in
            folders.contains { access("\($0)/\(name)", F_OK) == 0 }
        }
    }

    /// The paths to watch for hooks that are added or removed.
    package var watched: [FileWatcher.Target] {
        var folders = paths
        for path in paths { folders += ((try? Self.eventFolders(in: path)) ?? []).map { "\(path)/\($0)" } }
        for folder in watchedUnitFolders where access(folder, F_OK) == 0 {
            // systemctl(1) leaves an empty directory when it removes a link.
            folders += [folder] + Self.dependencyFolders(in: folder).map { "\(folder)/\($0)" }
        }
        return folders.map { .folder($0) }
    }

    /// The directories in which links make a target of an event or an alert want a unit.
    private static func dependencyFolders(in folder: String) -> [String] {
        ((try? readableNames(in: folder)) ?? []).filter { name in
            name.hasPrefix("suntracker@") && dependencies.contains(where: name.hasSuffix)
        }
    }

    private static func eventFolders(in folder: String) throws(SystemError) -> [String] {
        try readableNames(in: folder).filter { $0.hasSuffix(".d") }
    }

    /// Returns the event of a directory `NAME.d`; nil if NAME is not exactly the name of the event, for example a
    /// differently written altitude.
    private static func event(ofFolder folder: String) -> AnnouncedEvent? { event(named: String(folder.dropLast(2))) }

    private static func event(named name: String) -> AnnouncedEvent? {
        AnnouncedEvent(name: name).flatMap { $0.name == name ? $0 : nil }
    }

    private static func event(ofTarget target: String) -> AnnouncedEvent? {
        event(named: String(target.dropFirst("suntracker@".count).dropLast(".target".count)))
    }

    /// A directory that cannot be read may contain hooks, so it is in the list, too, as a hook with this problem.
    private func hooks(in folders: [String]) -> [Hook] {
        var found: [String: Hook?] = [:]
        for folder in folders.reversed() {
            let names: [String]
            do { names = try namesInFolder(folder) } catch {
                found[folder] = Hook(path: folder, problem: .unreadable("\(error)", FileReadError.failed(error).remedy))
                continue
            }
            for name in names where !Self.isIgnored(name) {
                switch Hook.at("\(folder)/\(name)") {
                case .hook(let hook): found[name] = hook
                case .mask: found[name] = .some(nil)
                case .other: break
                }
            }
        }
        return found.values.compactMap { $0 }.sorted { $0.name < $1.name }
    }

    /// Whether a file is hidden, or a backup by an editor or a package manager.
    private static func isIgnored(_ name: String) -> Bool {
        if name.hasPrefix(".") || name.hasSuffix("~") { return true }
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[dot...].dropFirst()
        return ["bak", "old", "orig", "swp"].contains(ending)
            || ["dpkg-", "ucf-", "rpmnew", "rpmsave", "rpmorig"].contains { ending.hasPrefix($0) }
    }
}
