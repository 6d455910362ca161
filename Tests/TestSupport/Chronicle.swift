public import Solar
public import Tracker

/// What truly happened on a simulated machine, in its order: all that an oracle may know.
public struct Chronicle: Sendable {
    /// What is in force for the service from a moment on.
    public struct Situation: Sendable {
        /// Where the observer is; nil where nothing tells.
        public let observer: Observer?
        /// Who says so, in the journal's word.
        public let source: String?
        /// The settings.
        public let settings: Settings
        /// The hooks that exist.
        public let hooks: HookCatalog
        /// The time zone.
        public let localTime: any LocalTime

        /// The switches, Grace= and Late=.
        public var notifications: NotificationSettings { settings.notifications }
        /// The person's own alerts.
        public var alerts: [Alert] { settings.alerts }
    }

    /// What has brought another situation about.
    public enum Cause: Hashable, Sendable {
        /// The settings, read again because somebody asked, or because a file has changed.
        case reload, edit
        /// The time zone.
        case zone
        /// The watcher of significant changes.
        case watcher
    }

    /// How a run of the service ended.
    public enum End: Hashable, Sendable {
        /// It was asked to.
        case stopped
        /// Without a word to it; in the middle of the actions of an event, or between two events.
        case killed(midway: Bool)
    }

    /// Something that happened.
    public enum Happening: Sendable {
        /// The service begins to run.
        case started(Situation)
        /// The service runs no more.
        case ended(End)
        /// The service is awake and has an event to handle.
        case looked
        /// The service was awake up to here, with no event to handle.
        case awake
        /// The clock shows this without having run here: a step, a resume, or time without the service.
        case jumped
        /// From here on this is in force; it is the next event that tells the service.
        case changed(Situation, by: Cause)
        /// The timer has fired.
        case fired
        /// The disk takes what is written from here on, or does not.
        case diskWorks(Bool)
        /// The ledger was kept: whether its text can be read again, and its size in bytes.
        case kept(loads: Bool, size: Int)
        /// The fix was kept.
        case fixKept(Place)
        /// The ledger was lost or damaged.
        case ledgerLost
        /// The watcher has told the location, or lost it; where the fix counts, that is where the observer is now.
        case located(Observer?)
        /// The time zone has come to contradict the fix that counts.
        case contradicted
        /// The service is asked to end, in good order.
        case stopRequested
        /// The watcher has told whether the location may be known.
        case authorized(LocationAuthorization)
        /// The service told the watcher what to watch; nil for nothing.
        case ordered(LocationWatch?)
        /// The service had hooks called; learnt that they are; learnt that one has failed.
        case called(HookCall), hooksCalled(Occurrence), hookFailed(HookFailure)
        /// The service wrote to the journal.
        case wrote(JournalEntry)
        /// The service asked the notification server for a popup.
        case asked(Popup)
        /// The server's answer reached the service: nil for a popup that is shown.
        case answered(Popup.ID, Popup.Failure?)
        /// The popup is on the screen.
        case appeared(Popup)
        /// A notification server is there that knows nothing of earlier popups.
        case serverAppeared
    }

    /// A happening, and what the clock showed.
    public struct Record: Sendable {
        /// The clock.
        public let clock: Instant
        /// What a stopwatch shows that was started when the machine was booted.
        public let uptime: Duration
        /// How many times the machine was booted before that.
        public let boot: Int
        /// The happening.
        public let what: Happening
    }

    /// All that happened so far.
    public private(set) var records: [Record] = []

    mutating func note(_ what: Happening, at clock: Instant, uptime: Duration, boot: Int) {
        records.append(Record(clock: clock, uptime: uptime, boot: boot, what: what))
    }
}

extension Chronicle: CustomStringConvertible {
    /// A line for each happening.
    public var description: String { records.map { "\($0.clock)  \($0.what.text)\n" }.joined() }
}

extension Chronicle.Happening {
    fileprivate var text: String {
        switch self {
        case .started(let situation): "started \(situation.text)"
        case .changed(let situation, let cause): "changed by \(cause): \(situation.text)"
        case .fixKept(let fix): "fix kept: \(fix.observer.coordinate), \(fix.provenance)"
        case .located(let observer): observer.map { "located, which counts: \($0.coordinate)" } ?? "located"
        case .called(let call): "called hooks of \(call.occurrence.rule.displayName): \(call.environment)"
        case .hooksCalled(let occurrence): "hooks of \(occurrence.rule.displayName) are called"
        case .wrote(let entry): "wrote \(entry.kind): \(entry.message)\(entry.isRecovered ? " [recovered]" : "")"
        case .asked(let popup): "asked for \(popup.summary), \(popup.body)"
        case .appeared(let popup): "appeared: \(popup.summary), \(popup.body)"
        case .answered(_, let failure): failure.map { "answered: \($0)" } ?? "answered: shown"
        default: "\(self)"
        }
    }
}

extension Chronicle.Situation {
    /// The clocks, told apart from others.
    var clocks: String {
        (localTime as? SimulatedZone).map { String($0.law, radix: 36) } ?? localTime.zoneName ?? ""
    }

    fileprivate var text: String {
        let place = observer.map { "\($0.coordinate.latitude.degrees) \($0.coordinate.longitude.degrees)" } ?? "nowhere"
        return "\(place) by \(source ?? "nobody"), \(settings.location.source), \(notifications), "
            + "\(alerts.map(\.text)), hooks at \(hooks.events), \(clocks)"
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
