import ArgumentParser
import LinuxPlatform
import Solar
import Systemd
import Tracker

/// `suntracker preview [EVENT]`.
struct PreviewCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show the notification of an event now.",
        usage: "suntracker preview [<name>]",
        discussion: [
            "The service shows the notification, and reports whether the notification server accepted it; if "
                + "not, the exit status is 69. If the service does not run, the command shows the notification itself. "
                + "An alert of the settings is named alert:lamps, or just lamps.",
            EventSelection.explanation + " "
                + "Also: dst-change, polar-day-start, polar-day-end, polar-night-start and polar-night-end.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp("The event or alert. (default: the next sunrise or sunset)", valueName: "name"),
        completion: .list(AnnouncedEvent.names))
    var name: String?

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if let phase = name.flatMap(Phase.init) {
            throw .argument { words in
                words(
                    "{name} is a phase, and has no notification; to try its hooks: {command}",
                    ["name": phase.rawValue, "command": "suntracker hooks run \(phase.rawValue)"])
            }
        }
        let bus: BusClient
        do { bus = try BusClient.session() } catch { throw .notification(error.noSessionBus(in: context.words)) }
        // Without a server the service would wait for one, and show the notification then.
        let server = NotificationServerOnBus(bus: bus, environment: context.environment, words: context.words).server
        if let obstacle = server.obstacle(in: context.words) { throw .notification(obstacle) }
        let service = ServiceOnBus(bus: bus, words: context.words)
        switch service.answer {
        case .running(let running):
            let name = name ?? running.next.first?.event.name ?? SolarEvent.sunrise.name
            do {
                try service.preview(name)
            } catch  where error.name == BusError.invalidArguments {
                throw .argument { words in
                    words(
                        "suntrackerd has no event or alert \"{name}\": {reason}",
                        ["name": name, "reason": error.reason(in: words)])
                }
            } catch {
                throw .notification(error.reason(in: context.words))
            }
            let settings = try? context.settingsFile().load()
            // TRANSLATORS: suntrackerd shows the notification of: sunset
            let shown = context.words(
                "{program} shows the notification of: {event}",
                ["program": "suntrackerd", "event": Self.description(of: name, in: context.words)])
            return Answer(
                shown + Self.silence(of: settings.flatMap { $0.sound(named: name) }, on: bus, in: context)
                    + Self.hooks(of: name, under: settings, in: context))
        case .silent(let reason):
            throw .notification(
                context.words(
                    "suntrackerd does not answer: {reason}; restart it with: {command}",
                    ["reason": reason, "command": "systemctl --user restart suntrackerd"]))
        case .absent, .noBus:
            let file = context.settingsFile()
            let place = try context.place(by: file)
            let next = NextEvents(
                of: [.sunrise, .sunset], after: context.now, at: place, localTime: context.localTime)
            let name = name ?? next.occurrences.first?.event.name ?? SolarEvent.sunrise.name
            let settings: Settings
            do { settings = try file.load() } catch { throw .settings(error) }
            guard let rule = settings.rule(named: name) else {
                throw .argument { words in
                    words(
                        "there is no event or alert \"{name}\"; suntracker.conf(5) lists the events in the section HOOKS",
                        ["name": name])
                }
            }
            let popup = Popup.preview(
                of: rule, under: settings, at: place, after: context.now, localTime: context.localTime,
                in: context.words)
            if let failure = DesktopNotifier.showOnce(popup, environment: context.environment) {
                throw .notification(failure.reason)
            }
            let shown = context.words(
                // TRANSLATORS: suntracker itself shows the notification of: sunset
                "{command} itself shows the notification of: {event}; {program} does not run",
                [
                    "command": "suntracker", "event": Self.description(of: name, in: context.words),
                    "program": "suntrackerd",
                ])
            return Answer(
                shown + Self.silence(of: settings.sound(named: name), on: bus, in: context)
                    + Self.hooks(of: name, under: settings, in: context))
        }
    }

    /// A line about why the sound is not heard; empty if it is, or if there is none.
    private static func silence(of sound: Popup.Sound?, on bus: BusClient, in context: CommandContext) -> String {
        let words = context.words
        guard let sound, sound.name != nil else { return "" }
        let obstacle = SoundFacts([sound], trouble: SoundFile.trouble).obstacle(
            with: NotificationServerOnBus(bus: bus, environment: context.environment).server, in: words)
        return obstacle.map { "\n" + words("Its sound is not heard: {reason}", ["reason": $0]) } ?? ""
    }

    /// A line about its hooks, which are not run; empty if it has none.
    private static func hooks(of name: String, under settings: Settings?, in context: CommandContext) -> String {
        guard let settings, let rule = settings.rule(named: name),
            HookFolders(environment: context.environment).inspect(under: settings).contains(where: {
                $0.occasion.name == rule.id
            })
        else { return "" }
        let command = "suntracker hooks run \(name.quotedForShell)"
        return "\n" + context.words("Its hooks are not run; to try them: {command}", ["command": command])
    }

    /// The event or alert for people: `sunset`, `alert lamps`.
    private static func description(of name: String, in words: Localizer) -> String {
        guard AnnouncedEvent(name: name) == nil else { return words.eventName(name) }
        let alert = name.hasPrefix("alert:") ? String(name.dropFirst("alert:".count)) : name
        return words("alert {name}", ["name": alert])
    }
}

extension Settings {
    /// The sound of the event or alert of that name; nil if there is none.
    fileprivate func sound(named name: String) -> Popup.Sound? {
        rule(named: name).map { notifications.emphasis(of: $0).sound }
    }
}
