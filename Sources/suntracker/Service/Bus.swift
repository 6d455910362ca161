// SPDX-License-Identifier: MIT
import CSystemd
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

extension Bus {
    /// Calls a method, and waits for the values of the reply, for the limit at most, even if the bus itself hangs. The
    /// service never waits (architecture.md).
    ///
    /// - Throws: the error in the reply; `BusError.noReply` if there is no reply in time.
    func reply(to call: BusCall, within limit: Duration = .seconds(5)) throws(BusError) -> [BusValue] {
        let end = monotonicMicroseconds() + limit.microseconds
        // Signals that arrive meanwhile are dispatched later.
        defer { loop.pump() }
        // sd_bus_call(3) itself would wait for the handshake without a limit.
        while try Self.attempt("connect", sd_bus_is_ready(bus)) == 0 {
            if try Self.attempt("connect", sd_bus_process(bus, nil)) > 0 { continue }
            let left = end - monotonicMicroseconds()
            guard left > 0 else { throw BusError(name: BusError.noReply, message: "the bus does not respond") }
            try Self.attempt("connect", sd_bus_wait(bus, UInt64(left)))
        }
        let message: OpaquePointer
        do { message = try call.message(on: bus) } catch { throw BusError(error) }
        defer { sd_bus_message_unref(message) }
        var failure = sd_bus_error()
        defer { sd_bus_error_free(&failure) }
        var reply: OpaquePointer?
        let left = UInt64(max(1, end - monotonicMicroseconds()))
        let result = sd_bus_call(bus, message, left, &failure, &reply)
        if let name = failure.name {
            throw BusError(
                answer: String(cString: name), message: failure.message.map { String(cString: $0) } ?? "")
        }
        try Self.attempt("sd_bus_call", result)
        defer { sd_bus_message_unref(reply) }
        guard let values = reply.flatMap({ BusValue.all(of: $0) }) else {
            throw BusError(name: BusError.inconsistentMessage, message: "the reply cannot be read")
        }
        return values
    }

    @discardableResult
    private static func attempt(_ call: String, _ result: Int32) throws(BusError) -> Int32 {
        guard result >= 0 || result == -EINTR else { throw BusError(SystemError(call, number: -result)) }
        return result
    }
}

/// The client of the service's D-Bus interface. No call starts the service.
extension Bus {
    func service(within limit: Duration = .seconds(5)) -> ServiceAnswer {
        ServiceAnswer(Result { () throws(BusError) in try reply(to: .serviceProperties, within: limit) })
    }

    func callService(_ member: String, _ arguments: [BusValue], within limit: Duration) throws(BusError) {
        _ = try reply(
            to: BusCall(SessionBus.name, SessionBus.path, SessionBus.name, member, arguments, startsService: false),
            within: limit)
    }

    /// Returns the properties of an object's interface. Does not start a service.
    func properties(
        of interface: String, at path: String, on destination: String, within limit: Duration = .seconds(5)
    ) throws(BusError) -> [String: BusValue] {
        try BusCall.properties(in: reply(to: .properties(of: interface, at: path, on: destination), within: limit))
    }
}

extension BusCall {
    static let serviceProperties = properties(of: SessionBus.name, at: SessionBus.path, on: SessionBus.name)

    fileprivate static func properties(of interface: String, at path: String, on destination: String) -> BusCall {
        BusCall(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)], startsService: false)
    }

    fileprivate static func properties(in values: [BusValue]) throws(BusError) -> [String: BusValue] {
        guard case .dictionary(let properties)? = values.first else {
            throw BusError(name: BusError.inconsistentMessage, message: "the reply contains no properties")
        }
        return properties
    }
}

extension ServiceAnswer {
    /// Reads the reply to `BusCall.serviceProperties`.
    init(_ reply: Result<[BusValue], BusError>) {
        do throws(BusError) {
            let service = RunningService(properties: try BusCall.properties(in: try reply.get()))
            self = service.map { .running($0) } ?? .silent("its properties do not match the documentation")
        } catch {
            self = error.isNoOwner ? .absent : .silent(error.reason)
        }
    }

    @MainActor
    static func onSessionBus(within limit: Duration = .seconds(5)) -> Self {
        do { return try Bus.openUser().service(within: limit) } catch { return .noBus(error.noSessionBus) }
    }
}

@MainActor
extension CommandContext {
    func sessionBus() throws(CommandError) -> Bus {
        do { return try .openUser() } catch { throw noService(.noBus(error.noSessionBus)) }
    }

    /// Returns the error if the service cannot serve a request: why, and what to do.
    func noService(_ answer: ServiceAnswer) -> CommandError {
        .unavailable(ServiceFacts(answer, askedIn: self).problem?.line ?? "")
    }
}

extension BusError {
    var reason: String {
        (name == Self.noReply ? "no reply in time" : message.isEmpty ? name : message).printable
    }

    var isNoOwner: Bool {
        [BusError.nameHasNoOwner, BusError.serviceUnknown].contains(name)
    }
}

extension SystemError {
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
            lastMissed: Missed(properties["LastMissed"]), hookProblems: Problem.all(in: properties["HookProblems"]),
            authorization: Authorization(properties: properties))
    }
}

extension PhaseSpan {
    fileprivate init?(properties: [String: BusValue]) {
        guard let phase = properties["Phase"]?.text.flatMap(Phase.init) else { return nil }
        self.init(
            phase, since: nil, until: properties["PhaseUntil"]?.instant,
            isSetManually: properties["PhaseSetManually"] == .boolean(true),
            overrideUntil: properties["PhaseSetManuallyUntil"]?.instant)
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
            notification: notification?.text.flatMap(PublishedState.Announcement.Notification.init))
    }
}

extension RunningService.Missed {
    fileprivate init?(_ value: BusValue?) {
        guard case .structure(let parts)? = value, parts.count == 2, let event = parts[0].text,
            let instant = parts[1].instant
        else { return nil }
        self.init(event: event, instant: instant)
    }
}

extension Problem {
    fileprivate static func all(in value: BusValue?) -> [Problem] {
        guard case .array("(ss)", let rows)? = value else { return [] }
        return rows.compactMap { row in
            guard case .structure(let parts) = row, parts.count == 2, let summary = parts[0].text,
                let remedy = parts[1].text
            else { return nil }
            return Problem(summary, Remedy(line: remedy))
        }
    }
}

extension BusValue {
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

    /// The strings of an array, as `text`; nil for another value.
    var texts: [String]? {
        guard case .array(_, let values) = self else { return nil }
        return values.compactMap(\.text)
    }
}
