// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// A connection to a bus with blocking calls (sd_bus_call(3)). A call returns at its deadline at the latest, even if
/// the bus itself hangs.
///
/// Use it on one thread only.
final class BusClient {
    private let bus: OpaquePointer

    static func session() throws(SystemError) -> BusClient {
        try opened("sd_bus_open_user") { sd_bus_open_user(&$0) }
    }

    static func system() throws(SystemError) -> BusClient {
        try opened("sd_bus_open_system") { sd_bus_open_system(&$0) }
    }

    static func bus(at address: String) throws(SystemError) -> BusClient {
        let client = try opened("sd_bus_new") { sd_bus_new(&$0) }
        try checked("sd_bus_set_address", sd_bus_set_address(client.bus, address))
        try checked("sd_bus_set_bus_client", sd_bus_set_bus_client(client.bus, 1))
        try checked("sd_bus_start", sd_bus_start(client.bus))
        return client
    }

    private static func opened(
        _ call: String, _ open: (inout OpaquePointer?) -> Int32
    ) throws(SystemError) -> BusClient {
        var bus: OpaquePointer?
        try checked(call, open(&bus))
        guard let bus else { throw SystemError(call, number: ENOMEM) }
        return BusClient(bus)
    }

    private init(_ bus: OpaquePointer) {
        self.bus = bus
    }

    deinit {
        sd_bus_close_unref(bus)
    }

    /// Calls a method, and returns the values of the reply.
    ///
    /// - Throws: the error in the reply; `BusError.noReply` if there is no reply in time.
    func call(_ call: BusCall, deadline: Duration = .seconds(5)) throws(BusError) -> [BusValue] {
        let end = monotonicMicroseconds() + deadline.microseconds
        try becomeReady(until: end)
        let message: OpaquePointer
        do { message = try call.message(on: bus) } catch { throw BusError(error) }
        defer { sd_bus_message_unref(message) }
        var failure = sd_bus_error()
        defer { sd_bus_error_free(&failure) }
        var answer: OpaquePointer?
        let left = UInt64(max(1, end - monotonicMicroseconds()))
        let result = sd_bus_call(bus, message, left, &failure, &answer)
        guard result >= 0, let answer else { throw BusError(failure, of: "sd_bus_call", result) }
        defer { sd_bus_message_unref(answer) }
        guard let values = BusValue.all(of: answer) else { throw .unreadable }
        return values
    }

    /// Returns the properties of an object's interface. Does not start a service.
    func properties(
        of interface: String, at path: String, on destination: String, deadline: Duration = .seconds(5)
    ) throws(BusError) -> [String: BusValue] {
        let call = BusCall(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)], startsService: false)
        guard case .dictionary(let properties)? = try self.call(call, deadline: deadline).first else {
            throw .unreadable
        }
        return properties
    }

    /// Completes the handshake with the bus. sd_bus_call(3) itself would wait for it without a time limit.
    private func becomeReady(until end: Int64) throws(BusError) {
        while true {
            var result = sd_bus_is_ready(bus)
            if result > 0 { return }
            if result == 0 {
                result = sd_bus_process(bus, nil)
                if result > 0 { continue }
            }
            if result == 0 {
                let left = end - monotonicMicroseconds()
                guard left > 0 else { throw BusError(name: BusError.noReply, message: "the bus does not respond") }
                result = sd_bus_wait(bus, UInt64(left))
            }
            guard result >= 0 || result == -EINTR else { throw BusError(sd_bus_error(), of: "connect", result) }
        }
    }
}

extension BusError {
    fileprivate static let unreadable = BusError(name: inconsistentMessage, message: "the reply cannot be read")

    fileprivate init(_ error: SystemError) {
        self.init(name: Self.failed, message: "\(error)")
    }

    fileprivate init(_ error: sd_bus_error, of call: String, _ result: Int32) {
        guard let name = error.name else {
            self.init(SystemError(call, number: -result))
            return
        }
        // If a call times out, the name of the error depends on the version of sd-bus.
        self.init(
            name: result == -ETIMEDOUT ? Self.noReply : String(cString: name),
            message: error.message.map { String(cString: $0) } ?? "")
    }
}

/// The client of the service's D-Bus interface. No call starts the service.
extension BusClient {
    func service(within timeout: Duration = .seconds(5)) -> ServiceAnswer {
        do throws(BusError) {
            let properties = try properties(
                of: SessionBus.name, at: SessionBus.path, on: SessionBus.name, deadline: timeout)
            return RunningService(properties: properties).map { .running($0) }
                ?? .silent("its properties do not match the documentation")
        } catch {
            return error.isNoOwner ? .absent : .silent(error.reason)
        }
    }

    func callService(
        _ member: String, _ arguments: [BusValue], deadline: Duration = .seconds(5)
    ) throws(BusError) {
        _ = try call(
            BusCall(SessionBus.name, SessionBus.path, SessionBus.name, member, arguments, startsService: false),
            deadline: deadline)
    }
}

extension ServiceAnswer {
    static func onSessionBus(within timeout: Duration = .seconds(5)) -> Self {
        do { return try BusClient.session().service(within: timeout) } catch { return .noBus(error.noSessionBus) }
    }
}

extension CommandContext {
    func sessionBus() throws(CommandError) -> BusClient {
        do { return try .session() } catch { throw noService(.noBus(error.noSessionBus)) }
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
    static func time(_ instant: Instant?) -> BusValue {
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
