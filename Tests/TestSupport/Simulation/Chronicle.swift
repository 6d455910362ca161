// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Tracker

/// The chronological record of all that happened on a simulated machine. It is the only input of the judge.
package struct Chronicle: Sendable {
    /// The values that apply to the service from a moment on.
    package struct Situation: Hashable, Sendable {
        package internal(set) var settings: Settings
        package internal(set) var localTime: any LocalTime
        var mainCity: Place?
        /// The place from GeoClue.
        var fix: Place?
        package internal(set) var hooks: HookCatalog

        package init(
            settings: Settings, localTime: any LocalTime, mainCity: Place? = nil, fix: Place? = nil,
            hooks: HookCatalog = HookCatalog()
        ) {
            (self.settings, self.localTime, self.mainCity, self.fix) = (
                settings, localTime, mainCity, fix
            )
            self.hooks = hooks
        }

        /// The observer's place; nil if there is none.
        var observer: Observer? {
            switch settings.location.source {
            case .fixed: settings.location.fixed?.observer
            case .geoclue: fix?.observer
            case .timezone: mainCity?.observer
            case .auto: (settings.location.fixed ?? mainCity)?.observer
            }
        }

        var notifications: NotificationSettings { settings.notifications }
        var alerts: [Alert] { settings.alerts }
    }

    /// How a run of the service ended.
    package enum End: Hashable, Sendable {
        /// A clean stop on request.
        case stopped
        /// A kill, either in the middle of the outputs of an input, or between two inputs.
        case killed(midway: Bool)
    }

    package enum Happening: Sendable {
        /// The service starts in this situation.
        case started(Situation)
        /// This situation applies from now on. The service handles the change in its next look.
        case changed(Situation)
        /// The service no longer runs.
        case ended(End)
        /// The service is awake and handles an input.
        case looked
        /// The service was awake until now, without an input.
        case awake
        /// The clock has this value, but has not run up to it: after a step, a resume, or a time without the service.
        case jumped
        case fired
        /// Writes to the disk succeed from now on, or fail. A disk that has not responded for a second counts as
        /// failing until it has written everything.
        case diskWorks(Bool)
        /// The service requested to write this ledger, read from its text, which has this number of bytes; nil if the text
        /// cannot be read. The service carries out no output before the reply.
        case keepRequested(Ledger?, size: Int)
        /// This ledger is on the disk, which completes its request and all earlier ones.
        case kept(Ledger)
        /// A request to write the ledger has failed: it is not on the disk, or not yet.
        case keepFailed
        /// The service has received the reply to a request to write the ledger: whether the disk contains it.
        case ledgerAnswered(Bool)
        /// The ledger was lost or damaged.
        case ledgerLost
        case stopRequested
        /// The service wrote to the journal.
        case wrote(JournalFact)
        /// The service called hooks, or the target of a phase.
        case called(HookCall)
        case startedHooks(Occurrence)
        case requestedPhase(PhaseRequest)
        case published(Phase?)
        /// The service requested a popup, with times in this local time, from the notification server.
        case asked(Popup, in: any LocalTime)
        /// The service received the server's reply: nil if the popup is shown.
        case answered(Popup.ID, Popup.Failure?)
        case appeared(Popup)
        /// There is a new notification server, without earlier popups.
        case serverAppeared
        /// The notification server has left. It may have shown the popups to which it has not replied.
        case serverLeft
    }

    /// An event, with the times at which it was recorded.
    package struct Record: Sendable {
        /// The realtime clock.
        package let clock: Instant
        /// The time since the machine was booted.
        package let uptime: Duration
        /// The number of earlier boots.
        package let boot: Int
        package var what: Happening
        /// When the service was last free to handle an input: earlier than `clock` if it then waited for the disk.
        var free: Instant
        /// Whether the service waits for the disk.
        var isWaiting = false

        package init(clock: Instant, uptime: Duration, boot: Int, what: Happening) {
            (self.clock, self.uptime, self.boot, self.what) = (clock, uptime, boot, what)
            free = clock
        }
    }

    /// All records so far.
    package var records: [Record] = []
}

extension Chronicle: CustomStringConvertible {
    /// One line per record.
    package var description: String { records.map { "\($0.clock)  \($0.what)\n" }.joined() }
}

extension Chronicle.Happening: CustomStringConvertible {
    /// The event in one line.
    package var description: String {
        switch self {
        case .started(let situation): "started \(situation.text)"
        case .changed(let situation): "changed: \(situation.text)"
        case .keepRequested(let ledger, let size): "keep requested, \(size) bytes\(ledger == nil ? ", unreadable" : "")"
        case .kept: "kept"
        case .keepFailed: "keep failed"
        case .ledgerAnswered(let isKept): "ledger \(isKept ? "is" : "is not") on the disk"
        case .wrote(let fact): "wrote \(fact.text)"
        case .asked(let popup, _): "asked for \(popup.content.text)"
        case .appeared(let popup): "appeared: \(popup.content.text)"
        case .answered(_, let failure): failure.map { "answered: \($0)" } ?? "answered: shown"
        case .ended(let end): "ended: \(end)"
        case .looked: "looked"
        case .awake: "awake"
        case .jumped: "jumped"
        case .fired: "fired"
        case .diskWorks(let works): "disk works: \(works)"
        case .called(let call): "called for \(call.subject.name)"
        case .startedHooks(let occurrence): "started the hooks of \(occurrence.text)"
        case .ledgerLost: "ledger lost"
        case .stopRequested: "stop requested"
        case .requestedPhase(let request): "requested phase: \(request)"
        case .published(let phase): "published phase: \(phase?.rawValue ?? "none")"
        case .serverAppeared: "server appeared"
        case .serverLeft: "server left"
        }
    }
}

extension Chronicle.Situation {
    package static func == (one: Self, other: Self) -> Bool {
        one.settings == other.settings && one.observer == other.observer && one.clocks == other.clocks
            && one.hooks == other.hooks
    }

    /// Hashes the place only, which is enough to tell most situations apart.
    package func hash(into hasher: inout Hasher) { hasher.combine(observer) }

    /// A text that distinguishes one set of time-zone rules from another.
    var clocks: String {
        (localTime as? SimulatedZone).map { String($0.law, radix: 36) } ?? localTime.zoneName ?? ""
    }

    fileprivate var text: String {
        let place = observer.map { "\($0.coordinate.latitude.degrees) \($0.coordinate.longitude.degrees)" } ?? "nowhere"
        let phases = "\(settings.phases.day) to \(settings.phases.night), hooks \(hooks.events)"
        return "\(place), \(settings.location.source), \(notifications), \(alerts.map(\.text)), \(clocks), \(phases)"
    }
}

extension JournalFact {
    fileprivate var text: String {
        switch self {
        case .event(let occurrence, _, _, let isRecovered, _):
            "event \(occurrence.text)\(isRecovered ? " [recovered]" : "")"
        case .missed(let occurrence, _, _): "missed \(occurrence.text)"
        case .interrupted(let entry, _, _, _): "interrupted \(entry.rule) at \(entry.due)"
        case .notShown(let occurrence, let loss, _, _, _): "notShown \(occurrence.text): \(loss)"
        default: "\(self)"
        }
    }
}

extension Popup.Content {
    fileprivate var text: String {
        if case .announcement(let occurrence, _) = self { occurrence.text } else { tag }
    }
}

extension Occurrence {
    fileprivate var text: String { "\(rule.id) at \(due), event at \(eventInstant)" }
}

extension Alert {
    fileprivate var text: String {
        "\(name): \(offset) after \(event)\(days == .all ? "" : " on some days")"
    }
}
