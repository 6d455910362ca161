// SPDX-License-Identifier: MIT
import ArgumentParser
import CLinux
import Configuration
import Dispatch
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

struct HooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks",
        abstract: "List the hooks, test one, or enable a sample.",
        usage: "suntracker hooks [<subcommand>] [<options>]",
        discussion: "Hooks are programs that the service runs at events, or when day or night begins; see "
            + "suntracker-hooks(7).",
        subcommands: [
            HooksListCommand.self, HooksRunCommand.self, HooksEnableCommand.self, HooksDisableCommand.self,
        ],
        defaultSubcommand: HooksListCommand.self)
}

struct HooksListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the hooks, what they are for, and which of them cannot run.",
        usage: "suntracker hooks [list] [<options>]")

    @Option(help: "The output format.")
    var format = Format<HookList>.text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let settings = try context.settingsFile().settings()
        let folders = HookFolders(environment: context.environment)
        let report = HookList(
            hooks: folders.inspect(under: settings), strayFolders: folders.catalog.strayFolders,
            samples: HookSamples(environment: context.environment).names)
        return try Answer(report, as: format, in: context)
    }
}

struct HooksRunCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a hook now, as the service would.",
        usage: "suntracker hooks run <name> [<options>]",
        discussion:
            "The name is a hook, or an event, alert or phase, in which case all of its hooks are run. They get the "
            + "variables of their next regular run. The exit status is 0 if all succeed, and 1 otherwise.")

    @Argument(help: ArgumentHelp("The hook, event, alert or phase.", valueName: "name"))
    var name: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The event, alert or phase, if the hook is for several.", valueName: "name"))
    var occasion: String?

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = context.settingsFile()
        let settings = try file.settings()
        let folders = HookFolders(environment: context.environment)
        if let occasion, Phase(rawValue: occasion) == nil, settings.rule(named: occasion) == nil {
            throw .noOccasion("event, alert or phase", occasion)
        }
        let (occasion, paths) = try folders.inspect(under: settings).chosen(name, for: occasion)
        let place: Place?
        do { place = try context.place(by: file) } catch {
            guard case .phase = occasion, !settings.phases.needsPlace else { throw error }
            place = nil
        }
        let call = HookCall.next(
            for: occasion, under: settings, at: place, after: context.now, localTime: context.localTime)
        guard let call else {
            throw .argument("\(occasion.displayName(in: .english)): not within a year")
        }
        let error = MainActor.assumeIsolated { Self.exit(after: paths, of: call, in: folders, context) }
        throw .unavailable("cannot reach the systemd user manager: \(error)")
    }

    /// Runs the hooks, and exits; returns only if the user manager cannot be reached, with the reason.
    @MainActor private static func exit(
        after paths: Set<String>, of call: HookCall, in folders: HookFolders, _ context: CommandContext
    ) -> SystemError {
        let runner = HookRunner(folders: folders, environment: context.environment, words: context.words)
        do {
            try runner.tryOut(paths, of: call, localTime: context.localTime, at: context.now) { results in
                let lines = results.flatMap { Self.lines(for: $0.unit, $0.problem) }
                try? writeOutput(lines.joined(separator: "\n"))
                // _exit, because exit handlers would run after dispatchMain has ended the main thread.
                Glibc._exit(results.contains { $0.problem != nil } ? 1 : EX_OK)
            }
        } catch {
            return error
        }
        withExtendedLifetime(runner) { dispatchMain() }
    }

    private static func lines(for unit: HookUnit, _ problem: HookProblem?) -> [String] {
        let hook = unit.hook.path.printable
        return [
            "\(hook) \((problem?.reason ?? "succeeded").printable)",
            "To see its output: journalctl --user -u \(unit.name)",
        ]
    }
}

extension [PlannedHook] {
    /// Returns the paths of the hooks with this name, or of all hooks for the event, alert or phase with this name, and
    /// what they are for. Throws if there is none, if one cannot run, or if the hook is for several events.
    func chosen(
        _ name: String, for occasion: String?
    ) throws(CommandError) -> (occasion: HookOccasion, paths: Set<String>) {
        let candidates = filter { hook in occasion.map { hook.occasion.isNamed($0) } ?? true }
        let called = candidates.filter { $0.occasion.isNamed(name) }
        let chosen = called.isEmpty ? candidates.filter { $0.name == name || $0.path == name } : called
        guard let first = chosen.first else {
            let others = filter { $0.occasion.isNamed(name) || $0.name == name || $0.path == name }
            if let occasion, !others.isEmpty {
                let occasions = Set(others.map(\.occasion.name)).sorted().joined(separator: ", ")
                throw .argument("\"\(name)\" is not a hook for \(occasion); it is for \(occasions)")
            }
            throw .argument(
                "no hook is named \"\(name)\" or belongs to an event, alert or phase of that name; to list the hooks: suntracker hooks"
            )
        }
        guard chosen.allSatisfy({ $0.occasion == first.occasion }) else {
            let occasions = Set(chosen.map(\.occasion.name)).sorted()
            throw .argument(
                "\"\(name)\" is a hook for \(occasions.joined(separator: ", ")); choose one, as in --for \(first.occasion.name.quotedForShell)"
            )
        }
        for hook in chosen {
            guard let problem = Problem(with: hook) else { continue }
            throw .argument(problem.line)
        }
        return (first.occasion, Set(chosen.map(\.path)))
    }
}

extension HookOccasion {
    /// Whether this is its name: `sunset`, `night`, `alert:lamps`, or `lamps` for the alert.
    fileprivate func isNamed(_ name: String) -> Bool { self.name == name || self.name == "alert:\(name)" }
}

struct HooksEnableCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable a sample hook: link it into your hook directories.",
        usage: "suntracker hooks enable <name> [<event> ...]",
        discussion: "The service runs it at the next event, or immediately for the current phase. The first lines of "
            + "a sample explain what it does.")

    @Argument(help: ArgumentHelp("The sample.", valueName: "name"))
    var name: String

    @Argument(
        help: ArgumentHelp(
            "The events or phases at which to run it. (default: as the sample says)", valueName: "event"))
    var events: [String] = []

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let samples = HookSamples(environment: context.environment)
        let events =
            events.isEmpty
            ? try samples.occasions(of: name) : try events.map { name throws(CommandError) in try occasion(name) }
        guard !events.isEmpty else {
            throw .argument("name the events or phases for \(name), as in sunset")
        }
        let links = try samples.link(name, at: events)
        return Answer(
            (links + [
                "To see what it needs: less \("\(samples.folder)/\(name)".quotedForShell)",
                "To test it: suntracker hooks run \(name.quotedForShell)"
                    + (events.first.map { " --for \($0)" } ?? ""),
            ]).joined(separator: "\n"))
    }
}

struct HooksDisableCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable a hook: remove its links from your hook directories.",
        usage: "suntracker hooks disable <name> [<event> ...]")

    @Argument(help: ArgumentHelp("The name of the links.", valueName: "name"))
    var name: String

    @Argument(
        help: ArgumentHelp("The events or phases whose links are removed. (default: all)", valueName: "event"))
    var events: [String] = []

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let samples = HookSamples(environment: context.environment)
        let removed = try samples.unlink(
            name, at: events.isEmpty ? nil : try events.map { name throws(CommandError) in try occasion(name) })
        return Answer(removed.map { "Removed \($0.printable)" }.joined(separator: "\n"))
    }
}

private func occasion(_ name: String) throws(CommandError) -> String {
    if let phase = Phase(rawValue: name) { return phase.rawValue }
    guard let event = AnnouncedEvent(name: name) else { throw .noOccasion("event or phase", name) }
    return event.name
}

extension CommandError {
    fileprivate static func noOccasion(_ kinds: String, _ name: String) -> Self {
        argument("there is no \(kinds) \"\(name)\"; for the events, see EVENTS in suntracker(1)")
    }
}

/// The hooks, and which of them cannot run: the report of `suntracker hooks`.
struct HookList: Report {
    let hooks: [PlannedHook]
    let strayFolders: [String]
    let samples: [String]

    func text(columns: Int?) -> String {
        var lines: [String] = []
        if hooks.isEmpty { lines.append("There are no hooks.") }
        if hooks.isEmpty, let sample = samples.last {
            lines += [
                "Available samples: \(samples.joined(separator: ", "))",
                "To enable one: suntracker hooks enable \(sample)",
            ]
        }
        let facts = hooks.map {
            Fact($0.occasion.displayName(in: .english), (Problem(with: $0)?.line ?? $0.path).printable)
        }
        lines += strayFolders.map { PlannedHook.problemText(ofStrayFolder: $0).problem.printable }
        if !hooks.isEmpty { lines.append("To see their runs: journalctl --user -u 'suntracker-hook-*'") }
        let table = facts.isEmpty ? [] : [facts.text(columns: columns)]
        return (table + lines.flatMap { [$0].lines(columns: columns ?? 80) }).joined(separator: "\n")
    }

    var object: JSONObject {
        [
            "hooks": hooks.map { hook -> JSONObject in
                ["for": hook.occasion.name, "path": hook.path, "problem": hook.problem?.reason]
            },
            "strayFolders": strayFolders, "samples": samples,
        ]
    }
}

extension Problem {
    /// The problem with a hook that cannot run; nil if it can.
    init?(with hook: PlannedHook) {
        guard let text = hook.problemText else { return nil }
        self.init(text.problem, Remedy(line: text.remedy))
    }
}

extension PlannedHook {
    var name: String { String(path.split(separator: "/").last ?? "") }
}

/// The sample hooks installed with the program, and the links to them in the user's hook directories.
struct HookSamples {
    let folder: String
    let hooks: String

    init(environment: Environment) {
        folder = environment.dataFolder(of: linkTarget("/proc/self/exe")) + "/suntracker/hooks"
        hooks = environment.configurationHome + "/suntracker/hooks"
    }

    /// The names of the samples; empty if they are not installed, or cannot be read.
    var names: [String] { (try? namesInFolder(folder)) ?? [] }

    /// Returns the events and phases for which a sample is meant: the words after `# Runs at:` in the file. Empty if it
    /// is for alerts.
    func occasions(of name: String) throws(CommandError) -> [String] {
        try check(name)
        let text = (try? readText("\(folder)/\(name)", atMost: 1 << 16)).flatMap(\.self)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(Self.mark) }
        return line?.dropFirst(Self.mark.count).split(separator: " ").map(String.init) ?? []
    }

    private static let mark = "# Runs at: "

    /// Links the sample into the directories of these events and phases, and returns the paths of the links. Replaces
    /// links to samples of an installation that was removed. If another file is in the way of one link, no link is
    /// created.
    func link(_ name: String, at occasions: [String]) throws(CommandError) -> [String] {
        try check(name)
        let target = "\(folder)/\(name)"
        let links = occasions.map { "\(hooks)/\($0).d/\(name)" }
        for link in links where exists(link) && linkTarget(link) != target && !isLeftOver(link, of: name) {
            throw Self.taken(link)
        }
        for link in links where linkTarget(link) != target {
            do throws(SystemError) {
                if exists(link), Glibc.unlink(link) != 0 { throw SystemError("unlink", number: errno) }
                try makeFolders(String(link.dropLast(name.count + 1)))
                guard symlink(target, link) == 0 else { throw SystemError("symlink", number: errno) }
            } catch {
                throw .file(path: link, error)
            }
        }
        return links
    }

    /// Removes the links with this name, and returns their paths.
    ///
    /// - Parameter occasions: the events and phases whose links are removed; nil for all.
    func unlink(_ name: String, at occasions: [String]?) throws(CommandError) -> [String] {
        let folders: [String]
        do { folders = try occasions?.map { "\($0).d" } ?? namesInFolder(hooks).filter { $0.hasSuffix(".d") } } catch {
            throw .unavailable("cannot read your hook directories: \(error)")
        }
        let paths = folders.map { "\(hooks)/\($0)/\(name)" }.filter(exists)
        guard !paths.isEmpty else {
            throw .argument("there is no link \(name); to list the hooks: suntracker hooks")
        }
        // The user's own programs are not removed, and neither are links to /dev/null, which mask system-wide hooks.
        for path in paths where [nil, "/dev/null"].contains(linkTarget(path)) { throw Self.taken(path) }
        for path in paths {
            guard Glibc.unlink(path) == 0 else { throw .file(path: path, SystemError("unlink", number: errno)) }
        }
        return paths
    }

    /// Whether the path is a link to a sample of an installation that was removed.
    private func isLeftOver(_ link: String, of name: String) -> Bool {
        linkTarget(link)?.hasSuffix("/suntracker/hooks/\(name)") == true && access(link, F_OK) != 0
    }

    private func check(_ name: String) throws(CommandError) {
        let (names, folder) = (names, folder)
        guard !names.contains(name) else { return }
        guard !names.isEmpty else {
            throw .unavailable(
                "there are no samples in \(folder); install Suntracker, or link the program into ~/.config/suntracker/hooks/NAME.d"
            )
        }
        throw .argument(
            "unknown sample \"\(name)\"; the samples in \(folder) are \(names.joined(separator: ", "))")
    }

    private static func taken(_ path: String) -> CommandError {
        .argument("\(path) is not a link to a sample; if you do not need it, remove it yourself")
    }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
