import CLinux
import Glibc
import Solar
public import Tracker

/// Where people put the programs that are to be run at an event: `suntracker/hooks/EVENT.d` in the XDG configuration
/// folders; and `suntracker/hooks` for those that the settings name.
public struct HookFolders: Sendable {
    /// The folders `hooks`, the most important first: the person's own, then those of the machine.
    public let paths: [String]

    /// The folders in `$XDG_CONFIG_HOME` and `$XDG_CONFIG_DIRS`.
    public init(environment: Environment) {
        paths = ([environment.configurationHome] + environment.configurationFolders).map { "\($0)/suntracker/hooks" }
    }

    /// The hooks of an event, in the order of their names. The person's file stands in the place of the machine's of the
    /// same name, and one that is a link to /dev/null in the place of none, as systemd.unit(5) has it for units.
    public func hooks(of event: AnnouncedEvent) -> [Hook] {
        hooks(in: paths.map { "\($0)/\(event.name).d" })
    }

    /// The hook that the settings may name so; nil if there is none.
    public func hook(named name: String) -> Hook? {
        hooks(in: paths).first { $0.name == name }
    }

    /// The events that have hooks, in the order of their names.
    public var events: [AnnouncedEvent] {
        Set(paths.flatMap(Self.eventFolders).compactMap(Self.event)).filter { !hooks(of: $0).isEmpty }
            .sorted { $0.name < $1.name }
    }

    /// The folders `hooks/NAME.d` whose NAME is no event, so that nothing in them is ever run.
    public var strayFolders: [String] {
        paths.flatMap { folder in
            Self.eventFolders(in: folder).filter { Self.event(ofFolder: $0) == nil }.map { "\(folder)/\($0)" }
        }
    }

    /// The folders that there are, for the tracker.
    public var catalog: HookCatalog { HookCatalog(events: events, strayFolders: strayFolders) }

    /// What to watch to learn that an event has got hooks, or has lost them.
    public var watched: [FileWatcher.Target] {
        paths.flatMap { folder in
            [.folder(folder)] + Self.eventFolders(in: folder).map { .folder("\(folder)/\($0)") }
        }
    }

    private static func eventFolders(in folder: String) -> [String] {
        namesInFolder(folder).filter { $0.hasSuffix(".d") }
    }

    /// The event of a folder `NAME.d`. Only its own name will do, though an altitude can be written in other ways.
    private static func event(ofFolder folder: String) -> AnnouncedEvent? {
        let name = String(folder.dropLast(2))
        return AnnouncedEvent(name: name).flatMap { $0.name == name ? $0 : nil }
    }

    private func hooks(in folders: [String]) -> [Hook] {
        var found: [String: Hook?] = [:]
        for folder in folders.reversed() {
            for name in namesInFolder(folder) where !Self.isPassedOver(name) {
                switch Hook.at("\(folder)/\(name)") {
                case .hook(let hook): found[name] = hook
                case .mask: found[name] = .some(nil)
                case .other: break
                }
            }
        }
        return found.values.compactMap { $0 }.sorted { $0.name < $1.name }
    }

    /// Hidden files, and those that editors and package managers leave beside a file.
    private static func isPassedOver(_ name: String) -> Bool {
        if name.hasPrefix(".") || name.hasSuffix("~") { return true }
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[dot...].dropFirst()
        return ["bak", "old", "orig", "swp"].contains(ending)
            || ["dpkg-", "ucf-", "rpmnew", "rpmsave", "rpmorig"].contains { ending.hasPrefix($0) }
    }
}
