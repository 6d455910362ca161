import CLinux
import Dispatch
import Glibc
package import LinuxPlatform
import Solar
import Systemd
import Tracker

/// The service: the daemon with the ports of a real machine, and the sources of its inputs.
package final class Service {
    private let options: Options
    private let environment: Environment
    private let settingsFile: SettingsFile
    private let hookFolders: HookFolders
    private var settings: ServiceSettings?
    private let journal: JournalWriter
    private let status: SystemdStatus
    private var daemon: Daemon?
    private var signals: SignalMonitor?
    private var clockSteps: ClockStepMonitor?
    private let files: FollowedFiles
    /// The time zone in force.
    private var localTime: (any LocalTime)?
    /// The texts for people.
    private let words: Words

    /// Why the service cannot start, as an exit status of sysexits.h.
    package enum StartError: Error {
        /// EX_TEMPFAIL: another instance is running.
        case inUse

        package var exitStatus: Int32 {
            switch self {
            case .inUse: 75
            }
        }
    }

    package init(options: Options, environment: Environment) {
        self.options = options
        self.environment = environment
        settingsFile =
            options.settingsPath.map { SettingsFile(path: $0) } ?? SettingsFile(environment: environment)
        hookFolders = HookFolders(environment: environment)
        words = Words.ofProcess(environment: environment, program: linkTarget("/proc/self/exe"))
        status = SystemdStatus(
            manager: options.simulation == nil ? ServiceManager(environment: environment.variables) : nil)
        journal = JournalWriter(
            identifier: "suntrackerd", journalStream: environment["JOURNAL_STREAM"],
            simulated: options.simulation != nil)
        files = FollowedFiles { targets, handler throws(SystemError) in
            try FileWatcher(targets, handler: handler)
        } log: { [journal] line, priority in
            journal.write(line, priority: priority)
        }
    }

    /// Starts the service on the main queue. Writes the reason to the journal before it throws.
    package func start() throws(StartError) {
        let writer = StateWriter()
        let ledgerFile: LedgerFile
        do {
            ledgerFile = try LedgerFile(folder: stateFolder, writer: writer, fresh: options.simulation != nil)
        } catch {
            journal.write("\(error)", priority: .error)
            throw .inUse
        }
        // Before the files are read, so that no change in between is missed.
        watchFiles()
        let serviceSettings = ServiceSettings(
            file: settingsFile, place: options.place,
            copy: options.simulation == nil
                ? SettingsCopyFile(of: settingsFile, folder: stateFolder, writer: writer) : nil)
        self.settings = serviceSettings
        // Without settings there is nothing to do yet, so this one reading is on the main queue.
        let reading = SettingsReader.Reading(of: settingsFile, hooks: hookFolders)
        let (settings, refusal) = serviceSettings.atStart(reading)
        let (clock, readClock) = makeClock()
        let (ledger, ledgerTrouble) = ledgerFile.load()
        let fixFile = FixFile(folder: stateFolder, writer: writer, fresh: options.simulation != nil)
        let (lastFix, fixTrouble) = fixFile.load()
        let zone = currentZone()
        localTime = zone.localTime
        // A simulation has no state of earlier runs by design. A file that cannot be used shows that there were some.
        let isFirstStart =
            options.simulation == nil && ledger == nil && ledgerTrouble == nil && lastFix == nil && fixTrouble == nil
        let tracker = Tracker(
            settings: settings, hooks: reading.hooks,
            locations: LocationChain(lastFix: lastFix, timeZonePlace: zone.principalPlace),
            localTime: zone.localTime, words: words, places: ProgramPlaces(), ledger: ledger,
            isFirstStart: isFirstStart,
            now: clock.now, boot: clock.boot,
            login: options.simulation == nil ? Login(environment: environment) : nil)

        let location = GeoClueLocation { [weak self] in self?.daemon?.receive(.locationOccasion($0)) }
        let bus = SessionBus(
            ownsName: options.simulation == nil, since: clock.now,
            requests: SessionBus.Requests(
                preview: { [weak self] name, answer in self?.daemon?.preview(name, then: answer) ?? false },
                reload: { [weak self] answer in self?.reload(then: answer) },
                locationSettingChanged: { [weak self, location] in
                    location.settingChanged()
                    self?.daemon?.receive(.locationOccasion(.settingChanged))
                },
                notificationServerChanged: { [weak self] isPresent in
                    self?.daemon?.receive(isPresent ? .notificationServerAppeared : .notificationServerLeft)
                }))
        let notifier = DesktopNotifier(
            environment: environment, bus: bus, stateFolder: stateFolder, fresh: options.simulation != nil,
            now: readClock, onTrouble: { [weak self] in self?.daemon?.receive(.stateTrouble($0)) },
            onActivation: { [weak self] in self?.daemon?.receive(.popupActivated($0, token: $1)) })
        let page = DaylightPage(options: options.ofChart, environment: environment) { [journal] subject, reason in
            let remedy = subject == DaylightPage.page ? ". Open it with: suntracker chart --open" : ""
            journal.write("\(subject) cannot be opened: \(reason)\(remedy)", priority: .warning)
        }
        let icon = options.simulation == nil ? makeStatusIcon(clock: clock, localTime: zone.localTime, page: page) : nil
        let daemon = Daemon(
            tracker: tracker,
            ports: Daemon.Ports(
                clock: clock, journal: journal, ledger: ledgerFile, fixes: fixFile,
                location: location, notifier: notifier, hooks: makeHookStarter(),
                daylight: page, publisher: Publishers([bus] + (icon.map { [$0] } ?? [])), status: status),
            onStop: { exit(0) })
        self.daemon = daemon

        daemon.receive(.started(ledgerTrouble: ledgerTrouble))
        if let refusal { daemon.receive(.settingsRefusedAtStart(refusal.error, refusal.fallback)) }
        if let fixTrouble { daemon.receive(.stateTrouble(fixTrouble)) }
        watchSignals()
        watchClock()
        bus.connect()
    }

    /// The clock, and a function that reads it on any thread.
    private func makeClock() -> (any WallClock, reading: @Sendable () -> Instant) {
        guard let simulation = options.simulation else { return (DispatchWallClock(), { DispatchWallClock.time }) }
        let clock = AcceleratedClock(start: simulation.start, speed: simulation.speed)
        return (clock, clock.reading)
    }

    private func makeHookStarter() -> any HookStarter {
        options.simulation == nil
            ? HookRunner(folders: hookFolders, environment: environment)
            : HookRehearsal(folders: hookFolders) { [journal] in journal.write($0, priority: .info) }
    }

    /// The status icon. A simulation has none: it would stand beside that of the real service.
    private func makeStatusIcon(clock: any WallClock, localTime: any LocalTime, page: DaylightPage) -> StatusIcon {
        StatusIcon(
            environment: environment,
            requests: StatusIcon.Requests(
                now: { clock.now }, localTime: { [weak self] in self?.localTime ?? localTime }, words: words,
                perform: { [weak self] action, token in
                    switch action {
                    case .showDaylight: page.openDaylight(.showDaylight, token: token)
                    case .preview(let event): _ = self?.daemon?.preview(event) { _ in }
                    case .openSettings: self.map { page.open(file: $0.settingsFile.fileOrFolder, token: token) }
                    }
                },
                onRefusal: { [journal] reason in
                    journal.write("The panel refuses the status icon: \(reason)", priority: .warning)
                }))
    }

    /// A simulation must not change the real service's state. It has a folder of its own, whose files it deletes at the start.
    private var stateFolder: String {
        environment.stateFolder + (options.simulation == nil ? "" : "/simulation")
    }

    /// Reads the settings again.
    ///
    /// - Parameter answer: called once with what is wrong with them, or nil.
    private func reload(then answer: @escaping (SettingsError?) -> Void = { _ in }) {
        files.renew()
        reader.request(.reload, then: answer)
    }

    /// Reads the settings and the list of hooks.
    private lazy var reader = SettingsReader { [settingsFile, hookFolders] in
        SettingsReader.Reading(of: settingsFile, hooks: hookFolders)
    } onStart: { [status] occasion in
        if occasion == .reload { status.reloading() }
    } onEnd: { [weak self] occasion, reading, completion in
        self?.receive(reading, after: occasion, then: completion)
    }

    private func receive(
        _ reading: SettingsReader.Reading, after occasion: SettingsReader.Occasion,
        then completion: @escaping () -> Void
    ) {
        guard let settings else { return }
        switch (reading.settings, occasion) {
        case (.success(let accepted), .reload):
            daemon?.receive(.reloaded(settings.accept(accepted), hooks: reading.hooks), then: completion)
        case (.success(let accepted), .edit):
            daemon?.receive(.settingsEdited(settings.accept(accepted), hooks: reading.hooks), then: completion)
        case (.failure(let error), .reload): daemon?.receive(.reloadRefused(error), then: completion)
        case (.failure(let error), .edit): daemon?.receive(.settingsEditRefused(error), then: completion)
        }
    }

    private func currentZone() -> (localTime: SystemLocalTime, principalPlace: Place?) {
        let localTime = SystemLocalTime(environment: environment.variables)
        let zoneinfo = ZoneinfoTree(environment: environment.variables)
        if let setting = environment.variables["TZ"], !zoneinfo.knows(setting: setting) {
            journal.write(
                "TZ=\(setting) is not a time zone, so times are in UTC. Set one such as TZ=Europe/Berlin, or unset TZ for the "
                    + "system's time zone", priority: .warning)
        }
        do {
            return (
                localTime, try localTime.zoneName.flatMap { try TimeZoneLocation(zoneinfo: zoneinfo).place(ofZone: $0) }
            )
        } catch {
            journal.write("The place of the time zone is unknown: \(error)", priority: .warning)
            return (localTime, nil)
        }
    }

    /// `main` blocks these signals for every thread. A signal that is sent before its source is registered stays pending, and
    /// the source receives it later. The monitor returns when all are registered: `dispatchMain` unblocks every signal in the
    /// first thread, where one without a source would end the process.
    private func watchSignals() {
        signals = SignalMonitor([SIGHUP, SIGTERM, SIGINT]) { [weak self] signal in
            if signal == SIGHUP { self?.reload() } else { self?.daemon?.receive(.stopRequested) }
        }
    }

    /// Watches the settings, the folders of hooks, and the system's time zone unless `TZ` overrides it. timedated and other
    /// programs that set the zone replace the link, so timedated's signal is not needed.
    private func watchFiles() {
        makeSettingsFolder()
        files.follow("the settings", { [settingsFile, hookFolders] in settingsFile.watched + hookFolders.watched }) {
            [weak self] in self?.reader.request(.edit)
        }
        guard environment.variables["TZ"] == nil else { return }
        files.follow("the time zone", { [.file("/etc/localtime")] }) { [weak self] in self?.followTimeZone() }
    }

    /// Makes the folder of the settings. While it is missing, the watch of its parent wakes the service for each file that is
    /// created there.
    private func makeSettingsFolder() {
        guard options.settingsPath == nil, options.simulation == nil else { return }
        do {
            try settingsFile.makeFolder()
        } catch {
            // If this process may not make it, as in a read-only home, there is nothing to fix.
            guard error.number == ENOTDIR else { return }
            journal.write("\(error), so there are no settings of your own; move that file away", priority: .warning)
        }
    }

    private func followTimeZone() {
        let zone = currentZone()
        localTime = zone.localTime
        daemon?.receive(.timeZoneChanged(zone.localTime, principalPlace: zone.principalPlace))
    }

    private func watchClock() {
        do {
            clockSteps = try ClockStepMonitor { [weak self] in self?.daemon?.receive(.clockStepped) }
        } catch {
            journal.write("Changes of the clock cannot be detected: \(error)", priority: .warning)
        }
    }
}

/// Several publishers as one.
final class Publishers: @MainActor Publisher {
    private let publishers: [any Publisher]

    init(_ publishers: [any Publisher]) { self.publishers = publishers }

    func publish(_ outlook: Outlook) {
        for publisher in publishers { publisher.publish(outlook) }
    }

    func emit(_ occurrence: Occurrence) {
        for publisher in publishers { publisher.emit(occurrence) }
    }
}
