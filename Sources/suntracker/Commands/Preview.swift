import ArgumentParser
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
            "The service sends the notification, and the command reports whether the notification server accepted it; "
                + "if not, the exit status is 69. If the service is not running, the command sends the notification "
                + "itself. \(EventSelection.alerts)",
            EventSelection.explanation,
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp("The event or alert. (default: the next sunrise or sunset)", valueName: "name"),
        completion: .list(AnnouncedEvent.names))
    var name: String?

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if let phase = name.flatMap(Phase.init) {
            throw .argument(
                "\(phase.rawValue) is a phase, which has no notification; to test its hooks: suntracker hooks run \(phase.rawValue)"
            )
        }
        let server = try NotificationServerOnBus(in: context)
        // Without a server, the service would wait for one, and show the notification later.
        if let obstacle = server.server.obstacle { throw .notification(obstacle) }
        let service = ServiceOnBus(bus: server.bus)
        let file = context.settingsFile()
        let (name, shown, settings): (String, String, Settings?)
        let answer = service.answer()
        switch answer {
        case .running(let running):
            name = self.name ?? running.next.first?.event.name ?? SolarEvent.sunrise.name
            do {
                try service.preview(name)
            } catch  where error.name == BusError.invalidArguments {
                throw .argument("suntrackerd has no event or alert \"\(name)\": \(error.reason)")
            } catch {
                throw .notification(error.reason)
            }
            settings = try? file.load()
            shown =
                "suntrackerd sent the notification, and the notification server accepted it: \(Self.description(of: name))"
        case .silent: throw context.noService(answer)
        case .absent, .noBus:
            let place = try context.place(by: file)
            let next = NextEvents(
                of: [.solar(.sunrise), .solar(.sunset)], after: context.now, at: place, localTime: context.localTime)
            name = self.name ?? next.occurrences.first?.event.name ?? SolarEvent.sunrise.name
            let inForce = try file.settings()
            settings = inForce
            guard let rule = inForce.rule(named: name) else {
                throw .argument(
                    "there is no event or alert \"\(name)\"; for the events, see HOOKS in suntracker.conf(5)")
            }
            let popup = Popup(
                previewOf: rule, under: inForce, at: place, after: context.now, localTime: context.localTime)
            try server.show(WrittenPopup(popup, localTime: context.localTime, in: context.words))
            let isUp = ServiceFacts(answer, askedIn: context).unit?.isUp == true
            let reason = isUp ? "is running, but not on the session bus" : "is not running"
            shown =
                "suntracker itself sent the notification, because suntrackerd \(reason), and the notification server accepted it: \(Self.description(of: name))"
        }
        return Answer(shown + Self.notes(on: name, under: settings, with: server, in: context))
    }

    /// Returns a line that says why the sound will not be played, if so, and a line about the hooks, which are not run,
    /// if there are some.
    private static func notes(
        on name: String, under settings: Settings?, with server: NotificationServerOnBus, in context: CommandContext
    ) -> String {
        guard let settings, let rule = settings.rule(named: name) else { return "" }
        let sound = SoundFacts([settings.notifications.emphasis(of: rule).sound])
        var notes = ""
        // If the server was started for this notification, its capabilities are known only now.
        if let obstacle = sound.obstacle(with: server.server) {
            notes += "\nIts sound will not be played: \(obstacle)"
        }
        if HookFolders(environment: context.environment).inspect(under: settings).contains(where: {
            $0.occasion.name == rule.id
        }) {
            let command = "suntracker hooks run \(name.quotedForShell)"
            notes += "\nIts hooks were not run; to test them: \(command)"
        }
        return notes
    }

    /// The event or alert for people: `sunset`, `alert lamps`.
    private static func description(of name: String) -> String {
        Localizer.english.eventName(
            AnnouncedEvent(name: name) != nil || name.hasPrefix("alert:") ? name : "alert:" + name)
    }
}

extension NotificationServerOnBus {
    /// Connects to the session bus.
    init(in context: CommandContext) throws(CommandError) {
        let bus: BusClient
        do { bus = try .session() } catch { throw .notification(error.noSessionBus) }
        self.init(bus: bus, environment: context.environment)
    }

    /// Shows a notification, and returns when the server has accepted it. As for any notification, the bus starts a
    /// server if none is running.
    func show(_ popup: WrittenPopup) throws(CommandError) {
        var client = self
        client.startsServer = true
        let server = client.server
        if let obstacle = server.obstacle { throw .notification(obstacle) }
        let icons = InstalledIcons(environment: environment, program: linkTarget("/proc/self/exe"))
        let message = PopupMessage(popup, to: server.kind, icon: icons.popup, staysOnBus: false)
        do throws(BusError) {
            // The same time limit as in libnotify.
            _ = try bus.call(BusCall(notifying: message), deadline: .seconds(25))
        } catch {
            throw .notification(error.reason)
        }
    }
}

extension BusCall {
    /// The call that shows a notification. It does not replace another notification, has no actions, and expires as the
    /// server decides.
    init(notifying message: PopupMessage) {
        let name = "org.freedesktop.Notifications"
        self.init(
            name, "/org/freedesktop/Notifications", name, "Notify",
            [
                .string(PopupMessage.sender), .unsigned(0), .string(message.icon ?? ""), .string(message.summary),
                .string(message.body), .array(of: "s", []), .dictionary(message.hints), .signed(-1),
            ], startsService: true)
    }
}

extension NotificationServer {
    /// The properties of the server that determine how a notification is sent.
    fileprivate var kind: PopupMessage.Server {
        guard case .running(let identity) = self else { return PopupMessage.Server(title: nil, capabilities: []) }
        return PopupMessage.Server(title: identity.name, capabilities: Set(identity.capabilities))
    }
}
