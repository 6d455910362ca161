// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Tracker
package import Wording

/// A machine with a clock, a disk, a journal and a notification server, on which the daemon runs with simulated ports.
///
/// Tests advance the time and inject faults.
package final class SimulatedMachine {
    /// A journal entry with the time at which it was written.
    package struct Entry: Sendable {
        package let instant: Instant
        /// What the journal was told.
        package let fact: JournalFact
        let localTime: any LocalTime

        package var entry: JournalEntry { JournalEntry(fact, localTime: localTime) }

        /// The value of a field; nil if the entry does not contain it.
        package subscript(field: String) -> String? { entry.fields.first { $0.name == field }?.value }
    }

    /// A popup with the time at which the server showed it.
    package struct Shown: Sendable {
        package let instant: Instant
        package let popup: Popup
        let localTime: any LocalTime
        let words: Localizer

        /// The popup with its texts.
        package var written: WrittenPopup { WrittenPopup(popup, localTime: localTime, in: words) }
    }

    // MARK: The machine

    package internal(set) var clock: SimulatedClock
    /// The number of earlier boots, and the time of the last boot on the realtime clock.
    var bootCount = 0
    var booted: Instant
    /// The settings file, which the service reads at its next start or reload.
    package var settings: Settings
    /// The hooks that the service finds at its next start or reload.
    package var hooks = HookCatalog()
    /// The time zone at the next start.
    package var localTime: any LocalTime
    /// The authorization of the location at the next start.
    package var locations = LocationChain()
    /// Whether a start without any state is the machine's first start. Otherwise, the first start was long ago.
    package var isNew = false
    /// The texts for people.
    package var words = Localizer.english
    /// The directory that finds the names of fixes.
    package var places: any PlaceDirectory = NoPlaces()
    package var server = Server.running
    /// Whether there is a session bus, through which the service reaches the server.
    package var hasSessionBus = true
    /// Whether a notification server is running or can be started.
    package var hasServer = true
    /// Whether writes to the disk fail.
    package var diskIsFull = false {
        didSet { record(.diskWorks(!diskIsFull && !writer.isRecordedAsDown)) }
    }
    package var diskSpeed = DiskSpeed.prompt {
        didSet { diskSpeedChanged(from: oldValue) }
    }
    /// The ledger file; nil if it has not been written.
    package var disk: String?
    /// The file of the last fix; nil if it has not been written.
    package var fixOnDisk: String?
    /// How long hooks take to start.
    package var hookDelay = Duration.zero
    /// The number of outputs that the daemon carries out before it is killed; nil for no limit.
    package var actionsToLive: Int?

    // MARK: Observations

    /// All records.
    package internal(set) var history = Chronicle()
    package internal(set) var journal: [Entry] = []
    /// The number of popup requests to the server.
    package internal(set) var asked = 0
    /// The number of starts of a server that exits immediately.
    package internal(set) var starts = 0
    /// The popups that the server has shown.
    package internal(set) var shown: [Shown] = []
    /// The outcomes of the requested previews; nil for a preview that is shown.
    package internal(set) var previews: [Popup.Loss?] = []
    /// The number of writes of the file of the last fix.
    package internal(set) var fixWrites = 0
    /// The current request to the location watcher; nil for none.
    package internal(set) var watch: LocationWatch?
    /// What was last published for other programs.
    package internal(set) var state: PublishedState?
    /// The number of requests to the location watcher.
    package internal(set) var watchOrders = 0
    /// How often the location watcher was asked again.
    package internal(set) var locationRequests = 0
    /// The tags of the withdrawn popups.
    package internal(set) var withdrawn: [String] = []
    package internal(set) var hookCalls: [HookCall] = []
    package internal(set) var targets = SimulatedTargets()
    /// The last status line.
    var statusLine: (line: StatusLine, localTime: any LocalTime)?
    /// The status line of the unit, as in `systemctl status`.
    package var status: String { statusLine.map { $0.line.text(localTime: $0.localTime) } ?? "" }
    /// How often the service has reported that it is ready.
    package internal(set) var readyCount = 0
    /// How often the timer has fired.
    package internal(set) var wakeups = 0
    /// The number of outputs that the service has carried out.
    package internal(set) var actionCount = 0
    package var isRunning: Bool { daemon != nil }

    // MARK: State

    private var daemon: Daemon?
    private var ports: SimulatedPorts?
    /// The inputs that the daemon has received but not yet handled; nil for an input without a separate record.
    private var unhandled: [Input?] = []
    var timerHandler: () -> Void = {}
    /// The unanswered requests to a server that hangs, oldest first.
    var queue: [Question] = []
    var hookReports: [PendingHookReport] = []
    /// The writes that the disk has not completed.
    var writer = Writer()
    /// The situation after all inputs that the service has handled.
    private(set) var situation: Chronicle.Situation?

    /// Creates a machine without a running service.
    package init(at instant: Instant, settings: Settings, localTime: any LocalTime = SimulatedZone.utc) {
        clock = SimulatedClock(instant)
        booted = instant - .seconds(60)
        self.settings = settings
        self.localTime = localTime
    }

    // MARK: The service

    /// Starts the service with the state on the disk.
    package func start() {
        var ledgerProblem: String?
        var ledger: Ledger?
        if let disk {
            do {
                ledger = try Ledger(text: disk)
            } catch {
                ledgerProblem = "\(error)"
            }
        }
        if let fixOnDisk { locations.lastFix = try? Place(lastFixText: fixOnDisk) }
        let isFirst = isNew && disk == nil && fixOnDisk == nil && locations.lastFix == nil
        let situation = Chronicle.Situation(
            settings: settings, localTime: localTime, mainCity: locations.timeZonePlace, hooks: hooks)
        self.situation = situation
        record(.started(situation))
        let login = Login(id: boot.id)
        targets.begin(with: ledger, in: login)
        let tracker = Tracker(
            settings: settings, hooks: hooks, locations: locations, localTime: localTime, places: places,
            ledger: ledger, isFirstStart: isFirst, now: clock.now, boot: boot,
            login: login)
        let ports = SimulatedPorts(of: self)
        self.ports = ports
        daemon = Daemon(tracker: tracker, ports: ports.all) { [weak ports] in ports?.machine?.end(.stopped) }
        deliver(.started(ledgerProblem: ledgerProblem))
    }

    /// Kills the service.
    ///
    /// If it is waiting for the disk, it is killed in the middle of the outputs of an input.
    package func kill() { end(.killed(midway: writer.isAwaited)) }

    private func end(_ end: Chronicle.End) {
        guard daemon != nil else { return }
        record(.ended(end))
        // The remaining outputs of the killed service have no effect.
        ports?.machine = nil
        (daemon, ports, unhandled) = (nil, nil, [])
        for index in queue.indices { queue[index].answer = nil }
        hookReports = []
        endWriter()
        watch = nil
        clock.timer = nil
    }

    /// Sends an input to the daemon.
    package func deliver(_ input: Input) {
        report(input) { daemon?.receive(input) }
    }

    /// Sends a report of a port to the daemon.
    ///
    /// - Parameter input: the input into which the daemon turns the report.
    func report(_ input: Input?, _ report: () -> Void) {
        guard daemon != nil else { return }
        unhandled.append(input)
        report()
    }

    /// Requests a preview of the rule with this name.
    package func preview(_ name: String) {
        guard let daemon, let ports else { return }
        unhandled.append(nil)
        let isKnown = daemon.preview(name) { [weak ports] failure in
            ports?.perform { $0.previews.append(failure) }
        }
        if !isKnown { unhandled.removeLast() }
    }

    /// The daemon's clock calls this. The daemon reads it once per input, before handling the input.
    func beginLook() {
        guard !unhandled.isEmpty else { preconditionFailure("the daemon handles an input that it has not received") }
        note(unhandled.removeFirst())
    }

    /// Records an input before the daemon handles it; nil for an input without a separate record.
    private func note(_ input: Input?) {
        switch input {
        case .settings(.success(let settings), let hooks, _)?:
            (self.settings, self.hooks) = (settings, hooks)
            situation?.settings = settings
            situation?.hooks = hooks
            if let situation { record(.changed(situation)) }
        case .settings(.failure, let hooks, _)?:
            self.hooks = hooks
            situation?.hooks = hooks
            if let situation { record(.changed(situation)) }
        case .timeZoneChanged(let localTime, let mainCity, _)?:
            self.localTime = localTime
            locations.timeZonePlace = mainCity
            situation?.localTime = localTime
            situation?.mainCity = mainCity
            if let situation { record(.changed(situation)) }
        case .hooks(.called, .occurrence(let occurrence))?: record(.startedHooks(occurrence))
        case .phaseRequested(let request)?: record(.requestedPhase(request))
        case .ledgerStore(let report, _)?: record(.ledgerAnswered(report == .written))
        case .popupShown(let id): record(.answered(id, nil))
        case .popupFailed(let id, let failure): record(.answered(id, failure))
        case .notificationServerAppeared: record(.serverAppeared)
        case .notificationServerLeft: record(.serverLeft)
        // Nothing more is announced before the stop, so no look is recorded.
        case .stopRequested: return record(.stopRequested)
        default: break
        }
        record(.looked)
    }

    /// Returns whether the service is still running for its next output.
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

    /// Adds a record to the chronicle, with the time since the boot.
    func record(_ what: Chronicle.Happening) {
        let record = Chronicle.Record(
            clock: clock.now, uptime: clock.now - booted, boot: bootCount, what: what)
        history.records.append(record)
    }

    package func entries(_ kind: JournalEntry.Kind) -> [Entry] { journal.filter { $0.entry.kind == kind } }
}
