import LinuxPlatform
import Systemd
import Tracker
import Wording

/// A folder, or the time zone, that differs between the service and this command, because an environment variable is set
/// for only one of them.
struct OtherFolder: Hashable, Sendable {
    /// The variable, such as `XDG_CONFIG_HOME`.
    let variable: String
    /// The folder or the time zone of this command.
    let own: String
    let ofService: String
    /// The value of the variable here; nil if it is not set.
    var value: String?

    /// The problem, and how to make both use the same files.
    var problem: Problem {
        let kind = variable.hasPrefix("XDG_STATE") ? "state" : "settings"
        let summary =
            variable == "TZ"
            ? "the service is in the time zone \(ofService), but this command is in \(own)"
            : "the service keeps its \(kind) in \(ofService), but this command looks in \(own)"
        guard let value else {
            return Problem(
                "\(summary), because \(variable) is set for the service only", "set it here too",
                "export \(variable)=\(ofService.quotedForShell)")
        }
        return Problem(
            "\(summary), because \(variable) has a different value here",
            "unset it here, or set it for the service too, and in ~/.config/environment.d for later logins",
            "systemctl --user set-environment \(variable)=\(value.quotedForShell) && \(ServiceFacts.restart)")
    }
}

extension Environment {
    /// Returns the folders, and the time zone, that differ between this environment and the environment that the user manager gives to the
    /// service.
    func folders(differingFrom manager: Environment) -> [OtherFolder] {
        let folders = [
            ("XDG_CONFIG_HOME", configurationHome, manager.configurationHome),
            (
                "XDG_CONFIG_DIRS", configurationFolders.joined(separator: ":"),
                manager.configurationFolders.joined(separator: ":")
            ),
            ("XDG_STATE_HOME", stateHome, manager.stateHome), ("TZ", zoneText, manager.zoneText),
        ]
        return folders.filter { $0.1 != $0.2 }.map { variable, own, ofService in
            OtherFolder(variable: variable, own: own, ofService: ofService, value: self[variable])
        }
    }

    /// The name of the time zone, or else the rule.
    private var zoneText: String {
        ZoneinfoTree(environment: variables).systemZone(environment: variables) ?? variables["TZ"] ?? "of the system"
    }

    /// The folders that differ between this environment and the service's; empty if the user manager does not respond.
    var foldersOfServiceElsewhere: [OtherFolder] {
        guard let bus = try? BusClient.user(in: self), let answer = try? bus.call(UserManager.environment),
            case .array("s", let assignments)? = answer.first
        else { return [] }
        let variables = assignments.compactMap(\.text).map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return folders(
            differingFrom: Environment(
                Dictionary(variables.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { _, last in last }))
    }
}

extension SettingsFileOptions {
    /// Returns the answer of a command that has changed the settings, with a further line if the service reads other
    /// settings.
    func answer(_ answer: Answer, in context: CommandContext) -> Answer {
        guard config == nil, let note = context.environment.noteOnSettingsElsewhere else { return answer }
        return Answer([answer.text, note].compactMap(\.self).joined(separator: "\n"), exitStatus: answer.exitStatus)
    }
}

extension Environment {
    /// The line that says that the service reads other settings; nil if it reads the same, or if there is no service.
    fileprivate var noteOnSettingsElsewhere: String? {
        guard (try? UnitState.asked(in: self).get())?.isLoaded == true else { return nil }
        return foldersOfServiceElsewhere.first { $0.variable.hasPrefix("XDG_CONFIG") }.map { "But \($0.problem.line)" }
    }
}
