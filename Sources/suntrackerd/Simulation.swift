// SPDX-License-Identifier: MIT
import Configuration
import DesktopNotifications
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// A run of the daemon on simulated time, which prints what it announces. Notifications are shown if a server can be
/// reached. It starts nothing, saves nothing and asks for no location, so it prints the same every time.
final class Simulation {
    private let time: Options.SimulatedTime
    private let clock: JumpingClock
    private let environment: Environment
    private let hookFolders: HookFolders
    private let zone: CurrentZone
    private let texts: StartFiles.Texts
    private let icons: InstalledIcons
    private let tracker: Tracker
    private let refusal: Input?
    private var daemon: Daemon?
    /// The server that shows the notifications; nil if they are printed.
    private var server: (notifier: DesktopNotifier, name: String)?
    /// The connection on which the server is looked for, and the pending call.
    private var search: (bus: Bus, call: BusSlot)?
    /// Limits the search, then waits from jump to jump.
    private let timer = OneShotTimer()
    /// The number of notifications to which the server has not responded. Until it does, time stands still.
    private var unanswered = 0
    private var statusLine: StatusLine?
    /// What happens at the current moment. It is printed before the clock jumps, when it is complete.
    private var entries: [Entry] = []
    /// What would be started at the current moment.
    private var starts: [(occasion: HookOccasion, names: [String])] = []

    private struct Entry {
        var text: String
        /// The identifier of the announced rule; nil for other entries.
        var rule: String?
        /// What is said in parentheses after the text.
        var remarks: [String] = []
        /// The body of a notification that is not shown.
        var body: String?
    }

    /// Reads the settings, the hooks and the time zone.
    init(of time: Options.SimulatedTime, options: Options, environment: Environment) {
        (self.time, self.environment) = (time, environment)
        clock = JumpingClock(start: time.start, end: time.end)
        hookFolders = HookFolders(environment: environment)
        zone = CurrentZone(of: environment)
        let program = linkTarget("/proc/self/exe")
        texts = StartFiles.Texts(of: environment, at: program)
        icons = InstalledIcons(environment: environment, program: program)
        let file = SettingsFile(path: options.settingsPath, environment: environment)
        let reading = SettingsReader.Reading(of: file, hooks: hookFolders)
        var settings = Settings()
        switch reading.settings {
        case .success(let valid): (settings, refusal) = (valid, nil)
        case .failure(let error):
            refusal = .settings(.failure(error), hooks: reading.hooks, cause: .start(.defaults))
        }
        if let place = options.place { settings.setLocation(place) }
        var places = LocationChain(plasmaPlace: zone.plasmaPlace, timeZonePlace: zone.mainCity)
        if settings.location.watch != nil {
            // Without GeoClue, which would answer whenever it likes.
            places.timeZonePlace = zone.plasmaPlace ?? zone.mainCity
            settings.location.source = .timezone
        }
        tracker = Tracker(
            settings: settings, hooks: reading.hooks, locations: places, localTime: zone.localTime,
            places: ProgramPlaces(), ledger: nil, now: time.start)
    }

    /// Looks for a notification server, then runs until the end, at which the process exits.
    func start() {
        guard environment.hasSessionBus else { return begin(without: "there is no session bus") }
        do {
            let bus = try Bus.openUser()
            let name = "org.freedesktop.Notifications"
            let question = BusCall(
                name, "/org/freedesktop/Notifications", name, "GetServerInformation", startsService: true)
            let silence = "the notification server does not respond"
            // The limit of the call begins only when the bus responds.
            timer.start(Self.limit) { [weak self] in self?.begin(without: silence) }
            let call = try bus.call(question, deadline: Self.limit) { [weak self] answer in
                switch answer {
                case .success(let identity):
                    let title = if case .string(let title) = identity.first { title } else { name }
                    self?.begin(with: title.printable)
                case .failure(let error) where error.name == BusError.noReply: self?.begin(without: silence)
                case .failure(let error) where error.name == BusError.serviceUnknown:
                    self?.begin(without: "there is no notification server")
                case .failure(let error):
                    self?.begin(without: error.message.isEmpty ? error.name : error.message.printable)
                }
            }
            search = (bus, call)
        } catch {
            begin(without: "cannot reach the session bus: \(error)")
        }
    }

    private static let limit = Duration.seconds(5)

    private func begin(with name: String) {
        let bus = SessionBus(ownsName: false, since: clock.now, requests: SessionBus.Requests())
        let start = time.start
        let notifier = DesktopNotifier(
            environment: environment, words: texts.words, bus: bus, numbers: nil, state: nil, now: { start },
            onActivation: { _ in })
        notifier.icon = icons.popup
        server = (notifier, name)
        run("Notifications are shown by \(name).")
    }

    private func begin(without reason: String) {
        run("Notifications are printed, because \(reason).")
    }

    /// - Parameter notifications: how they are shown, in a sentence.
    private func run(_ notifications: String) {
        guard daemon == nil else { return }
        search = nil
        timer.stop()
        let place = tracker.place?.phrase(in: .english)
        print(
            "Simulating Suntracker \(place ?? "without a place") from \(clockText(time.start)) to \(clockText(time.end)) "
                + "(\(zone.localTime.zoneDescription(at: time.start))).")
        print(notifications)
        for problem in zone.problems + [texts.problem].compactMap(\.self) { print(problem) }
        let daemon = Daemon(
            tracker: tracker,
            ports: Daemon.Ports(
                clock: clock, journal: self, state: self, location: self, notifier: self, hooks: self, publishers: [],
                status: self),
            onStop: {})
        self.daemon = daemon
        daemon.receive(.started(ledgerProblem: nil))
        if let refusal { daemon.receive(refusal) }
        daemon.receive(.hookProblems(hookFolders.hooksWithProblems(under: tracker.settings)))
        proceed()
    }

    /// Jumps from timer to timer as long as the server owes no answer.
    private func proceed() {
        guard let speed = time.speed else {
            while unanswered == 0 { step() }
            return
        }
        guard unanswered == 0 else { return }
        printEntries()
        timer.start(clock.untilJump / speed) { [weak self] in
            self?.step()
            self?.proceed()
        }
    }

    private func step() {
        printEntries()
        guard !clock.jump() else { return }
        entries = [Entry(text: "The simulation ends. \(statusLine?.text(localTime: zone.localTime) ?? "").")]
        printEntries()
        exit(0)
    }

    private func clockText(_ instant: Instant) -> String {
        let time = zone.localTime.civilTime(at: instant)
        return "\(time.date) \(TimeOfDay(hour: time.hour, minute: time.minute)?.description ?? "")"
    }

    private func printEntries() {
        for start in starts {
            let remark = "would start \(start.names.joined(separator: ", "))"
            // A phase begins with an event, unless the simulation does.
            let isEntered = clock.now > time.start && Phase(rawValue: start.occasion.name) != nil
            let index =
                entries.firstIndex { $0.rule == start.occasion.name }
                ?? (isEntered ? entries.lastIndex { $0.rule != nil } : nil)
            if let index {
                entries[index].remarks.append(remark)
            } else {
                entries.append(Entry(text: start.occasion.displayName().capitalizedFirst, remarks: [remark]))
            }
        }
        let start = clockText(clock.now) + "  "
        for entry in entries {
            let remarks = entry.remarks.isEmpty ? "" : " (\(entry.remarks.joined(separator: "; ")))"
            print(start + (entry.text + remarks).printable)
            if let body = entry.body { print(String(repeating: " ", count: start.count) + body.printable) }
        }
        (entries, starts) = ([], [])
    }

    private func print(_ line: String) {
        do { try writeLineToStandardOutput(line) } catch { exit(74) }  // EX_IOERR
    }
}

extension Simulation: JournalSink {
    /// Prints the entry, unless something else is printed for it.
    func write(_ fact: JournalFact, localTime: any LocalTime) {
        switch fact {
        case .started, .phase: break
        case .event(let occurrence, _, _, _, let isQuiet) where occurrence.rule.notifies && !isQuiet: break
        case .event(let occurrence, _, _, _, _):
            let text = JournalEntry(fact, localTime: localTime).message
            entries.append(Entry(text: text, rule: occurrence.rule.id))
        default: entries.append(Entry(text: JournalEntry(fact, localTime: localTime).message))
        }
    }
}

extension Simulation: Notifier {
    func show(_ popup: Popup, localTime: any LocalTime, then response: @escaping (Popup.Failure?) -> Void) {
        let text = WrittenPopup(popup, localTime: localTime, in: texts.words, isPlain: true)
        entries.append(Entry(text: text.summary, rule: popup.tag, body: text.body))
        guard let server else { return response(nil) }
        let index = entries.count - 1
        unanswered += 1
        server.notifier.show(popup, localTime: localTime) { [weak self] failure in
            guard let self else { return }
            unanswered -= 1
            if let failure {
                entries[index].remarks.insert("not shown: \(failure.reason)", at: 0)
                self.server = nil
            } else {
                entries[index].remarks.insert("shown by \(server.name)", at: 0)
                entries[index].body = nil
            }
            response(nil)
            proceed()
        }
    }

    func withdraw(tag: String) { server?.notifier.withdraw(tag: tag) }
}

extension Simulation: HookStarter {
    func start(_ call: HookCall, localTime: any LocalTime, then report: @escaping (HookReport) -> Void) {
        let hooks = hookFolders.hooks(of: call)
        for hook in hooks {
            if let problem = hook.problem { report(.failed(HookFailure(hook: hook.path, unit: nil, problem))) }
        }
        let names = hooks.filter { $0.problem == nil }.map(\.path)
        if !names.isEmpty { starts.append((call.subject.occasion, names)) }
        report(.called)
    }

    func awaitSession(then report: @escaping () -> Void) {}
}

extension Simulation: StateStore {
    func keep(_ ledger: Ledger, then report: @escaping (WriteReport) -> Void) { report(.written) }
    func keep(fix: Place, then report: @escaping (WriteReport) -> Void) { report(.written) }
}

extension Simulation: LocationWatcher {
    func watch(_ watch: LocationWatch?, then report: @escaping (LocationReport) -> Void) {}
    func askAgain() {}
}

extension Simulation: ServiceStatus {
    func status(_ line: StatusLine, localTime: any LocalTime) { statusLine = line }
    func ready() {}
    func stopping() {}
    func alive(again within: Duration?) {}
}
