import Solar
import Tracker

extension ServiceReport {
    /// A JSON object with `running`. If that is true, it has `version`, `since`, `place`, `events`, `phase`, `phaseUntil`,
    /// `last`, `authorization` and `notificationServer`, otherwise `matter`, `remedy`, `lastError` and `unit`. Unknown values are left out.
    package func json() throws -> String {
        struct Unit: Encodable {
            let loadState: String
            let activeState: String
            let unitFileState: String
            let result: String
            let exitStatus: Int
        }
        struct Absence: Encodable {
            let running = false
            let matter: String
            let remedy: String
            let lastError: String?
            let unit: Unit?
        }
        if case .running(let service) = service {
            return try RunningServiceJSON(service, notifications, in: .local(relativeTime.localTime)).jsonText()
        }
        var unit: Unit?
        if case .unit(let state) = manager {
            unit = Unit(
                loadState: state.load, activeState: state.active, unitFileState: state.file, result: state.result,
                exitStatus: state.exitStatus)
        }
        let absence = absence(in: .english)
        return try Absence(matter: absence.problem, remedy: absence.remedy, lastError: lastError, unit: unit).jsonText()
    }
}

private struct RunningServiceJSON: Encodable {
    struct Place: Encodable {
        let name: String?
        let latitude: Double
        let longitude: Double
        let source: String
        let accuracyMetres: Double?
        let observed: String?
    }
    struct Last: Encodable {
        let event: String
        let time: String
        let announced: String?
        let latenessSeconds: Double?
        let notification: String?
    }
    struct Server: Encodable {
        let state: String
        let name: String?
        let vendor: String?
        let version: String?
        let capabilities: [String]?
    }

    let running = true
    let version: String
    let since: String
    let place: Place?
    let events: [EventJSON]
    let phase: String?
    let phaseUntil: String?
    let last: Last?
    let authorization: AuthorizationJSON?
    let notificationServer: Server?

    init(_ service: RunningService, _ server: NotificationServer?, in scale: TimeScale) {
        version = service.version
        since = scale.timestamp(service.since)
        place = service.place.map {
            Place(
                name: $0.name, latitude: $0.coordinate.latitude.degrees, longitude: $0.coordinate.longitude.degrees,
                source: $0.source, accuracyMetres: $0.accuracy, observed: $0.observed.map(scale.timestamp))
        }
        events = service.next.map { EventJSON($0, in: scale) }
        phase = service.phase?.rawValue
        phaseUntil = service.phaseUntil.map(scale.timestamp)
        last = service.last.map {
            Last(
                event: $0.event, time: scale.timestamp($0.instant), announced: $0.announced.map(scale.timestamp),
                latenessSeconds: $0.lateness.map { Double($0.microseconds) / 1e6 },
                notification: $0.notification?.rawValue)
        }
        authorization = service.authorization.map(AuthorizationJSON.init)
        notificationServer = server.map { server in
            guard case .running(let identity) = server else {
                return Server(state: server.identifier, name: nil, vendor: nil, version: nil, capabilities: nil)
            }
            return Server(
                state: server.identifier, name: identity.name, vendor: identity.vendor, version: identity.version,
                capabilities: identity.capabilities)
        }
    }
}

/// Whether the service is allowed to use the location.
struct AuthorizationJSON: Encodable {
    let state: String
    let advice: String

    init(_ authorization: RunningService.Authorization) {
        state = authorization.state
        advice = authorization.advice
    }
}

extension NotificationServer {
    fileprivate var identifier: String {
        switch self {
        case .running: "running"
        case .startedOnDemand: "started-on-demand"
        case .absent: "absent"
        case .silent: "silent"
        case .startFails: "start-fails"
        }
    }
}
