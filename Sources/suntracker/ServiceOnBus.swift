import LinuxPlatform
import Reports
import Solar
import Systemd
import Tracker

/// The service on the session bus, for those who ask it. Asking starts nothing.
struct ServiceOnBus {
    private let bus: BusClient

    init(_ bus: BusClient) {
        self.bus = bus
    }

    /// What answers on the session bus under the service's name, and what shows notifications there; nil without a bus.
    ///
    /// - Parameter startsServer: whether a notification server that does not run is started, as it is for a notification.
    static func found(
        startingNotificationServer startsServer: Bool = false
    ) -> (service: ServiceAnswer, notifications: NotificationServer?) {
        do throws(SystemError) {
            let bus = try BusClient.session()
            return (ServiceOnBus(bus).answer, NotificationServerOnBus(bus, startsServer: startsServer).server)
        } catch {
            return (.noBus(error.saysNoBus), nil)
        }
    }

    /// The service that runs; nil where none does or answers, or there is no bus.
    static var running: RunningService? {
        guard let bus = try? BusClient.session(), case .running(let service) = ServiceOnBus(bus).answer else {
            return nil
        }
        return service
    }

    /// What answers under the service's name.
    var answer: ServiceAnswer {
        do throws(BusError) {
            let properties = try bus.properties(of: SessionBus.name, at: SessionBus.path, on: SessionBus.name)
            return RunningService(properties: properties).map { .running($0) }
                ?? .silent("what it says is not understood")
        } catch {
            return error.saysNobodyIsThere ? .absent : .silent(error.reason)
        }
    }

    /// Has the service show a preview of an event or an alert, and waits until the notification server has taken it.
    func preview(_ name: String) throws(BusError) {
        _ = try bus.call(
            BusCall(
                SessionBus.name, SessionBus.path, SessionBus.name, "Preview", [.string(name)],
                startsService: false), deadline: Self.patienceForPreview)
    }

    /// The service answers within 20 s.
    private static let patienceForPreview = Duration.seconds(25)
}

extension BusError {
    /// What has gone wrong, for a person.
    var reason: String { name == Self.noReply ? "no answer in time" : message.isEmpty ? name : message }

    /// Whether the name that was called has no owner.
    var saysNobodyIsThere: Bool {
        [BusError.nameHasNoOwner, BusError.serviceUnknown].contains(name)
    }
}

extension SystemError {
    /// That there is no session bus, in words.
    var saysNoBus: String { "there is no session bus here (\(self))" }
}

extension RunningService {
    /// What the properties say; nil where they are not those that are documented.
    init?(properties: [String: BusValue]) {
        guard case .string(let version)? = properties["Version"], let since = properties["Since"]?.instant else {
            return nil
        }
        let next = [("NextSunrise", SolarEvent.sunrise), ("NextSunset", .sunset)].compactMap { name, event in
            properties[name]?.instant.map { Sun.Occurrence(event, at: $0) }
        }
        self.init(
            version: version, since: since, place: Place(properties: properties),
            next: next.sorted { $0.instant < $1.instant },
            last: Announcement(properties["LastEvent"], notification: properties["LastEventNotification"]),
            authorization: Authorization(properties: properties))
    }
}

extension RunningService.Place {
    fileprivate init?(properties: [String: BusValue]) {
        guard case .array("d", let degrees)? = properties["Coordinate"], degrees.count == 2,
            case .double(let latitude) = degrees[0], case .double(let longitude) = degrees[1],
            let coordinate = Coordinate(latitude: latitude, longitude: longitude),
            let source = properties["Source"]?.text
        else { return nil }
        var radius: Double?
        if case .double(let metres)? = properties["Accuracy"], metres >= 0 { radius = metres }
        self.init(
            name: properties["Place"]?.text, coordinate: coordinate, source: source, accuracy: radius,
            observed: properties["Observed"]?.instant)
    }
}

extension RunningService.Authorization {
    fileprivate init?(properties: [String: BusValue]) {
        guard let state = properties["Authorization"]?.text, let advice = properties["Advice"]?.text else { return nil }
        self.init(state: state, advice: advice)
    }
}

extension RunningService.Announcement {
    fileprivate init?(_ value: BusValue?, notification: BusValue?) {
        guard case .structure(let parts)? = value, parts.count == 3, let event = parts[0].text,
            let instant = parts[1].instant
        else { return nil }
        self.init(
            event: event, instant: instant, announced: parts[2].instant,
            notification: notification?.text.flatMap(Outlook.Announcement.Notification.init))
    }
}

extension BusValue {
    /// The instant that microseconds since 1970 are, as the service writes it; nil for 0, which is none.
    fileprivate var instant: Instant? {
        guard case .unsigned64(let microseconds) = self, microseconds > 0 else { return nil }
        return Instant(microseconds: Int64(clamping: microseconds))
    }

    /// A string; nil for an empty one, which is none.
    var text: String? {
        guard case .string(let text) = self, !text.isEmpty else { return nil }
        return text
    }
}
