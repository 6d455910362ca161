// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import Tracker

/// A request to GeoClue (org.freedesktop.GeoClue2, the D-Bus API reference).
enum GeoClueRequest: Hashable {
    /// Returns the client object of this connection, which is created if there is none.
    case getClient
    case set(client: String, property: String, BusValue)
    /// Starts the client. An agent may first ask the user for permission.
    case start(client: String)
    case location(path: String)
    case stop(client: String)
    case deleteClient(String)

    static let service = "org.freedesktop.GeoClue2"
    static let clientInterface = "org.freedesktop.GeoClue2.Client"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"
    /// The name of the desktop entry (etc/data), which identifies the program to GeoClue and its agents.
    static let desktopID = "io.github.suntracker.Suntracker"

    static func configuration(of client: String, for watch: LocationWatch) -> [GeoClueRequest] {
        // GClueAccuracyLevel.
        let level: UInt32 =
            switch watch.accuracy {
            case .city: 4
            case .exact: 8
            }
        let properties: [(String, BusValue)] = [
            ("DesktopId", .string(desktopID)), ("RequestedAccuracyLevel", .unsigned(level)),
            // The fix after a poor one is wanted at any distance, because it is better.
            ("DistanceThreshold", .unsigned(0)),
            // GeoClue drops fixes within this time after the last one, even if the last one was poor.
            ("TimeThreshold", .unsigned(0)),
        ]
        return properties.map { .set(client: client, property: $0.0, $0.1) }
    }

    /// The call on the bus. Only GetClient may start GeoClue: the objects of the other calls do not exist in a new process.
    var call: BusCall {
        let manager = "/org/freedesktop/GeoClue2/Manager"
        let (path, interface, member, arguments): (String, String, String, [BusValue]) =
            switch self {
            case .getClient: (manager, "org.freedesktop.GeoClue2.Manager", "GetClient", [])
            case .set(let client, let property, let value):
                (
                    client, Self.propertiesInterface, "Set",
                    [.string(Self.clientInterface), .string(property), .variant(value)]
                )
            case .start(let client): (client, Self.clientInterface, "Start", [])
            case .location(let path):
                (path, Self.propertiesInterface, "GetAll", [.string("org.freedesktop.GeoClue2.Location")])
            case .stop(let client): (client, Self.clientInterface, "Stop", [])
            case .deleteClient(let client):
                (manager, "org.freedesktop.GeoClue2.Manager", "DeleteClient", [.objectPath(client)])
            }
        return BusCall(Self.service, path, interface, member, arguments, startsService: self == .getClient)
    }

    /// The time limit for the reply. GetClient waits for an agent, which starts at login, at about the same time as
    /// this program. The limit is longer than the 25 s after which dbus-daemon reports that GeoClue cannot be started,
    /// so this report is received. Start may wait for the user.
    var deadline: Duration {
        switch self {
        case .getClient: .seconds(40)
        case .start: .seconds(180)
        case .set, .location, .stop, .deleteClient: .seconds(10)
        }
    }

    func authorization(after error: BusError) -> LocationAuthorization {
        switch error.name {
        case "org.freedesktop.DBus.Error.AccessDenied":
            // GeoClue's reasons differ only in their texts (src/gclue-service-client.c).
            if error.messageContains("no agent for UID") { return .restricted(.noAgent) }
            if error.messageContains("disallowed by configuration") { return .denied(.byConfiguration) }
            if error.messageContains("Geolocation disabled") { return .denied(.turnedOff) }
            return .denied(.refused)
        case BusError.serviceUnknown, "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.systemd1.UnitMasked":
            return self == .getClient ? .restricted(.noGeoClue) : .restricted(.failing)
        case BusError.nameHasNoOwner:
            // dbus-broker uses this error for every start that fails (src/launch/launcher.c). Only the texts
            // distinguish a unit that cannot be started from a start that failed, but can succeed later.
            let isMissing = ["unit is masked", "unknown unit", "unit is invalid"].contains { error.messageContains($0) }
            return self == .getClient && isMissing ? .restricted(.noGeoClue) : .restricted(.failing)
        case BusError.noReply:
            // The bus replies with this error if the callee has left.
            if error.messageContains("disconnected") { return .restricted(.failing) }
            switch self {
            case .getClient: return .restricted(.noAgent)
            case .start: return .denied(.unanswered)
            case .set, .location, .stop, .deleteClient: return .restricted(.failing)
            }
        default:
            return .restricted(.failing)
        }
    }
}

extension Place {
    /// The place in the properties of a GeoClue location; nil if they do not contain one.
    ///
    /// The altitude (-1.797e308 if unknown) is not used: it is the height above sea level, not above the horizon. An
    /// invalid accuracy is ignored, and an infinite one is none.
    init?(geoClueLocation properties: [String: BusValue]) {
        guard case .double(let latitude) = properties["Latitude"],
            case .double(let longitude) = properties["Longitude"],
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var provenance = Provenance(source: .geoclue, observed: Instant(geoClueLocation: properties))
        if case .double(let radius) = properties["Accuracy"], radius >= 0 {
            provenance.accuracy = radius
        }
        self.init(observer: Observer(coordinate.toHundredths), name: nil, provenance: provenance)
    }
}

extension Instant {
    /// The time stamp in the properties of a GeoClue location; nil if they do not contain one. GeoClue's manual allows 0,
    /// and no time stamp at all.
    fileprivate init?(geoClueLocation properties: [String: BusValue]) {
        guard case .structure(let parts) = properties["Timestamp"], case .unsigned64(let seconds)? = parts.first,
            seconds > 0
        else { return nil }
        self.init(unixSeconds: Double(seconds))
    }
}

extension LocationWatch.Accuracy {
    /// Whether the fix is accurate enough. A fix of unknown accuracy is accepted.
    func isMet(by fix: Place) -> Bool {
        // The only source of GeoClue that yields no more than the region is an Internet address.
        let radius: Double =
            switch self {
            case .city: 25_000
            case .exact: 2000
            }
        return fix.provenance.accuracy.map { $0 <= radius } ?? true
    }
}
