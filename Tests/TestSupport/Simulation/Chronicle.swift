public import Solar
public import Tracker

/// The chronological record of everything that happened on a simulated machine. It is the only input of the oracle.
public struct Chronicle: Sendable {
    /// The place, settings, hooks and time zone in force for the service from a moment on.
    public struct Situation: Sendable {
        /// The observer's place; nil if there is none.
        public let observer: Observer?
        /// The source of the place, as it is written to the journal.
        public let source: String?
        /// The settings.
        public let settings: Settings
        /// The hooks that exist.
        public let hooks: HookCatalog
        /// The time zone.
        public let localTime: any LocalTime
        /// The user's login; nil if the service does not know it.
        public let login: Login?

        /// The switches, `Grace=` and `Late=`.
        public var notifications: NotificationSettings { settings.notifications }
        /// The alerts of the settings.
        public var alerts: [Alert] { settings.alerts }
    }

    /// The values with which the service starts.
    public struct Beginning: Sendable {
        /// The settings.
        public let settings: Settings
        /// The hooks that exist.
        public let hooks: HookCatalog
        /// The time zone.
        public let localTime: any LocalTime
        /// The time zone's principal place.
        public let principalPlace: Place?
        /// The last fix, if its file is readable.
        public let lastFix: Place?
        /// Whether there is no state of an earlier run.
        public let isFirst: Bool
        /// The user's login; nil if the service does not know it.
        public let login: Login?
    }

    /// The cause of a change of the situation.
    public enum Cause: Hashable, Sendable {
        /// The settings were read again, on request or because a file has changed.
        case reload, edit
        /// The time zone.
        case zone
        /// The location watcher.
        case watcher
    }

    /// The way in which a run of the service ended.
    public enum End: Hashable, Sendable {
        /// An orderly stop on request.
        case stopped
        /// A kill, either in the middle of the outputs of an input, or between two inputs.
        case killed(midway: Bool)
    }

    /// An event in the chronicle.
    public enum Happening: Sendable {
        /// The service starts.
        case began(Beginning)
        /// The service receives an input.
        case learned(Input)
        /// The service no longer runs.
        case ended(End)
        /// The service is awake and handles an input.
        case looked
        /// The service was awake until now, without an input.
        case awake
        /// The clock has this value without having run up to it: after a step, a resume, or time without the service.
        case jumped
        /// The timer has fired.
        case fired
        /// Writes to the disk succeed from now on, or fail. A disk that has not answered for a second fails until it has
        /// everything.
        case diskWorks(Bool)
        /// The service requested a write of the ledger, with the number of the request: whether its text is readable, and
        /// its size in bytes. The service carries out no output before the answer.
        case keepRequested(Int, loads: Bool, size: Int)
        /// The disk has the ledger of the request with that number, and answers this request and all earlier ones.
        case kept(Int)
        /// The service requested a write of the fix; the disk has it.
        case fixKeepRequested(Int, Place), fixKept(Int, Place)
        /// The request with that number was answered: the disk does not have the text, or not yet.
        case keepFailed(Int)
        /// The ledger was lost or damaged.
        case ledgerLost
        /// The last fix was lost or damaged.
        case fixLost
        /// The service is requested to stop.
        case stopRequested
        /// The service sent a request to the location watcher; nil to stop watching.
        case ordered(LocationWatch?)
        /// The service called hooks; received the report that they are called; received the report of a failure.
        case called(HookCall), hooksCalled(HookCall.Subject), hookFailed(HookFailure)
        /// The service wrote to the journal.
        case wrote(JournalEntry)
        /// The service requested a popup from the notification server.
        case asked(Popup)
        /// The service received the server's answer: nil if the popup is shown.
        case answered(Popup.ID, Popup.Failure?)
        /// The popup is on the screen.
        case appeared(Popup)
        /// There is a new notification server, without earlier popups.
        case serverAppeared

        // Added by `Interpreter`, which derives them from the facts above.

        /// The service starts in this situation.
        case started(Situation)
        /// It starts for the first time.
        case startedFirst
        /// This situation is in force from now on. The service handles the change in its next look.
        case changed(Situation, by: Cause)
        /// The watcher has reported the location. If the fix is significant, this is the observer's new
        /// place.
        case located(Observer?)
        /// The watcher has reported that no fix has come in the time for one.
        case fixOverdue
        /// The time zone now contradicts the fix in use.
        case contradicted
        /// The watcher has reported whether the location may be used.
        case authorized(LocationAuthorization)
        /// The service has received the answer to a request to write the ledger, or the fix: whether the disk has it.
        case ledgerAnswered(Bool), fixAnswered(Bool)
    }

    /// An event, with the times at which it was recorded.
    public struct Record: Sendable {
        /// The realtime clock.
        public let clock: Instant
        /// The time since the machine was booted.
        public let uptime: Duration
        /// The number of earlier boots.
        public let boot: Int
        /// The event.
        public var what: Happening
        /// When the service was last free to handle an input. Earlier than `clock` if it then waited for the disk.
        var free: Instant
        /// Whether the service waits for the disk.
        var isWaiting = false

        /// Creates a record with those times.
        public init(clock: Instant, uptime: Duration, boot: Int, what: Happening) {
            (self.clock, self.uptime, self.boot, self.what) = (clock, uptime, boot, what)
            free = clock
        }
    }

    /// All records so far.
    public var records: [Record] = []
}

extension Chronicle: CustomStringConvertible {
    /// One line per record.
    public var description: String { records.map { "\($0.clock)  \($0.what)\n" }.joined() }
}

extension Chronicle.Happening: CustomStringConvertible {
    /// The event in one line.
    public var description: String {
        switch self {
        case .startedFirst: "started for the first time"
        case .started(let situation): "started \(situation.text)"
        case .changed(let situation, let cause): "changed by \(cause): \(situation.text)"
        case .keepRequested(let number, let loads, let size):
            "keep \(number) requested, \(size) bytes\(loads ? "" : ", unreadable")"
        case .kept(let number): "kept \(number)"
        case .fixKeepRequested(let number, let fix):
            "fix keep \(number) requested: \(fix.observer.coordinate), \(fix.provenance)"
        case .fixKept(let number, _): "fix kept \(number)"
        case .keepFailed(let number): "keep \(number) failed"
        case .ledgerAnswered(let isKept): "ledger \(isKept ? "is" : "is not") on the disk"
        case .fixAnswered(let isKept): "fix \(isKept ? "is" : "is not") on the disk"
        case .located(let observer): observer.map { "located, which counts: \($0.coordinate)" } ?? "located"
        case .called(let call):
            "called hooks of \(call.subject.name): \(call.environment.sorted { $0.key < $1.key })"
        case .hooksCalled(let subject): "hooks of \(subject.name) are called"
        case .wrote(let entry): "wrote \(entry.kind): \(entry.message)\(entry.isRecovered ? " [recovered]" : "")"
        case .asked(let popup): "asked for \(popup.summary), \(popup.body)"
        case .appeared(let popup): "appeared: \(popup.summary), \(popup.body)"
        case .answered(_, let failure): failure.map { "answered: \($0)" } ?? "answered: shown"
        case .began: "began"
        case .learned(let input): "learned \(input)"
        case .fixLost: "fix lost"
        case .ended(let end): "ended: \(end)"
        case .looked: "looked"
        case .awake: "awake"
        case .jumped: "jumped"
        case .fired: "fired"
        case .diskWorks(let works): "disk works: \(works)"
        case .ledgerLost: "ledger lost"
        case .fixOverdue: "fix overdue"
        case .contradicted: "fix contradicted by the time zone"
        case .stopRequested: "stop requested"
        case .authorized(let authorization): "authorized: \(authorization)"
        case .ordered(let watch): watch.map { "ordered \($0.mode), \($0.accuracy)" } ?? "ordered nothing"
        case .hookFailed(let failure): "hook failed: \(failure)"
        case .serverAppeared: "server appeared"
        }
    }
}

extension Chronicle.Situation {
    /// The properties by which one set of time-zone rules is distinguished from another.
    var clocks: String {
        (localTime as? SimulatedZone).map { String($0.law, radix: 36) } ?? localTime.zoneName ?? ""
    }

    fileprivate var text: String {
        let place = observer.map { "\($0.coordinate.latitude.degrees) \($0.coordinate.longitude.degrees)" } ?? "nowhere"
        return "\(place) by \(source ?? "nobody"), \(settings.location.source), \(notifications), "
            + "\(alerts.map(\.text)), hooks at \(hooks.events), \(clocks)"
            + (hooks.phases.isEmpty ? "" : ", hooks of \(hooks.phases), \(settings.phases), \(login?.id ?? "-")")
    }
}

extension JournalEntry {
    fileprivate var isRecovered: Bool { fields.contains { $0.name == "SUNTRACKER_RECOVERED" } }
}

extension Alert {
    fileprivate var text: String {
        "\(name): \(offset) after \(event)\(days == .all ? "" : " on some days")\(hook.map { ", then \($0)" } ?? "")"
    }
}
