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
        let preview: @MainActor (SolarEvent) -> Void
        let reload: @MainActor () -> Void
        let notificationServerAppeared: @MainActor () -> Void

        /// Who carries them out.
        public init(
            preview: @escaping @MainActor (SolarEvent) -> Void, reload: @escaping @MainActor () -> Void,
            notificationServerAppeared: @escaping @MainActor () -> Void
        ) {
            self.preview = preview
            self.reload = reload
            self.notificationServerAppeared = notificationServerAppeared
        }
    }

    /// The well-known name, and the interface.
    public static let name = "io.github.suntracker.Suntracker1"
    /// The object.
    public static let path = "/io/github/suntracker/Suntracker1"

    private let ownsName: Bool
    private let requests: Requests
    private var outlook: Outlook?
    private var loop: EventLoop?
    private var connection: (bus: Bus, object: BusObject?)?

    /// - Parameter ownsName: whether the name and the object are there; a simulation leaves them to the real service.
    public init(ownsName: Bool, requests: Requests) {
        self.ownsName = ownsName
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
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.connection = nil } }
            }
            try bus.watchName("org.freedesktop.Notifications") { [requests] hasOwner in
                if hasOwner { requests.notificationServerAppeared() }
            }
            let object = ownsName ? try makeObject(on: bus) : nil
            if ownsName { try bus.requestName(Self.name) }
            connection = (bus, object)
        } catch {
            connection = nil
        }
    }

    private func makeObject(on bus: Bus) throws -> BusObject {
        try BusObject(
            on: bus, path: Self.path, interface: Self.name,
            properties: [
                .init("NextSunrise", "t") { [weak self] in .time(self?.outlook?.nextSunrise) },
                .init("NextSunset", "t") { [weak self] in .time(self?.outlook?.nextSunset) },
                .init("IsDaylight", "b") { [weak self] in .boolean(self?.outlook?.isDaylight ?? false) },
                .init("Place", "s") { [weak self] in .string(self?.outlook?.place?.name ?? "") },
                .init("Source", "s") { [weak self] in .string(self?.outlook?.place?.provenance.source.word ?? "") },
                .init("Accuracy", "d") { [weak self] in .double(self?.outlook?.place?.provenance.accuracy ?? -1) },
                .init("Events", "a(st)") { [weak self] in
                    .array(
                        of: "(st)",
                        (self?.outlook?.events ?? []).map { .structure([.string($0.event.name), .time($0.instant)]) })
                },
            ],
            methods: [
                .init("Preview", "s", "event\0") { [requests] arguments throws(BusError) in
                    guard case .string(let name) = arguments.first, let event = SolarEvent(name: name) else {
                        throw BusError(
                            name: "org.freedesktop.DBus.Error.InvalidArgs",
                            message: "no such event; the events are those of suntracker next --help")
                    }
                    requests.preview(event)
                },
                .init("Reload", "", "") { [requests] _ throws(BusError) in requests.reload() },
            ],
            signals: [.init("EventFired", "st", "event\0time\0")])
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
    public func tell(_ occurrence: Occurrence) {
        try? connection?.object?.emit(
            "EventFired", [.string(occurrence.rule.event.name), .time(occurrence.instant)])
    }
}

extension BusValue {
    /// An instant as the bus has it: microseconds since 1970-01-01T00:00:00Z, 0 for none.
    fileprivate static func time(_ instant: Instant?) -> BusValue {
        .unsigned64(UInt64(max(0, instant?.microseconds ?? 0)))
    }
}
