import CLinux
import Dispatch
import Glibc
public import LinuxPlatform
import Solar
import Tracker

/// The service as it runs on a machine: the daemon with the real ports, and what wakes it.
public final class Service {
    private let options: Options
    private let environment: Environment
    private let settingsFile: SettingsFile
    private let hookFolders: HookFolders
    private let journal: JournalWriter
    private let status = SystemdStatus()
    private let places = ProgramPlaces()
    private var daemon: Daemon?
    private var signals: [any DispatchSourceSignal] = []
    private var clockChanges: ClockChangeMonitor?
    private var fileWatchers: [FileWatcher] = []

    /// Why the service does not start, as an exit status of sysexits.h.
    public enum StartError: Error {
        /// EX_CONFIG: the settings cannot be used.
        case settings
        /// EX_TEMPFAIL: another instance runs.
        case inUse

        /// The exit status.
        public var exitStatus: Int32 {
            switch self {
            case .settings: 78
            case .inUse: 75
            }
        }
    }

    /// A service that has not been started.
    public init(options: Options, environment: Environment) {
        self.options = options
        self.environment = environment
        settingsFile =
            options.settingsPath.map { SettingsFile(path: $0) } ?? SettingsFile(environment: environment)
        hookFolders = HookFolders(environment: environment)
        journal = JournalWriter(
            identifier: "suntrackerd", journalStream: environment["JOURNAL_STREAM"],
            simulated: options.simulation != nil)
    }

    /// Starts the service on the main queue. What is wrong has been said in the journal when this throws.
    public func start() throws(StartError) {
        // Before they are read: what changes in between is noticed.
        watchFiles()
        let settings: Settings
        do {
            settings = try loadSettings()
        } catch {
            journal.write(.settingsRefused(atStart: error))
            throw .settings
        }
        let ledgerFile: LedgerFile
        do {
            ledgerFile = try LedgerFile(folder: stateFolder, fresh: options.simulation != nil)
        } catch {
            journal.write("\(error)", priority: .error)
            throw .inUse
        }
        let clock = makeClock()
        let (ledger, ledgerTrouble) = ledgerFile.load()
        let fixFile = FixFile(folder: stateFolder, fresh: options.simulation != nil)
        let (lastFix, fixTrouble) = fixFile.load()
        let zone = currentZone()
        let tracker = Tracker(
            settings: settings,
            locations: LocationChain(lastFix: lastFix?.named(by: places), timeZonePlace: zone.principalPlace),
            localTime: zone.localTime, ledger: ledger, now: clock.now, boot: clock.boot)

        let bus = SessionBus(
            ownsName: options.simulation == nil, since: clock.now,
            requests: SessionBus.Requests(
                preview: { [weak self] in self?.daemon?.preview($0) ?? false },
                reload: { [weak self] in self?.reload() },
                notificationServerChanged: { [weak self] isThere in
                    self?.daemon?.receive(isThere ? .notificationServerAppeared : .notificationServerLeft)
                }))
        let notifier = DesktopNotifier(environment: environment, bus: bus) { [weak self] activation, token in
            self?.daemon?.receive(.popupActivated(activation, token: token))
        }
        let page = DaylightPage(options: options.ofChart) { [journal] reason in
            journal.write(
                "The daylight cannot be opened: \(reason). It can be seen with: suntracker chart --open",
                priority: .warning)
        }
        let daemon = Daemon(
            tracker: tracker,
            ports: Daemon.Ports(
                clock: clock, journal: journal, ledger: ledgerFile, fixes: fixFile,
                location: GeoClueLocation(places: places), notifier: notifier, hooks: makeHookStarter(),
                daylight: page, publisher: bus, status: status),
            onStop: { exit(0) })
        self.daemon = daemon

        daemon.receive(.started(ledgerTrouble: ledgerTrouble))
        if let fixTrouble { daemon.receive(.stateTrouble(fixTrouble)) }
        watchSignals()
        watchClock()
        bus.connect()
    }

    private func makeClock() -> any WallClock {
        options.simulation.map { AcceleratedClock(start: $0.start, speed: $0.speed) } ?? DispatchWallClock()
    }

    private func makeHookStarter() -> any HookStarter {
        options.simulation == nil
            ? HookRunner(folders: hookFolders, environment: environment)
            : HookRehearsal(folders: hookFolders) { [journal] in journal.write($0, priority: .info) }
    }

    /// A simulation must not touch what the real service remembers, and each begins with a clean slate.
    private var stateFolder: String {
        environment.stateHome + (options.simulation == nil ? "/suntracker" : "/suntracker/simulation")
    }

    private func loadSettings() throws(SettingsError) -> Settings {
        var settings = try settingsFile.load()
        if let place = options.place { settings.setLocation(place) }
        settings.hooks.events = hookFolders.events
        settings.hooks.strayFolders = hookFolders.strayFolders
        return settings
    }

    private func reload() {
        status.reloading()
        do {
            daemon?.receive(.reloaded(try loadSettings()))
        } catch {
            daemon?.receive(.reloadRefused(error))
        }
    }

    private func currentZone() -> (localTime: SystemLocalTime, principalPlace: Place?) {
        let localTime = SystemLocalTime(environment: environment.variables)
        let zoneinfo = ZoneinfoTree(environment: environment.variables)
        do {
            return (
                localTime, try localTime.zoneName.flatMap { try TimeZoneLocation(zoneinfo: zoneinfo).place(ofZone: $0) }
            )
        } catch {
            journal.write("The place of the time zone is not known: \(error)", priority: .warning)
            return (localTime, nil)
        }
    }

    private func watchSignals() {
        // Blocked for every thread by `main`, so that they reach these sources alone.
        watch(SIGHUP) { [weak self] in self?.reload() }
        watch(SIGTERM) { [weak self] in self?.daemon?.receive(.stopRequested) }
        watch(SIGINT) { [weak self] in self?.daemon?.receive(.stopRequested) }
    }

    private func watch(_ signal: Int32, _ handler: @escaping @MainActor () -> Void) {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler { @Sendable in MainActor.assumeIsolated(handler) }
        source.activate()
        signals.append(source)
    }

    /// Watches the settings, the folders of hooks, and the time zone where it is the system's: timedated, and whoever else
    /// sets that, replaces the link, so that there is no need to hear it from timedated as well. Of a process with `TZ` it
    /// is none.
    private func watchFiles() {
        watch("the settings", { [settingsFile, hookFolders] in settingsFile.watched + hookFolders.watched }) {
            [weak self] in self?.followSettings()
        }
        guard environment.variables["TZ"] == nil else { return }
        watch("the time zone", { [.file("/etc/localtime")] }) { [weak self] in self?.followTimeZone() }
    }

    private func watch(
        _ what: String, _ targets: @escaping @MainActor () -> [FileWatcher.Target],
        then follow: @escaping @MainActor () -> Void
    ) {
        do {
            let watcher = try FileWatcher(targets) { [journal] notice in
                switch notice {
                case .changed: follow()
                case .blind(let error):
                    journal.write("Changes of \(what) are no longer noticed: \(error)", priority: .warning)
                }
            }
            fileWatchers.append(watcher)
        } catch {
            journal.write("Changes of \(what) cannot be noticed: \(error)", priority: .warning)
        }
    }

    private func followSettings() {
        do {
            daemon?.receive(.settingsEdited(try loadSettings()))
        } catch {
            daemon?.receive(.settingsEditRefused(error))
        }
    }

    private func followTimeZone() {
        let zone = currentZone()
        daemon?.receive(.timeZoneChanged(zone.localTime, principalPlace: zone.principalPlace))
    }

    private func watchClock() {
        do {
            clockChanges = try ClockChangeMonitor { [weak self] in self?.daemon?.receive(.clockChanged) }
        } catch {
            journal.write("Changes of the clock cannot be noticed: \(error)", priority: .warning)
        }
    }
}
