import Dispatch
public import Solar
import Systemd
public import Tracker

/// The service on the session bus: its own name and object there (`systemd/io.github.suntracker.Suntracker1.xml`), and an
/// eye on the notification server.
@MainActor
public final class SessionBus {
    /// What is asked for over the bus.
    public struct Requests {
        let preview: @MainActor (_ name: String, _ answer: @escaping @MainActor (Popup.Failure?) -> Void) -> Bool
        let reload: @MainActor () -> SettingsError?
        let locationSettingChanged: @MainActor () -> Void
        let notificationServerChanged: @MainActor (_ isThere: Bool) -> Void

        /// Who carries them out; `preview` answers whether there is anything of that name, and then once what became of it;
        /// `reload` what is wrong with the settings.
        public init(
            preview:
                @escaping @MainActor (_ name: String, _ answer: @escaping @MainActor (Popup.Failure?) -> Void) -> Bool,
            reload: @escaping @MainActor () -> SettingsError?,
            locationSettingChanged: @escaping @MainActor () -> Void,
            notificationServerChanged: @escaping @MainActor (_ isThere: Bool) -> Void
        ) {
            self.preview = preview
            self.reload = reload
            self.locationSettingChanged = locationSettingChanged
            self.notificationServerChanged = notificationServerChanged
        }
    }

    /// The well-known name, and the interface.
    public nonisolated static let name = "io.github.suntracker.Suntracker1"
    /// The object.
    public nonisolated static let path = "/io/github/suntracker/Suntracker1"

    /// The error that Reload answers with where the settings have a mistake.
    nonisolated static let settingsRefused = "io.github.suntracker.Suntracker1.Error.SettingsRefused"

    /// The signal by which dconf tells that the switch for location services has changed, which GNOME's settings have
    /// (gsettings org.gnome.system.location enabled). The bus passes on the changes of this key alone, or of all that is
    /// above it. It is a setting of GNOME's agent, which GeoClue asks before it answers; where another desktop has another
    /// agent nothing comes, and a reload asks again.
    nonisolated static let locationSetting =
        "type='signal',path='/ca/desrt/dconf/Writer/user',interface='ca.desrt.dconf.Writer',member='Notify',"
        + "arg0path='/org/gnome/system/location/'"

    private let ownsName: Bool
    private let since: Instant
    private let requests: Requests
    private var outlook: Outlook?
    private var loop: EventLoop?
    private var connection: (bus: Bus, object: BusObject?, setting: BusSlot)?

    /// - Parameters:
    ///   - ownsName: whether the name and the object are there; a simulation leaves them to the real service.
    ///   - since: when the service has started.
    public init(ownsName: Bool, since: Instant, requests: Requests) {
        self.ownsName = ownsName
        self.since = since
        self.requests = requests
    }

    /// Connects to the session bus, unless that has been done. A bus that is not there is no error: the next call tries
    /// again.
    public func connect() {
        guard connection == nil else { return }
        do {
            let loop = try self.loop ?? EventLoop()
            self.loop = loop
            let bus = try Bus.openUser(on: loop)
            // Not from inside the bus's own callback, which this would free.
            bus.onDisconnect = { [weak self] in
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.connectAgain() } }
            }
            try bus.watchName("org.freedesktop.Notifications") { [requests] hasOwner in
                requests.notificationServerChanged(hasOwner)
            }
            let setting = try bus.listen(rule: Self.locationSetting) { [requests] _ in requests.locationSettingChanged()
            }
            let object = ownsName ? try makeObject(on: bus) : nil
            if ownsName { try bus.requestName(Self.name) }
            connection = (bus, object, setting)
        } catch {
            connection = nil
        }
    }

    /// Connects to the bus that has closed the connection, which starts it where systemd has its socket. One that has never
    /// answered is left alone until there is something to show: it may well do the same again.
    private func connectAgain() {
        let worked = connection?.bus.hasAnswered == true
        connection = nil
        if worked { connect() }
    }

    private func makeObject(on bus: Bus) throws -> BusObject {
        try BusObject(
            on: bus, path: Self.path, interface: Self.name,
            properties: properties,
            methods: [
                .init("Preview", "s", "event\0") { [requests] arguments, reply in
                    let isKnown =
                        if case .string(let name) = arguments.first {
                            requests.preview(name) { failure in
                                reply(failure.map { BusError(name: BusError.failed, message: $0.reason) })
                            }
                        } else { false }
                    guard !isKnown else { return }
                    reply(
                        BusError(
                            name: BusError.invalidArguments,
                            message: "no such event or alert; the events are in suntracker.conf(5), HOOKS"))
                },
                .init("Reload", "", "") { [requests] _, reply in
                    reply(requests.reload().map { BusError(name: Self.settingsRefused, message: "\($0)") })
                },
            ],
            signals: [.init("EventFired", "st", "event\0time\0")])
    }

    private var properties: [BusObject.Property] {
        [
            .constant("Version", "s", .string(Program.version)),
            .constant("Since", "t", .time(since)),
            property("NextSunrise", "t") { .time($0?.nextSunrise) },
            property("NextSunset", "t") { .time($0?.nextSunset) },
            property("IsDaylight", "b") { .boolean($0?.isDaylight ?? false) },
            property("Place", "s") { .string($0?.place?.name?.description ?? "") },
            property("Coordinate", "ad") { .array(of: "d", ($0?.place?.coordinateToTell ?? []).map { .double($0) }) },
            property("Source", "s") { .string($0?.place?.provenance.source.identifier ?? "") },
            property("Accuracy", "d") { .double($0?.place?.provenance.accuracy ?? -1) },
            property("Observed", "t") { .time($0?.place?.provenance.observed) },
            property("Authorization", "s") { .string($0?.authorization?.identifier ?? "") },
            property("Advice", "s") { .string($0?.authorization?.advice ?? "") },
            property("LastEvent", "(stt)") { .announcement($0?.lastAnnouncement) },
            property("LastEventNotification", "s") { .string($0?.lastAnnouncement?.notification?.rawValue ?? "") },
            property("Events", "a(st)") { outlook in
                .array(
                    of: "(st)",
                    (outlook?.events ?? []).map { .structure([.string($0.event.name), .time($0.instant)]) })
            },
        ]
    }

    /// A property that follows from the outlook; nil before there is one.
    private func property(
        _ name: StaticString, _ signature: StaticString, _ value: @escaping (Outlook?) -> BusValue
    ) -> BusObject.Property {
        BusObject.Property(name, signature) { [weak self] in value(self?.outlook) }
    }
}

extension SessionBus: Publisher {
    /// Sets the properties, and tells that they have changed.
    public func publish(_ outlook: Outlook) {
        self.outlook = outlook
        // A bus that takes no signal has nobody who waits for it.
        try? connection?.object?.emitPropertiesChanged()
    }

    /// Sends the signal EventFired.
    public func emit(_ occurrence: Occurrence) {
        try? connection?.object?.emit(
            "EventFired", [.string(occurrence.rule.id), .time(occurrence.eventInstant)])
    }
}

extension BusValue {
    /// An instant as the bus has it: microseconds since 1970-01-01T00:00:00Z, 0 for none.
    fileprivate static func time(_ instant: Instant?) -> BusValue {
        .unsigned64(UInt64(max(0, instant?.microseconds ?? 0)))
    }

    /// An event, when it happened, and when it was announced.
    fileprivate static func announcement(_ announcement: Outlook.Announcement?) -> BusValue {
        .structure([
            .string(announcement?.event ?? ""), .time(announcement?.due), .time(announcement?.announced),
        ])
    }
}

extension Place {
    /// Degrees north and east as far as others need to know them: to 0.01 degree.
    fileprivate var coordinateToTell: [Double] {
        let coordinate = observer.coordinate
        return [coordinate.latitude.degrees, coordinate.longitude.degrees].map { ($0 * 100).rounded() / 100 }
    }
}
