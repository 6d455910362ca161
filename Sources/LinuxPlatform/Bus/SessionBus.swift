// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Systemd
package import Tracker
import Wording

/// The service on the session bus: its name and object (`etc/data/io.github.suntracker.Suntracker1.xml`), and a watch
/// of the notification server.
@MainActor
package final class SessionBus {
    /// The handlers of requests and signals from the bus.
    package struct Requests {
        /// Shows a preview. Returns whether there is an event or alert with this name. If so, answers once, with the
        /// failure or nil.
        package var preview: @MainActor (_ name: String, _ answer: @escaping @MainActor (Popup.Loss?) -> Void) -> Bool =
            { _, _ in false }
        /// Reads the settings again, and answers once, with their error or nil.
        package var reload: @MainActor (_ answer: @escaping @MainActor (SettingsError?) -> Void) -> Void = { _ in }
        /// Sets the phase manually until an instant, nil for the next boundary. Answers once, with the reason for a
        /// refusal or nil.
        package var setPhase:
            @MainActor (_ name: String, _ until: Instant?, _ answer: @escaping @MainActor (PhaseRequestError?) -> Void)
                -> Void = { _, _, _ in }
        /// The user has turned location services on or off.
        package var locationSettingChanged: @MainActor () -> Void = {}
        package var notificationServerChanged: @MainActor (_ isPresent: Bool) -> Void = { _ in }
        /// The bus is away, for this reason, or is back, without one.
        package var absence: @MainActor (_ reason: String?) -> Void = { _ in }

        package init() {}
    }

    /// The well-known name, which is also the name of the interface.
    package nonisolated static let name = "io.github.suntracker.Suntracker1"
    package nonisolated static let path = "/io/github/suntracker/Suntracker1"

    nonisolated static let settingsRefused = "io.github.suntracker.Suntracker1.Error.SettingsRefused"

    /// Matches dconf's signal that GNOME's switch for location services has changed (gsettings
    /// org.gnome.system.location enabled). The bus delivers only changes of this key or of a path above it. The setting
    /// belongs to GNOME's agent, which GeoClue asks for permission. The agents of other desktops send no such signal;
    /// on these, a reload asks GeoClue again.
    nonisolated static let locationSetting =
        "type='signal',sender='ca.desrt.dconf',path='/ca/desrt/dconf/Writer/user',"
        + "interface='ca.desrt.dconf.Writer',member='Notify',arg0path='/org/gnome/system/location/'"

    private let ownsName: Bool
    private let since: Instant
    private let requests: Requests
    private var state: PublishedState?
    private let retries: any Countdown
    private lazy var connection = KeptConnection(
        open: Bus.openUser, timer: retries, onAbsence: requests.absence
    ) { [unowned self] in
        try prepare($0)
    }
    /// Whether there was an earlier connection.
    private var hasConnected = false
    /// The pending request to the bus, and the handlers waiting for its response.
    private var question: (timer: OneShotTimer, slot: BusSlot?)?
    private var waiting: [@MainActor (Bool) -> Void] = []

    /// - Parameters:
    ///   - ownsName: whether to own the name and export the object. A simulation leaves both to the real service.
    ///   - since: the time at which the service started.
    package convenience init(ownsName: Bool, since: Instant, requests: Requests) {
        self.init(ownsName: ownsName, since: since, requests: requests, retries: OneShotTimer())
    }

    init(ownsName: Bool, since: Instant, requests: Requests, retries: any Countdown) {
        self.ownsName = ownsName
        self.since = since
        self.requests = requests
        self.retries = retries
    }

    package func connect() { connection.connect() }

    private func prepare(_ bus: Bus) throws -> (object: BusObject?, setting: BusSlot) {
        // The server of an earlier bus has gone with it, and the next one may already be there.
        if hasConnected { onNextTurn { [requests] in requests.notificationServerChanged(false) } }
        hasConnected = true
        try bus.watchName("org.freedesktop.Notifications") { [requests] hasOwner in
            requests.notificationServerChanged(hasOwner)
        }
        let setting = try bus.listen(rule: Self.locationSetting) { [requests] _ in requests.locationSettingChanged() }
        let object = ownsName ? try BusObject(on: bus, path: Self.path, interface: Self.name, members: members) : nil
        if state != nil { try requestName(on: bus) }
        return (object, setting)
    }

    /// Requests the name. Call it only once the state is known: a call that starts the service waits for the name, and
    /// then expects the state.
    private func requestName(on bus: Bus) throws(SystemError) {
        if ownsName { try bus.requestName(Self.name) }
    }

    private static let timeout = Duration.seconds(5)

    /// Calls the handler later, once, with whether the bus responds; with true if there is no connection.
    package func whenResponding(_ handler: @escaping @MainActor (Bool) -> Void) {
        waiting.append(handler)
        guard question == nil else { return }
        // The time limit of a call begins only when the connection is made.
        let timer = OneShotTimer()
        timer.start(Self.timeout) { [weak self] in self?.endWait(false) }
        // Any reply is sufficient, even an error.
        let slot = try? connection.current?.bus.call(.ping, deadline: .seconds(60)) { [weak self] _ in
            self?.endWait(true)
        }
        question = (timer, slot)
        if slot == nil { onNextTurn { [weak self] in self?.endWait(true) } }
    }

    private func endWait(_ isResponding: Bool) {
        let handlers = waiting
        (question, waiting) = (nil, [])
        for handler in handlers { handler(isResponding) }
    }

    var members: [BusObject.Member] {
        properties + [
            .method("Preview", "s", "event\0") { [requests] arguments, reply in
                let isKnown =
                    if case .string(let name) = arguments.first {
                        requests.preview(name) { reply($0.asError(BusError.failed, \.reason)) }
                    } else { false }
                guard !isKnown else { return }
                let problem = "no such event or alert; for the events, see EVENTS in suntracker(1)"
                reply(.failure(BusError(name: BusError.invalidArguments, message: problem)))
            },
            .method("Reload", "", "") { [requests] _, reply in
                requests.reload { reply($0.asError(Self.settingsRefused, \.publicDescription)) }
            },
            .method("SetPhase", "st", "phase\0until\0") { [requests] arguments, reply in
                guard case .string(let name) = arguments.first, case .unsigned64(let until) = arguments.last else {
                    let problem = "invalid arguments"
                    return reply(.failure(BusError(name: BusError.invalidArguments, message: problem)))
                }
                requests.setPhase(name, until == 0 ? nil : Instant(microseconds: Int64(clamping: until))) {
                    let kind =
                        switch $0 {
                        case .noPhase, .tooOften: BusError.failed
                        default: BusError.invalidArguments
                        }
                    reply($0.asError(kind, \.description))
                }
            },
            .signal("EventFired", "st", "event\0time\0"),
        ]
    }

    private var properties: [BusObject.Member] {
        [
            .constant("Version", "s", .string(Program.version)),
            .constant("Since", "t", .time(since)),
            property("NextSunrise", "t") { .time($0?.next(.sunrise)) },
            property("NextSunset", "t") { .time($0?.next(.sunset)) },
            property("Phase", "s") { .string($0?.phase?.phase.rawValue ?? "") },
            property("PhaseUntil", "t") { .time($0?.phase?.until) },
            property("PhaseSetManually", "b") { .boolean($0?.phase?.isSetManually ?? false) },
            property("PhaseSetManuallyUntil", "t") { .time($0?.phase?.overrideUntil) },
            property("Place", "s") { .string($0?.place?.name?.description ?? "") },
            property("Coordinate", "ad") {
                let coordinate = $0?.place?.observer.coordinate.toHundredths
                return .array(
                    of: "d", coordinate.map { [.double($0.latitude.degrees), .double($0.longitude.degrees)] } ?? [])
            },
            property("Source", "s") { .string($0?.place?.provenance.source.identifier ?? "") },
            property("Accuracy", "d") { .double($0?.place?.provenance.accuracy ?? -1) },
            property("Observed", "t") { .time($0?.place?.provenance.observed) },
            property("Authorization", "s") { .string($0?.authorization?.identifier ?? "") },
            property("Advice", "s") { .string($0?.authorization?.advice() ?? "") },
            property("LastEvent", "(stt)") { .announcement($0?.lastAnnouncement) },
            property("LastEventNotification", "s") { .string($0?.lastAnnouncement?.notification?.rawValue ?? "") },
            property("LastMissed", "(st)") {
                .structure([.string($0?.lastMissed?.event ?? ""), .time($0?.lastMissed?.due)])
            },
            property("HookProblems", "a(ss)") {
                .array(
                    of: "(ss)",
                    ($0?.hookProblems ?? []).map { .structure([.string($0.problem), .string($0.remedy)]) })
            },
        ]
    }

    /// A property that is computed from the state, or from nil before the first state is published.
    private func property(
        _ name: StaticString, _ signature: StaticString, _ value: @escaping (PublishedState?) -> BusValue
    ) -> BusObject.Member {
        .property(name, signature) { [weak self] in value(self?.state) }
    }
}

extension SessionBus: @MainActor Publisher {
    package func publish(_ state: PublishedState) {
        let isFirst = self.state == nil
        self.state = state
        // A new connection requests the name. If the connection is lost, there is no receiver for a signal.
        guard let (bus, parts) = connection.current else { return connect() }
        if isFirst { try? requestName(on: bus) } else { try? parts.object?.emitPropertiesChanged() }
    }

    package func emit(_ occurrence: Occurrence) {
        try? connection.current?.parts.object?.emit(
            "EventFired", [.string(occurrence.rule.id), .time(occurrence.eventInstant)])
    }
}

extension Optional {
    /// The reply to a call of a method without a result: this value as an error, or a success if it is nil.
    fileprivate func asError(_ name: String, _ message: (Wrapped) -> String) -> Result<[BusValue], BusError> {
        map { .failure(BusError(name: name, message: message($0))) } ?? .success([])
    }
}

extension BusValue {
    /// An instant in microseconds since 1970-01-01T00:00:00Z; 0 for none.
    package static func time(_ instant: Instant?) -> BusValue {
        .unsigned64(UInt64(max(0, instant?.microseconds ?? 0)))
    }

    /// An event, its time, and the time of its announcement.
    fileprivate static func announcement(_ announcement: PublishedState.Announcement?) -> BusValue {
        .structure([
            .string(announcement?.event ?? ""), .time(announcement?.due), .time(announcement?.announced),
        ])
    }
}
