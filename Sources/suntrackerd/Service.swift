// SPDX-License-Identifier: MIT
import CLinux
import Configuration
import DesktopNotifications
import Dispatch
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// The service: the daemon, its ports on a real machine, and the sources of its inputs.
final class Service {
    private let options: Options
    private let environment: Environment
    private let settingsFile: SettingsFile
    private let hookFolders: HookFolders
    private let stateWriter = StateWriter()
    private let stateFiles: StateFiles
    private let settingsCopy: SettingsCopyFile
    /// Held until the process ends.
    private var stateLock: StateLock?
    private let settingsWorker = Worker("settings")
    private let zoneWorker = Worker("zone")
    /// Examines hooks. Only this worker waits for other disks with programs that the settings name.
    private let hookChecker = Worker("hook check")
    private let journal: JournalWriter
    private let status: SystemdStatus
    /// Nil until the service has begun.
    private var daemon: Daemon?
    private var notifier: DesktopNotifier?
    private var found = StartFiles()
    private let startTimer = OneShotTimer()
    /// Whether it is waiting, or has waited, for another instance to end.
    private var isWaiting = false
    private var signals: SignalMonitor?
    private var clockSteps: ClockStepMonitor?
    /// The watches of the settings, the hooks and the time zone.
    private var watchers: [FileWatcher] = []
    /// The current time zone, and the problems with it that are in the journal.
    private var localTime: (any LocalTime)?
    private var zoneProblems: [String] = []
    private var phaseLimit = RequestLimit()
    init(options: Options, environment: Environment) {
        self.options = options
        self.environment = environment
        settingsFile = SettingsFile(path: options.settingsPath, environment: environment)
        hookFolders = HookFolders(environment: environment)
        let stateFolder = environment.stateFolder
        stateFiles = StateFiles(folder: stateFolder, writer: stateWriter)
        settingsCopy = SettingsCopyFile(of: settingsFile, folder: stateFolder, writer: stateWriter)
        status = SystemdStatus(environment: environment)
        journal = JournalWriter(
            identifier: "suntrackerd", journalStream: environment["JOURNAL_STREAM"],
            exports: environment["SUNTRACKER_JOURNAL"] == "stderr")
    }

    /// Starts the service on the main queue. It begins when all files have been read. If a disk does not respond in
    /// time, it begins without the disk's files, and uses them later, except for the state, which counts as lost.
    func start() {
        watchSignals()
        watchFiles()
        // If a second instance is started in a terminal, it prints the reason instead.
        let onWait: (@Sendable (StateLock.OpeningError) -> Void)? =
            if status.isService {
                { [weak self] reason in onNextTurn { self?.waitForState(reason) } }
            } else { nil }
        stateWriter.open { [stateFiles, settingsCopy] in
            Result { () throws(StateLock.OpeningError) in
                try StoredState(of: stateFiles, settingsCopy, onWait: onWait)
            }
        } then: { [weak self] in
            self?.receive($0)
        }
        // The files are read after they are watched, so that no change in between is missed.
        reader.request(.edit)
        readZone()
        let program = linkTarget("/proc/self/exe")
        Worker("texts").run { [environment] in
            StartFiles.Texts(of: environment, at: program)
        } then: { [weak self, journal] texts in
            if let problem = texts.problem { journal.write(problem, priority: .warning) }
            self?.found.texts = texts
            self?.beginIfComplete()
        }
        Worker("icons").run { [environment] in
            InstalledIcons(environment: environment, program: program)
        } then: { [weak self] icons in
            self?.notifier?.icon = icons.popup
            self?.found.icons = icons
            self?.beginIfComplete()
        }
        startTimer.start(StartFiles.timeout) { [weak self] in self?.begin() }
    }

    private func receive(_ state: Result<StoredState, StateLock.OpeningError>) {
        switch state {
        case .success(let state):
            watch(state.lock)
            found.state = state
            if isWaiting { startTimer.start(StartFiles.timeout) { [weak self] in self?.begin() } }
            beginIfComplete()
        case .failure(let error):
            leave(error)
        }
    }

    /// Another instance is using the state directory. This one is ready, and begins when the other one has ended.
    private func waitForState(_ reason: StateLock.OpeningError) {
        // The service has already begun without the state, because the disk did not respond in time.
        guard daemon == nil else { leave(reason) }
        isWaiting = true
        startTimer.stop()
        journal.write("Nothing is being announced yet: \(reason)", priority: .warning)
        status.status("Waiting: \(reason)")
        status.alive(again: nil)
        status.ready()
    }

    /// Takes the lock again whenever it is removed, as with the state directory. Otherwise, another instance could
    /// begin while this one is running.
    private func watch(_ lock: StateLock) {
        stateLock = lock
        let renew: @MainActor () -> Void = { [stateWriter, stateFiles, journal, weak self] in
            stateWriter.worker.run {
                Result { () throws(StateLock.OpeningError) in try lock.renew() }
            } then: { renewed in
                switch renewed {
                case .success(true):
                    journal.write(
                        "The lock of the state directory \(stateFiles.folder) was removed, and was taken again",
                        priority: .info)
                case .success(false): break
                case .failure(let error): self?.leave(error)
                }
            }
        }
        watch(
            "the state directory", on: stateWriter.worker,
            { [stateFiles] in [.file(StateLock.path(in: stateFiles.folder))] },
            then: renew)
        // It may have been removed before it was watched.
        renew()
    }

    private func leave(_ reason: StateLock.OpeningError) -> Never {
        journal.write("\(reason)", priority: .error)
        exit(75)  // EX_TEMPFAIL
    }

    private func beginIfComplete() {
        if found.areComplete { begin() }
    }

    private func begin() {
        guard daemon == nil else { return }
        startTimer.stop()
        let state = found.state
        settingsCopy.text = state?.settings
        let reading =
            found.reading ?? SettingsReader.Reading(.failure(settingsFile.error(because: StartFiles.noResponse)))
        let (settings, refusal) = reader.atStart(reading)
        let clock = DispatchWallClock()
        let ledgerProblem =
            state == nil
            ? "Cannot read the state directory \(stateFiles.folder) (\(StartFiles.noResponse)); earlier announcements are unknown"
            : state?.ledger.problem
        let words = found.texts?.words ?? .english
        let zone = found.zone ?? CurrentZone(unknownIn: environment, because: StartFiles.noResponse)
        follow(zone)
        let tracker = Tracker(
            settings: settings, hooks: reading.hooks,
            locations: LocationChain(
                lastFix: state?.fix.value, plasmaPlace: zone.plasmaPlace, timeZonePlace: zone.mainCity),
            localTime: zone.localTime, places: ProgramPlaces(), ledger: state?.ledger.value,
            isFirstStart: state?.isFirst == true, now: clock.now, boot: clock.boot,
            login: Login(environment: environment))

        let location = GeoClueLocation { [weak self] in
            self?.reportAbsence(of: "system bus", $0, meanwhile: "changes of the network do not update the location")
        } onTrigger: { [weak self] in
            self?.daemon?.receive(.locationTrigger($0))
        }
        var requests = SessionBus.Requests()
        requests.preview = { [weak self] name, answer in self?.daemon?.preview(name, then: answer) ?? false }
        requests.reload = { [weak self] answer in self?.reload(then: answer) }
        requests.setPhase = { [weak self] name, until, answer in self?.setPhase(name, until: until, then: answer) }
        requests.locationSettingChanged = { [weak self, location] in
            location.settingChanged()
            self?.daemon?.receive(.locationTrigger(.settingChanged))
        }
        requests.notificationServerChanged = { [weak self] isPresent in
            self?.daemon?.receive(isPresent ? .notificationServerAppeared : .notificationServerLeft)
        }
        requests.absence = { [weak self] in
            self?.reportAbsence(of: "session bus", $0, meanwhile: "notifications and requests do not arrive")
        }
        let bus = SessionBus(ownsName: true, since: clock.now, requests: requests)
        let page = DaylightPage(options: options.ofChart, environment: environment) { [journal] in
            journal.write($0, priority: .warning)
        }
        let notifier = DesktopNotifier(
            environment: environment, words: words, bus: bus, numbers: state?.numbers.value, state: stateFiles,
            now: { DispatchWallClock.time },
            onActivation: { page.openDaylight(token: $0) })
        notifier.icon = found.icons?.popup
        self.notifier = notifier
        let hooks = HookRunner(folders: hookFolders, environment: environment, words: words)
        let icon = makeStatusIcon(clock: clock, localTime: zone.localTime, words: words, page: page)
        let daemon = Daemon(
            tracker: tracker,
            ports: Daemon.Ports(
                clock: clock, journal: journal, state: stateFiles, location: location, notifier: notifier,
                hooks: hooks, publishers: [bus, icon, location], status: status),
            onStop: { exit(0) })
        self.daemon = daemon

        daemon.receive(.started(ledgerProblem: ledgerProblem))
        if let refusal { daemon.receive(refusal) }
        for problem in [state?.fix.problem, state?.numbers.problem].compactMap({ $0 }) {
            journal.write(.stateProblem(problem), localTime: zone.localTime)
        }
        examineHooks(of: settings)
        watchClock()
    }

    /// Writes an entry when a bus has been away for a while, and when it is back, without a reason.
    private func reportAbsence(of bus: String, _ reason: String?, meanwhile effect: String) {
        guard let reason else { return journal.write("The \(bus) responds again", priority: .info) }
        journal.write(
            "Cannot reach the \(bus) (\(reason)), so \(effect); the service tries again within four hours, "
                + "or immediately with: systemctl --user reload suntrackerd", priority: .warning)
    }

    /// Creates the status icon.
    private func makeStatusIcon(
        clock: any WallClock, localTime: any LocalTime, words: Localizer, page: DaylightPage
    ) -> StatusIcon {
        var requests = StatusIcon.Requests(
            now: { clock.now }, localTime: { [weak self] in self?.localTime ?? localTime })
        requests.words = words
        requests.perform = { [weak self] action, token in
            switch action {
            case .showDaylight: page.openDaylight(token: token)
            case .preview(let event): _ = self?.daemon?.preview(event) { _ in }
            case .setPhase(let phase): self?.setPhase(phase.rawValue, until: nil) { _ in }
            case .openSettings:
                self?.settingsWorker.run { [file = self?.settingsFile] in
                    file?.fileOrFolder
                } then: { path in
                    if let path { page.open(file: path, token: token) }
                }
            }
        }
        requests.onRefusal = { [journal] reason in
            journal.write("The panel rejected the status icon: \(reason)", priority: .warning)
        }
        return StatusIcon(iconFolder: found.icons?.panelFolder ?? "", requests: requests)
    }

    /// Sets the phase manually, for a program or the panel, but not too often. The journal says once that it was.
    private func setPhase(_ name: String, until: Instant?, then answer: @escaping (PhaseRequestError?) -> Void) {
        let verdict = phaseLimit.verdict(at: monotonicMicroseconds())
        if verdict == .allowed { return daemon?.setPhase(name, until: until, then: answer) ?? () }
        let problem = PhaseRequestError.tooOften(RequestLimit.most)
        if verdict == .refusedFirst { journal.write("\(problem)".capitalizedFirst, priority: .warning) }
        answer(problem)
    }

    /// Reads the settings again.
    ///
    /// - Parameter answer: called once, with their error or nil.
    private func reload(then answer: @escaping (SettingsError?) -> Void = { _ in }) {
        // Even failed watchers are renewed. The kernel does not report a file system that is mounted over a directory,
        // such as a home directory that appears after the service has started, or a bind mount.
        for watcher in watchers { watcher.renew() }
        // Until the service has begun, there is nothing to reload.
        reader.request(daemon == nil ? .edit : .reload, then: answer)
    }

    /// Reads the settings and the list of hooks.
    private lazy var reader = SettingsReader(on: settingsWorker, place: options.place, copy: settingsCopy) {
        [settingsFile, hookFolders] in
        SettingsReader.Reading(of: settingsFile, hooks: hookFolders)
    } onStart: { [status] cause in
        if cause == .reload { status.reloading() }
    } onEnd: { [weak self] cause, reading, completion in
        self?.receive(reading, cause, then: completion)
    }

    private func receive(
        _ reading: SettingsReader.Reading, _ cause: SettingsCause, then completion: @escaping () -> Void
    ) {
        guard let daemon else {
            found.reading = reading
            beginIfComplete()
            return completion()
        }
        let settings = reader.accept(reading)
        daemon.receive(.settings(settings, hooks: reading.hooks, cause: cause), then: completion)
        if let settings = try? settings.get() { examineHooks(of: settings) }
    }

    private func examineHooks(of settings: Settings) {
        hookChecker.run { [hookFolders] in
            hookFolders.hooksWithProblems(under: settings)
        } then: { [weak self] hooks in
            self?.daemon?.receive(.hookProblems(hooks))
        }
    }

    private func readZone() {
        zoneWorker.run { [environment] in
            CurrentZone(of: environment)
        } then: { [weak self] zone in
            guard let self else { return }
            guard let daemon else {
                found.zone = zone
                return beginIfComplete()
            }
            follow(zone)
            daemon.receive(
                .timeZoneChanged(
                    zone.localTime, mainCity: zone.mainCity, plasmaPlace: zone.plasmaPlace))
        }
    }

    private func follow(_ zone: CurrentZone) {
        localTime = zone.localTime
        // Plasma's place is read with the zone, and changes more often.
        for problem in zone.problems where !zoneProblems.contains(problem) {
            journal.write(problem, priority: .warning)
        }
        zoneProblems = zone.problems
    }

    /// `main` blocks these signals for every thread. A signal that arrives before its source is registered stays
    /// pending, and the source receives it later. The monitor returns when all sources are registered: `dispatchMain`
    /// unblocks every signal in the first thread, and a signal without a source would terminate the process.
    private func watchSignals() {
        signals = SignalMonitor([SIGHUP, SIGTERM, SIGINT]) { [weak self] signal in
            guard let self else { return }
            if signal == SIGHUP { return reload() }
            if let daemon { daemon.receive(.stopRequested) } else { exit(0) }
        }
    }

    /// Watches the settings, the hook directories, the system's time zone and the place set in Plasma.
    private func watchFiles() {
        makeSettingsFolder()
        watch(
            "the settings", on: settingsWorker,
            { [settingsFile, hookFolders] in
                settingsFile.watched + hookFolders.watched
            }
        ) { [weak self] in self?.reader.request(.edit) }
        watch(
            "the time zone", on: zoneWorker,
            { [environment] in
                environment.zoneWatch + environment.plasmaPlaceWatch
            }
        ) { [weak self] in self?.readZone() }
    }

    private func watch(
        _ name: String, on worker: Worker, _ targets: @escaping @Sendable () -> [FileWatcher.Target],
        then handler: @escaping @MainActor () -> Void
    ) {
        watchers.append(
            FileWatcher(
                of: name, targets, on: worker, log: { [journal] in journal.write($0, priority: $1) }, then: handler))
    }

    /// Creates the directory of the settings. If it were missing, the watch of its parent would wake up the service for
    /// each file that is created there.
    private func makeSettingsFolder() {
        guard options.settingsPath == nil else { return }
        settingsWorker.run { [settingsFile] in
            Result { () throws(SystemError) in try settingsFile.makeFolder() }
        } then: { [journal] made in
            // If this process cannot create it, as in a read-only home directory, there is nothing to fix.
            guard case .failure(let error) = made, error.number == ENOTDIR else { return }
            journal.write("\(error), so you cannot have your own settings; rename that file", priority: .warning)
        }
    }

    private func watchClock() {
        do {
            clockSteps = try ClockStepMonitor { [weak self] in self?.daemon?.receive(.clockStepped) }
        } catch {
            journal.write("Cannot detect clock changes: \(error)", priority: .warning)
        }
    }
}
