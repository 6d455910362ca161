// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

struct PreviewCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show the notification of an event now.",
        usage: "suntracker preview [<name>]",
        discussion: [
            "The service shows the notification, and the command reports whether the notification server accepted it. If "
                + "not, or if the service is not running, the exit status is 69. \(EventSelection.alerts)",
            EventSelection.explanation,
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp("The event or alert. (default: the next sunrise or sunset)", valueName: "name"))
    var name: String?

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if let phase = name.flatMap(Phase.init) {
            throw .argument(
                "\(phase.rawValue) is a phase, which has no notification; to test its hooks: suntracker hooks run \(phase.rawValue)"
            )
        }
        let bus = try context.sessionBus()
        let answer = bus.service()
        guard let running = answer.running else { throw context.noService(answer) }
        let name = name ?? running.next.first?.event.name ?? SolarEvent.sunrise.name
        do {
            // The service itself gives up after 20 s.
            try bus.callService("Preview", [.string(name)], within: .seconds(25))
        } catch  where error.name == BusError.invalidArguments {
            throw .argument("suntrackerd has no event or alert \"\(name)\": \(error.reason)")
        } catch {
            throw .unavailable("cannot show the notification: \(error.reason); to see why: suntracker status")
        }
        let shown =
            "suntrackerd sent the notification, and the notification server accepted it: \(Self.description(of: name))"
        return Answer(shown + Self.note(on: name, in: context))
    }

    /// Returns a line about the hooks, which are not run, if there are some.
    private static func note(on name: String, in context: CommandContext) -> String {
        guard let settings = try? context.settingsFile().load(), let rule = settings.rule(named: name),
            HookFolders(environment: context.environment).inspect(under: settings).contains(where: {
                $0.occasion.name == rule.id
            })
        else { return "" }
        return "\nIts hooks were not run; to test them: suntracker hooks run \(name.quotedForShell)"
    }

    /// The event or alert for people: `sunset`, `alert lamps`.
    private static func description(of name: String) -> String {
        Localizer.english.eventName(
            AnnouncedEvent(name: name) != nil || name.hasPrefix("alert:") ? name : "alert:" + name)
    }
}
