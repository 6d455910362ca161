public import Solar
public import Tracker

/// What truly happened on a simulated machine, in its order: all that an oracle may know.
public struct Chronicle: Sendable {
    /// What is in force for the service from a moment on.
    public struct Situation: Sendable {
        /// Where the observer is; nil where nothing tells.
        public let observer: Observer?
        /// The switches, Grace= and Late=.
        public let notifications: NotificationSettings
        /// The person's own alerts.
        public let alerts: [Alert]
        /// The time zone.
        public let localTime: any LocalTime
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
        case changed(Situation)
        /// The timer has fired.
        case fired
        /// The disk takes what is written from here on, or does not.
        case diskWorks(Bool)
        /// The ledger was kept: whether its text can be read again, and its size in bytes.
        case kept(loads: Bool, size: Int)
        /// The ledger was lost or damaged.
        case ledgerLost
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
        /// The happening.
        public let what: Happening
    }

    /// All that happened so far.
    public private(set) var records: [Record] = []

    mutating func note(_ what: Happening, at clock: Instant) {
        records.append(Record(clock: clock, what: what))
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
        case .changed(let situation): "changed \(situation.text)"
        case .wrote(let entry): "wrote \(entry.kind): \(entry.message)\(entry.isRecovered ? " [recovered]" : "")"
        case .asked(let popup): "asked for \(popup.summary), \(popup.body)"
        case .appeared(let popup): "appeared: \(popup.summary), \(popup.body)"
        case .answered(_, let failure): failure.map { "answered: \($0)" } ?? "answered: shown"
        default: "\(self)"
        }
    }
}

extension Chronicle.Situation {
    fileprivate var text: String {
        let place = observer.map { "\($0.coordinate.latitude.degrees) \($0.coordinate.longitude.degrees)" } ?? "nowhere"
        return "\(place), \(notifications), \(alerts.map(\.text)), \(localTime.civilTime(at: .unixEpoch).utcOffset)"
    }
}

extension JournalEntry {
    fileprivate var isRecovered: Bool { fields.contains { $0.name == "SUNTRACKER_RECOVERED" } }
}

extension Alert {
    fileprivate var text: String { "\(name): \(offset) after \(event)\(days == .all ? "" : " on some days")" }
}
