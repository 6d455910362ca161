import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// The client of the service's D-Bus interface. No call starts the service.
struct ServiceOnBus {
    let bus: BusClient

    /// Connects to the session bus, and returns the answer of the service.
    static func answer(within timeout: Duration = timeout) -> ServiceAnswer {
        do throws(SystemError) {
            return ServiceOnBus(bus: try .session()).answer(within: timeout)
        } catch {
            return .noBus(error.noSessionBus)
        }
    }

    private static let timeout = Duration.seconds(5)

    /// Requests the properties of the service, and returns its answer.
    func answer(within timeout: Duration = timeout) -> ServiceAnswer {
        do throws(BusError) {
            let properties = try bus.properties(
                of: SessionBus.name, at: SessionBus.path, on: SessionBus.name, deadline: timeout)
            return RunningService(properties: properties).map { .running($0) }
                ?? .silent("its properties do not match the documentation")
        } catch {
            return error.isNoOwner ? .absent : .silent(error.reason)
        }
    }

    /// Asks the service for a preview of an event or an alert. Returns when the notification server has accepted it.
    func preview(_ name: String) throws(BusError) {
        // The service itself gives up after 20 s.
        try request("Preview", [.string(name)], deadline: .seconds(25))
    }

    /// Asks the service to set the phase manually.
    ///
    /// - Parameter until: the end; nil for the next boundary.
    func setPhase(_ name: String, until: Instant?) throws(BusError) {
        try request("SetPhase", [.string(name), .time(until)])
    }

    private func request(
        _ member: String, _ arguments: [BusValue], deadline: Duration = timeout
    ) throws(BusError) {
        _ = try bus.call(
            BusCall(SessionBus.name, SessionBus.path, SessionBus.name, member, arguments, startsService: false),
            deadline: deadline)
    }
}

extension CommandContext {
    /// Sends a request to the running service. The error explains why the request failed, and what to do.
    func askService(_ request: (ServiceOnBus) throws(BusError) -> Void) throws(CommandError) {
        let bus: BusClient
        do { bus = try .session() } catch { throw noService(.noBus(error.noSessionBus)) }
        do { try request(ServiceOnBus(bus: bus)) } catch {
            let reason = error.reason
            let isRefusal = [BusError.invalidArguments, BusError.failed].contains(error.name)
            throw isRefusal
                ? .service(problem: reason, remedy: nil) : noService(error.isNoOwner ? .absent : .silent(reason))
        }
    }

    /// Returns the error if the service cannot serve a request: why, and what to do.
    func noService(_ answer: ServiceAnswer) -> CommandError {
        let problem = ServiceFacts(answer, askedIn: self).problem
        return .service(problem: problem?.summary ?? "", remedy: problem?.remedy.line)
    }
}

extension BusError {
    /// The error in words.
    var reason: String {
        (name == Self.noReply ? "no reply in time" : message.isEmpty ? name : message).printable
    }

    /// Whether the called bus name has no owner.
    var isNoOwner: Bool {
        [BusError.nameHasNoOwner, BusError.serviceUnknown].contains(name)
    }
}

extension SystemError {
    /// The error if there is no session bus.
    var noSessionBus: String { "there is no session bus (\(self))" }
}

extension RunningService {
    /// The service with these properties; nil if a required one is missing or has the wrong type.
    init?(properties: [String: BusValue]) {
        guard let version = properties["Version"]?.text, let since = properties["Since"]?.instant else {
            return nil
        }
        let next = [("NextSunrise", SolarEvent.sunrise), ("NextSunset", .sunset)].compactMap { name, event in
            properties[name]?.instant.map { Sun.Occurrence(event, at: $0) }
        }
        self.init(
            version: version, since: since, place: Place(properties: properties),
            next: next.sorted { $0.instant < $1.instant },
            phase: PhaseSpan(properties: properties),
            last: Announcement(properties["LastEvent"], notification: properties["LastEventNotification"]),
            authorization: Authorization(properties: properties))
    }
}

extension PhaseSpan {
    fileprivate init?(properties: [String: BusValue]) {
        guard let phase = properties["Phase"]?.text.flatMap(Phase.init) else { return nil }
        self.init(
            phase, since: nil, until: properties["PhaseUntil"]?.instant,
            isSetByHand: properties["PhaseSetByHand"] == .boolean(true),
            overrideUntil: properties["PhaseSetByHandUntil"]?.instant)
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
    /// An instant in microseconds since 1970; 0 for none.
    fileprivate static func time(_ instant: Instant?) -> BusValue {
        .unsigned64(UInt64(max(0, instant?.microseconds ?? 0)))
    }

    /// The instant in microseconds since 1970; nil for 0, which means none.
    fileprivate var instant: Instant? {
        guard case .unsigned64(let microseconds) = self, microseconds > 0 else { return nil }
        return Instant(microseconds: Int64(clamping: microseconds))
    }

    /// The string without control characters, which a terminal would interpret; nil for an empty one, which means none.
    var text: String? {
        guard case .string(let text) = self, !text.isEmpty else { return nil }
        return text.printable
    }
}
