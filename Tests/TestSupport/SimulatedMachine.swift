public import Solar
public import Tracker

/// A machine with a clock, a disk, a journal and a notification server, on which the tracker runs as the daemon would
/// run it. A test makes time pass and things go wrong.
public struct SimulatedMachine {
    /// What the notification server does when it is asked.
    public enum Server: Hashable, Sendable, CaseIterable {
        /// Shows the popup.
        case running
        /// Is not there.
        case absent
        /// Has taken the message, and does not answer.
        case hanging
        /// Answers no question, so that it is not asked for a popup.
        case silent
        /// Is started by whoever asks, and dies at once.
        case dying
        /// Is there, and answers with an error.
        case refusing
    }

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

    /// The clock.
    public internal(set) var clock: SimulatedClock
    /// How many times the machine was booted before, and when it was for the last time, by the clock.
    private(set) var bootCount = 0
    private(set) var booted: Instant
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
    /// Whether there is a session bus, by which the server is asked.
    public var hasSessionBus = true
    /// Whether the disk takes what is written.
    public var diskIsFull = false {
        didSet { record(.diskWorks(!diskIsFull)) }
    }
    /// Dies before so many more actions; nil for an eternal life.
    public var actionsToLive: Int?

    /// All that happened.
    public internal(set) var history = Chronicle()
    /// The journal.
    public private(set) var journal: [Entry] = []
    /// How often the server was asked for a popup.
    public internal(set) var asked = 0
    /// Whether nobody waits for an answer of the server.
    public var isServerIdle: Bool { nextTimeout == nil }
    /// How often a server was started that dies.
    public internal(set) var starts = 0
    /// What the server has shown.
    public internal(set) var shown: [Shown] = []
    /// What became of the previews that were asked for; nil for one that is shown.
    public internal(set) var previews: [Popup.Failure?] = []
    /// The ledger's file; nil before it is written.
    public var disk: String?
    /// The last fix's file; nil before it is written.
    public var fixOnDisk: String?
    /// How many times the last fix's file was written.
    public private(set) var fixWrites = 0
    /// What the watcher of significant changes was told to do; nil while it has nothing to do.
    public private(set) var watch: LocationWatch?
    /// How many times the watcher was told something.
    public private(set) var watchOrders = 0
    /// Who starts the hooks.
    public var hookStarter = HookStarter.prompt
    /// The calls of hooks.
    public internal(set) var hookCalls: [HookCall] = []
    /// The line in `systemctl status`.
    public private(set) var status = ""
    /// How many times the service has said that it is ready.
    public private(set) var readyCount = 0
    /// How many times the timer has fired.
    public private(set) var wakeups = 0
    /// How many actions were carried out.
    public private(set) var actionCount = 0
    /// Whether the service runs.
    public var isRunning: Bool { tracker != nil }

    private var tracker: Tracker?
    var waiting: [Input] = []
    /// What lies in the queue of a server that hangs, in the order of asking.
    var queue: [Question] = []
    var hookReports: [HookReport] = []
    /// Whether the watcher has told all that it was asked for, and what it said last of its authorization.
    var watcherIsDone = false
    var reportedAuthorization = LocationAuthorization.notDetermined
    /// The oracle's reckoning, for whoever has to know beforehand what will happen.
    var whereabouts = LocationModel()
    /// The last fix whose file can be read.
    var keptFix: LocationModel.Fix?
    let sun = SunTable()

    /// A machine on which nothing has been started.
    public init(at instant: Instant, settings: Settings, localTime: any LocalTime = SimulatedZone.utc) {
        clock = SimulatedClock(instant)
        booted = instant - .seconds(60)
        self.settings = settings
        self.localTime = localTime
    }

    // MARK: The service

    /// Starts the service, on what the disk has.
    public mutating func start() {
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
        whereabouts.begin(
            settings.location, remembering: keptFix ?? locations.lastFix.map { LocationModel.Fix($0) },
            principalPlace: locations.timeZonePlace)
        record(.started(situation))
        tracker = Tracker(
            settings: settings, hooks: hooks, locations: locations, localTime: localTime, ledger: ledger,
            now: clock.now,
            boot: boot)
        deliver(.started(ledgerTrouble: trouble))
    }

    /// Ends the service without a word to it.
    public mutating func kill() { end(.killed(midway: false)) }

    private mutating func end(_ end: Chronicle.End) {
        guard tracker != nil else { return }
        record(.ended(end))
        tracker = nil
        waiting = []
        for index in queue.indices { queue[index].isHeard = false }
        hookReports = []
        watch = nil
        clock.timer = nil
    }

    /// Has something happen.
    public mutating func deliver(_ event: Input) {
        guard tracker != nil else { return }
        waiting.append(event)
        while tracker != nil, !waiting.isEmpty {
            let event = waiting.removeFirst()
            note(event)
            let (now, boot) = (clock.now, boot)
            for action in tracker?.handle(event, at: now, boot: boot) ?? [] {
                if let left = actionsToLive {
                    guard left > 0 else {
                        actionsToLive = nil
                        end(.killed(midway: true))
                        return
                    }
                    actionsToLive = left - 1
                }
                actionCount += 1
                perform(action)
            }
        }
    }

    private mutating func perform(_ action: Output) {
        switch action {
        case .keep(let ledger):
            if !diskIsFull {
                let text = ledger.text
                disk = text
                let copy = try? Ledger(text: text)
                record(.kept(loads: copy == ledger, size: text.utf8.count))
            }
            waiting.append(diskIsFull ? .ledgerNotKept("no space left on device") : .ledgerKept)
        case .keepFix(let fix):
            if diskIsFull {
                waiting.append(.fixNotKept("no space left on device"))
            } else {
                fixOnDisk = KeptFix(fix).text
                fixWrites += 1
                keptFix = whereabouts.remembered
                record(.fixKept(fix))
                waiting.append(.fixKept)
            }
        case .watchLocation(let order):
            watch = order
            watchOrders += 1
            (watcherIsDone, reportedAuthorization) = (false, .notDetermined)
            record(.ordered(order))
        case .journal(let entry):
            journal.append(Entry(instant: clock.now, entry: entry))
            record(.wrote(entry))
        case .show(let popup):
            ask(popup)
        case .wait(let instant):
            clock.timer = instant
        case .answerPreview(_, let failure):
            previews.append(failure)
        case .emit, .publish, .openDaylight:
            // Nobody listens on this machine, or clicks.
            break
        case .callHooks(let call):
            self.call(call)
        case .status(let text):
            status = text
        case .ready:
            readyCount += 1
        case .stop:
            end(.stopped)
        }
    }

    // MARK: Time

    /// Lets time pass, with the timer firing on its way.
    public mutating func advance(to end: Instant) {
        while true {
            let (answer, report) = (nextTimeout ?? Instant.latest, nextHookReport ?? Instant.latest)
            if clock.pass(until: min(end, answer, report)) {
                wakeups += 1
                record(.fired)
                deliver(.timerFired)
            } else if nextTimeout != nil, answer <= min(end, report) {
                timeOutFirst()
            } else if nextHookReport != nil, report <= end {
                reportFirstHook()
            } else {
                break
            }
        }
        record(isRunning ? .awake : .jumped)
    }

    /// Lets time pass, with the timer firing on its way.
    public mutating func advance(by duration: Duration) { advance(to: clock.now + duration) }

    /// Sets the clock, forward or back. The timer goes on as it would, and so do the stopwatches of libnotify and of who
    /// starts the hooks.
    public mutating func setClock(to instant: Instant) {
        booted = booted + (instant - clock.now)
        jump(to: instant) { _ in }
    }

    /// Sleeps for that time, and resumes.
    public mutating func sleep(for duration: Duration) { sleep(for: duration) { _ in } }

    /// - Parameter first: has the service learn of something before it learns of the clock.
    mutating func sleep(for duration: Duration, first: (inout SimulatedMachine) -> Void) {
        jump(to: clock.now + duration, first: first)
    }

    /// Ends the service without a word to it, and boots when the clock shows that instant.
    public mutating func reboot(at instant: Instant) {
        kill()
        bootCount += 1
        booted = instant
        clock.set(to: instant)
        record(.jumped)
    }

    private var boot: Boot { Boot(id: "boot-\(bootCount)", instant: booted) }

    /// Adds to the history, with what a stopwatch shows that was started with the machine.
    mutating func record(_ what: Chronicle.Happening) {
        history.note(what, at: clock.now, uptime: clock.now - booted, boot: bootCount)
    }

    private mutating func jump(to instant: Instant, first: (inout SimulatedMachine) -> Void) {
        let step = instant - clock.now
        for index in queue.indices { queue[index].timeout = queue[index].timeout + step }
        for index in hookReports.indices { hookReports[index].due = hookReports[index].due + step }
        clock.set(to: instant)
        record(.jumped)
        first(&self)
        deliver(.clockStepped)
        advance(to: instant)
    }

    /// Loses the ledger: it becomes that text, or is gone.
    public mutating func damageLedger(_ text: String?) {
        disk = text
        record(.ledgerLost)
    }

    /// Moves to another time zone.
    public mutating func changeZone(to zone: any LocalTime, principalPlace: Place? = nil) {
        localTime = zone
        locations.timeZonePlace = principalPlace
        deliver(.timeZoneChanged(zone, principalPlace: principalPlace))
    }
}

extension SimulatedMachine {
    /// The entries of a kind.
    public func entries(_ kind: JournalEntry.Kind) -> [Entry] { journal.filter { $0.entry.kind == kind } }
}
