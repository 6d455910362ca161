// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Gazetteer
import Glibc
import LinuxPlatform
import Tracker
import Wording

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show, check or change the settings.",
        usage: "suntracker config [<subcommand>] [<options>]",
        subcommands: [
            ConfigShowCommand.self, ConfigCheckCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
        ],
        defaultSubcommand: ConfigShowCommand.self)
}

struct ConfigShowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show every setting, where it comes from, and the path of your settings file.",
        usage: "suntracker config [show] [<options>]")

    @OptionGroup var settings: SettingsFileOptions

    @Option(help: "The output format.")
    var format = Format<SettingsTable>.text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = context.settingsFile(settings.config)
        let entries: [SettingsEntry]
        do { entries = try file.entries() } catch { throw .settings(error) }
        _ = try file.settings()
        let table = SettingsTable(
            settings: SettingInEffect.all(under: entries), path: file.path,
            exists: file.existingPaths.contains(file.path), words: context.words)
        return try Answer(table, as: format, in: context)
    }
}

struct ConfigCheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the settings, and show what is wrong.",
        usage: "suntracker config check [<file>]",
        discussion:
            "Shows the first error, or without an error, hooks that cannot be run, directories that are not named after an "
            + "event, and names of alerts that mean something else. The exit status is 78 for an error, such a hook or such "
            + "a directory, and 0 otherwise.")

    @Argument(
        help: ArgumentHelp("The file to check. (default: all files that the service reads)", valueName: "file"))
    var file: String?

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let settingsFile = context.settingsFile(file)
        let settings = try settingsFile.settings()
        let read = settingsFile.existingPaths
        let result =
            read.isEmpty
            ? "No settings file; the defaults apply"
            : "No problems in \(read.joined(separator: ", "))"
        let hooks = HookFolders(environment: context.environment)
        let problems =
            hooks.hooksWithProblems(under: settings).compactMap { Problem(with: $0)?.line }
            + hooks.catalog.strayFolders.map { PlannedHook.problemText(ofStrayFolder: $0).problem }
        let obstacles = settings.alerts.compactMap { Suntracker.obstacle(toAlert: $0.name) }
        return problems.isEmpty
            ? Answer(obstacles.isEmpty ? result.printable : obstacles.joined(separator: "\n"))
            : Answer((obstacles + problems).map(\.printable).joined(separator: "\n"), exitStatus: EX_CONFIG)
    }
}

struct ConfigSetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting in your settings file.",
        usage: "suntracker config set <key> <value> [<options>]",
        discussion: "Other lines of the file are kept, and a change that would make the settings invalid is refused. "
            + "A running service applies the change immediately. To list the settings, run \"suntracker config\". "
            + "Put -- before a value that begins with a hyphen.")

    @Argument(
        help: ArgumentHelp("The setting, such as Notifications.Grace.", valueName: "key"),
        transform: { try SettingName(argument: $0) })
    var name: SettingName

    // Unrecognized options are values, too: a western longitude looks like one.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The new value.", valueName: "value"))
    var value: [String]

    @OptionGroup var settings: SettingsFileOptions

    func validate() throws {
        guard LiteralWords(value).words.count == 1 else {
            throw ValidationError("too many values; quote a value that contains spaces")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = context.settingsFile(settings.config)
        let value = LiteralWords(value).words.joined()
        try file.edit([.set(name, value)])
        return Answer("\(name) is now \(value), set in \(file.path)")
    }
}

struct ConfigUnsetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove a setting or an alert from your settings file.",
        usage: "suntracker config unset <key> [<options>]",
        discussion: "After that, the system-wide value applies, or the default if there is none.")

    @Argument(
        help: ArgumentHelp(
            "The setting, such as Notifications.Grace, or the alert, such as \"Alert lamps\".", valueName: "key"),
        transform: { text in
            do { return .unset(try SettingName(argument: text)) } catch {
                guard SettingName.isAlert(text) else { throw error }
                return .remove(alert: text)
            }
        })
    var key: SettingEdit

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = context.settingsFile(settings.config)
        try file.edit([key])
        let name =
            switch key {
            case .set(let name, _), .unset(let name): name.description
            case .remove(let alert): "[\(alert)]"
            }
        return Answer("\(name) is now unset in \(file.path)")
    }
}

extension SettingName {
    fileprivate init(argument text: String) throws(UnknownName) {
        do { try self.init(text) } catch {
            var error = error
            error.similar = Self.all.map(\.description).nearest(to: text)
            throw error
        }
    }
}

struct SettingsTable: Report {
    let settings: [SettingInEffect]
    let path: String
    let exists: Bool
    var words = Localizer.english

    /// One line per setting, `Notifications.Grace  10min  default`, and the settings file.
    func text(columns: Int?) -> String {
        let rows = settings.map { [$0.name.description, $0.value ?? "-", origin(of: $0)] }
        let lines = AlignedColumns([.left, .left, .left], rows).lines(columns: columns)
        let file = "Your settings file: \(path)" + (exists ? "" : " (does not exist yet)")
        return (lines + [""] + [file].lines(columns: columns)).joined(separator: "\n")
    }

    private func origin(of setting: SettingInEffect) -> String {
        // TRANSLATORS: where the value of a setting comes from
        setting.origin.map { "\($0.file):\($0.line)" } ?? words.inContext("setting", "default")
    }

    var object: JSONObject {
        [
            "path": path,
            "settings": settings.map { setting -> JSONObject in
                [
                    "setting": setting.name.description, "value": setting.value,
                    "source": setting.origin == nil ? "default" : "file", "file": setting.origin?.file,
                    "line": setting.origin?.line,
                ]
            },
        ]
    }
}
