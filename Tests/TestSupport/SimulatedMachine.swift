public import Solar
public import Tracker

/// A machine with a clock, a disk, a journal and a notification server, on which the tracker runs as the daemon would
/// run it. A test makes time pass and things go wrong.
public struct SimulatedMachine {
    /// What the notification server does when it is asked.
    public enum Server: Hashable, Sendable {
        /// Shows the popup.
        case running
        /// Is not there.
        case absent
        /// Has taken the message, and does not answer.
        case hanging
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
    public private(set) var clock: SimulatedClock
    /// The settings file, as it is read at the next start or reload.
    public var settings: Settings
    /// The time zone in force at the next start.
    public var localTime: any LocalTime
    /// What is known of the location at the next start.
    public var locations = LocationChain()
    /// The notification server.
    public var server = Server.running
    /// Whether the disk takes what is written.
    public var diskIsFull = false
    /// Dies before so many more actions; nil for an eternal life.
    public var actionsToLive: Int?

    /// The journal.
    public private(set) var journal: [Entry] = []
    /// What the server has shown.
    public private(set) var shown: [Shown] = []
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
    private var waiting: [Event] = []
    private var unanswered: [Popup] = []

    /// A machine on which nothing has been started.
    public init(at instant: Instant, settings: Settings, localTime: any LocalTime = SimulatedZone.utc) {
        clock = SimulatedClock(instant)
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
        if let fixOnDisk { locations.lastFix = try? FixText(text: fixOnDisk).place }
        tracker = Tracker(
            settings: settings, locations: locations, localTime: localTime, ledger: ledger, now: clock.now)
        deliver(.started(ledgerTrouble: trouble))
    }

    /// Ends the service without a word to it.
    public mutating func kill() {
        tracker = nil
        waiting = []
        unanswered = []
        watch = nil
        clock.timer = nil
    }

    /// Has something happen.
    public mutating func deliver(_ event: Event) {
        waiting.append(event)
        while !waiting.isEmpty {
            let event = waiting.removeFirst()
            for action in tracker?.handle(event, at: clock.now) ?? [] {
                if let left = actionsToLive {
                    guard left > 0 else {
                        actionsToLive = nil
                        kill()
                        return
                    }
                    actionsToLive = left - 1
                }
                actionCount += 1
                perform(action)
            }
        }
    }

    private mutating func perform(_ action: Action) {
        switch action {
        case .keep(let ledger):
            if !diskIsFull { disk = ledger.text }
            waiting.append(diskIsFull ? .ledgerNotKept("no space left on device") : .ledgerKept)
        case .keepFix(let fix):
            if diskIsFull {
                waiting.append(.stateTrouble("no space left on device"))
            } else {
                fixOnDisk = FixText(fix).text
                fixWrites += 1
            }
        case .watchLocation(let order):
            watch = order
            watchOrders += 1
        case .journal(let entry):
            journal.append(Entry(instant: clock.now, entry: entry))
        case .show(let popup):
            ask(popup)
        case .wait(let instant):
            clock.timer = instant
        case .tell, .publish:
            // Nobody listens on this machine.
            break
        case .status(let text):
            status = text
        case .ready:
            readyCount += 1
        case .stop:
            kill()
        }
    }

    // MARK: The notification server

    private mutating func ask(_ popup: Popup) {
        switch server {
        case .running:
            shown.append(Shown(instant: clock.now, popup: popup))
            waiting.append(.popupShown(popup.id))
        case .absent:
            waiting.append(.popupFailed(popup.id, .refused("no such service")))
        case .hanging:
            unanswered.append(popup)
        }
    }

    /// Has libnotify give up waiting for a server that hangs.
    public mutating func timeOutUnanswered() {
        for popup in unanswered { deliver(.popupFailed(popup.id, .unanswered("timeout was reached"))) }
    }

    /// Has the server go on where it hung: it shows what lies in its queue, and answers where somebody still listens.
    public mutating func resumeServer() {
        server = .running
        let queue = unanswered
        unanswered = []
        for popup in queue {
            shown.append(Shown(instant: clock.now, popup: popup))
            deliver(.popupShown(popup.id))
        }
    }

    /// Has a new server appear.
    public mutating func restartServer() {
        server = .running
        unanswered = []
        deliver(.notificationServerAppeared)
    }

    // MARK: Time

    /// Lets time pass, with the timer firing on its way.
    public mutating func advance(to end: Instant) {
        while clock.pass(until: end) {
            wakeups += 1
            deliver(.timerFired)
        }
    }

    /// Lets time pass, with the timer firing on its way.
    public mutating func advance(by duration: Duration) { advance(to: clock.now + duration) }

    /// Sets the clock, forward or back.
    public mutating func setClock(to instant: Instant) {
        clock.set(to: instant)
        deliver(.clockChanged)
        advance(to: instant)
    }

    /// Sleeps for that time, and resumes.
    public mutating func sleep(for duration: Duration) { setClock(to: clock.now + duration) }

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
