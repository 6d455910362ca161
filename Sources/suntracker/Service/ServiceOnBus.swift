import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker

/// The client of the service's D-Bus interface. No call starts the service.
struct ServiceOnBus {
    let bus: BusClient
    /// The language of the reasons for which there is no answer.
    var words = Localizer.english

    /// What the service on the session bus answers, if there is one.
    static func answer(within patience: Duration = patience, in words: Localizer = .english) -> ServiceAnswer {
        do throws(SystemError) {
            return ServiceOnBus(bus: try .session(), words: words).answer(within: patience)
        } catch {
            return .noBus(error.noSessionBus(in: words))
        }
    }

    private static let patience = Duration.seconds(5)

    /// The answer to a call for the properties of the service.
    func answer(within patience: Duration = patience) -> ServiceAnswer {
        do throws(BusError) {
            let properties = try bus.properties(
                of: SessionBus.name, at: SessionBus.path, on: SessionBus.name, deadline: patience)
            return RunningService(properties: properties).map { .running($0) }
                ?? .silent(words("its properties are not those that are documented"))
        } catch {
            return error.isNoOwner ? .absent : .silent(error.reason(in: words))
        }
    }

    /// Asks the service for a preview of an event or an alert. Returns when the notification server has accepted it.
    func preview(_ name: String) throws(BusError) {
        // The service itself gives up after 20 s.
        try request("Preview", [.string(name)], deadline: .seconds(25))
    }

    /// Asks the service to set the phase by hand.
    ///
    /// - Parameter until: nil for the next boundary.
    func setPhase(_ name: String, until: Instant?) throws(BusError) {
        try request("SetPhase", [.string(name), .time(until)])
    }

    private func request(
        _ member: String, _ arguments: [BusValue], deadline: Duration = patience
    ) throws(BusError) {
        _ = try bus.call(
            BusCall(SessionBus.name, SessionBus.path, SessionBus.name, member, arguments, startsService: false),
            deadline: deadline)
    }
}

extension CommandContext {
    /// Asks the running service for something. The error says why it does not do that, and what to do.
    func askService(_ request: (ServiceOnBus) throws(BusError) -> Void) throws(CommandError) {
        let bus: BusClient
        do { bus = try .session() } catch { throw noService(.noBus(error.noSessionBus(in: words))) }
        do { try request(ServiceOnBus(bus: bus, words: words)) } catch {
            let reason = error.reason(in: words)
            let isRefusal = [BusError.invalidArguments, BusError.failed].contains(error.name)
            throw isRefusal
                ? .service(problem: reason, remedy: nil) : noService(error.isNoOwner ? .absent : .silent(reason))
        }
    }

    /// Why no service does what it is asked for, and what to do.
    func noService(_ answer: ServiceAnswer) -> CommandError {
        let fault = ServiceFacts(answer, askedIn: self, in: words).fault(in: words)
        return .service(problem: fault?.sentence ?? "", remedy: fault?.remedy)
    }
}

extension BusError {
    /// A description for people.
    func reason(in words: Localizer) -> String {
        name == Self.noReply ? words("no answer in time") : message.isEmpty ? name : message
    }

    /// Whether nobody owns the bus name that was called.
    var isNoOwner: Bool {
        [BusError.nameHasNoOwner, BusError.serviceUnknown].contains(name)
    }
}

extension SystemError {
    /// The description of a missing session bus.
    func noSessionBus(in words: Localizer) -> String {
        words("there is no session bus here ({reason})", ["reason": "\(self)"])
    }
}

extension RunningService {
    /// The service with these properties; nil if a required one is missing or has the wrong type.
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
            isSetByHand: properties["PhaseSetByHand"] == .boolean(true))
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

    /// The string; nil for an empty one, which means none.
    var text: String? {
        guard case .string(let text) = self, !text.isEmpty else { return nil }
        return text
    }
}

/// The state of the service's unit in the user's service manager.
struct UnitOnBus {
    let environment: Environment
    /// The language of the reasons for which there is no answer.
    var words = Localizer.english
    private static let manager = "org.freedesktop.systemd1"

    /// The state of the unit. The manager loads the unit file if necessary, and does not start the unit.
    var answer: ManagerAnswer {
        do {
            return .unit(try state(askedOn: try bus()))
        } catch let error as SystemError {
            return .unreachable(error.noSessionBus(in: words))
        } catch let error as BusError where error.isNoOwner {
            return .unreachable(words("it is not on the session bus"))
        } catch {
            return .unreachable("\(error)")
        }
    }

    /// The user bus, on which the manager is. A session may have a bus of its own (dbus-run-session(1)), which is used if
    /// there is no user bus.
    private func bus() throws(SystemError) -> BusClient {
        guard let folder = environment["XDG_RUNTIME_DIR"], access("\(folder)/bus", F_OK) == 0 else {
            return try BusClient.session()
        }
        return try BusClient.bus(at: "unix:path=\(folder)/bus")
    }

    private func state(askedOn client: BusClient) throws(BusError) -> UnitState {
        let loaded = try client.call(
            BusCall(
                Self.manager, "/org/freedesktop/systemd1", "\(Self.manager).Manager", "LoadUnit",
                [.string("suntrackerd.service")], startsService: false))
        guard case .objectPath(let path)? = loaded.first else {
            throw BusError(name: BusError.inconsistentMessage, message: "LoadUnit returned no object path")
        }
        let unit = try client.properties(of: "\(Self.manager).Unit", at: path, on: Self.manager)
        let service = try client.properties(of: "\(Self.manager).Service", at: path, on: Self.manager)
        return UnitState(unit: unit, service: service)
    }
}

extension UnitState {
    /// The state from the properties of org.freedesktop.systemd1.Unit and .Service.
    init(unit: [String: BusValue], service: [String: BusValue]) {
        var exitStatus = 0
        if case .signed(let status)? = service["ExecMainStatus"] { exitStatus = Int(status) }
        self.init(
            load: unit["LoadState"]?.text ?? "error", active: unit["ActiveState"]?.text ?? "inactive",
            file: unit["UnitFileState"]?.text ?? "", path: unit["FragmentPath"]?.text ?? "",
            program: Self.program(service["ExecStart"]), mainProcess: Self.process(service["MainPID"]),
            result: service["Result"]?.text ?? "success",
            exitStatus: exitStatus)
    }

    private static func process(_ number: BusValue?) -> Int? {
        guard case .unsigned(let number)? = number, number > 0 else { return nil }
        return Int(number)
    }

    /// The program of the first command line; the type is `a(sasbttttuii)`.
    private static func program(_ commands: BusValue?) -> String? {
        guard case .array(_, let commands)? = commands, case .structure(let parts)? = commands.first else { return nil }
        return parts.first?.text
    }
}
