public import Solar
public import Tracker

/// A machine with a clock, a disk, a journal and a notification server, on which the daemon runs with simulated ports.
///
/// A test makes time pass and things go wrong.
public final class SimulatedMachine {
    /// An entry of the journal, and when it was written.
    public struct Entry: Sendable {
        /// When.
        public let instant: Instant
        /// What.
        public let entry: JournalEntry

        /// A field's value; nil if there is no such field.
        public subscript(field: String) -> String? { entry.fields.first { $0.name == field }?.value }
    }

    /// A popup that the server has shown, and when.
    public struct Shown: Sendable {
        /// When.
        public let instant: Instant
        /// What.
        public let popup: Popup
    }

    // MARK: The machine

    /// The clock.
    public internal(set) var clock: SimulatedClock
    /// How many times the machine was booted before, and when it was last booted, by the clock.
    var bootCount = 0
    var booted: Instant
    /// The settings file, as it is read at the next start or reload.
    public var settings: Settings
    /// The hooks that exist at the next start or reload.
    public var hooks = HookCatalog()
    /// The time zone in force at the next start.
    public var localTime: any LocalTime
    /// What is known of the location at the next start.
    public var locations = LocationChain()
    /// The notification server.
    public var server = Server.running
    /// Whether there is a session bus, through which the server is asked.
    public var hasSessionBus = true
    /// Whether the disk refuses what is written.
    public var diskIsFull = false {
        didSet { record(.diskWorks(!diskIsFull)) }
    }
    /// The ledger's file; nil before it is written.
    public var disk: String?
    /// The last fix's file; nil before it is written.
    public var fixOnDisk: String?
    /// What happens to calls of hooks.
    public var hookStarter = HookStarter.prompt
    /// The number of outputs that the daemon carries out before it is killed; nil for no limit.
    public var actionsToLive: Int?

    // MARK: What is seen of the service

    /// Everything that happened.
    public internal(set) var history = Chronicle()
    /// The journal.
    public internal(set) var journal: [Entry] = []
    /// How often the server was asked for a popup.
    public internal(set) var asked = 0
    /// How often a server was started that dies.
    public internal(set) var starts = 0
    /// What the server has shown.
    public internal(set) var shown: [Shown] = []
    /// The answers to the previews that were asked for; nil for one that is shown.
    public internal(set) var previews: [Popup.Failure?] = []
    /// How many times the last fix's file was written.
    public internal(set) var fixWrites = 0
    /// What the location watcher was asked to watch; nil while it has nothing to do.
    public internal(set) var watch: LocationWatch?
    /// How many times the location watcher was asked for something.
    public internal(set) var watchOrders = 0
    /// The calls of hooks.
    public internal(set) var hookCalls: [HookCall] = []
    /// The line in `systemctl status`.
    public internal(set) var status = ""
    /// How many times the service has said that it is ready.
    public internal(set) var readyCount = 0
    /// How many times the timer has fired.
    public internal(set) var wakeups = 0
    /// How many outputs were carried out.
    public internal(set) var actionCount = 0
    /// Whether the service runs.
    public var isRunning: Bool { daemon != nil }

    // MARK: Inside

    private var daemon: Daemon?
    private var ports: SimulatedPorts?
    /// What the daemon has received and not handled yet; nil for an input that leaves no trace of its own.
    private var unhandled: [Input?] = []
    /// What the daemon wants to run when the timer fires.
    var timerHandler: () -> Void = {}
    /// The popups that a hanging server has been asked for, in the order of asking.
    var queue: [Question] = []
    var hookReports: [PendingHookReport] = []
    /// Where the location watcher reports to.
    var locationHandler: (LocationReport) -> Void = { _ in }
    /// Whether the location watcher has reported all that it was asked for.
    var watcherIsDone = false
    /// The authorization that the location watcher has last reported.
    var reportedAuthorization = LocationAuthorization.notDetermined
    /// The oracle's reckoning, by which scenarios find the next event. The oracle has another one of its own.
    private(set) var foresight = Interpreter(sun: SunTable())

    /// A machine on which nothing has been started.
    public init(at instant: Instant, settings: Settings, localTime: any LocalTime = SimulatedZone.utc) {
        clock = SimulatedClock(instant)
        booted = instant - .seconds(60)
        self.settings = settings
        self.localTime = localTime
    }

    // MARK: The service

    /// Starts the service on what the disk has.
    public func start() {
        var trouble: String?
        var ledger: Ledger?
        if let disk {
            do {
                ledger = try Ledger(text: disk)
            } catch {
                trouble = "\(error)"
            }
        }
        if let fixOnDisk { locations.lastFix = try? KeptFix(text: fixOnDisk).place }
        record(
            .began(
                Chronicle.Beginning(
                    settings: settings, hooks: hooks, localTime: localTime,
                    principalPlace: locations.timeZonePlace,
                    lastFix: locations.lastFix)))
        let tracker = Tracker(
            settings: settings, hooks: hooks, locations: locations, localTime: localTime, ledger: ledger,
            now: clock.now, boot: boot)
        let ports = SimulatedPorts(of: self)
        self.ports = ports
        daemon = Daemon(tracker: tracker, ports: ports.all) { [weak ports] in ports?.machine?.end(.stopped) }
        deliver(.started(ledgerTrouble: trouble))
    }

    /// Ends the service without a warning.
    public func kill() { end(.killed(midway: false)) }

    private func end(_ end: Chronicle.End) {
        guard daemon != nil else { return }
        record(.ended(end))
        // The outputs that it still carries out reach nobody.
        ports?.machine = nil
        (daemon, ports, unhandled) = (nil, nil, [])
        for index in queue.indices { queue[index].answer = nil }
        hookReports = []
        watch = nil
        clock.timer = nil
    }

    /// Has something happen.
    public func deliver(_ input: Input) {
        report(input) { daemon?.receive(input) }
    }

    /// Has a port report to the daemon.
    ///
    /// - Parameter input: what the daemon makes of the report.
    func report(_ input: Input?, _ report: () -> Void) {
        guard daemon != nil else { return }
        unhandled.append(input)
        report()
    }

    /// Asks for a preview of the rule of that name.
    public func preview(_ name: String) {
        guard let daemon, let ports else { return }
        unhandled.append(nil)
        let isKnown = daemon.preview(name) { [weak ports] failure in
            ports?.perform { $0.previews.append(failure) }
        }
        if !isKnown { unhandled.removeLast() }
    }

    /// The daemon reads the clock once for each input, before it handles it.
    func beginLook() {
        guard !unhandled.isEmpty else { preconditionFailure("the daemon handles what it has not received") }
        note(unhandled.removeFirst())
    }

    /// Whether the service lives to carry out its next output.
    func survivesOutput() -> Bool {
        if let left = actionsToLive {
            guard left > 0 else {
                actionsToLive = nil
                end(.killed(midway: true))
                return false
            }
            actionsToLive = left - 1
        }
        actionCount += 1
        return true
    }

    var boot: Boot { Boot(id: "boot-\(bootCount)", instant: booted) }

    /// Adds to the history, with the time since the machine was booted.
    func record(_ what: Chronicle.Happening) {
        let record = Chronicle.Record(
            clock: clock.now, uptime: clock.now - booted, boot: bootCount, what: what)
        history.records.append(record)
        _ = foresight.interpret(record)
    }

    /// The entries of a kind.
    public func entries(_ kind: JournalEntry.Kind) -> [Entry] { journal.filter { $0.entry.kind == kind } }
}
