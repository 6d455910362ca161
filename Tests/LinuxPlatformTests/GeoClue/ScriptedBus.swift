// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import TestSupport
import Tracker

@testable import LinuxPlatform

/// GeoClue's replies in these tests.
enum GeoClueAnswers {
    static let client = "/org/freedesktop/GeoClue2/Client/1"
    static let place = "/org/freedesktop/GeoClue2/Client/1/Location/0"
    static let denied = "org.freedesktop.DBus.Error.AccessDenied"
    /// The time of the request.
    static let asked = at("2026-11-22T08:00:00Z")
    static let timedOut = BusError(name: BusError.noReply, message: "Method call timed out")

    /// The properties of a location in Denver, as GeoClue 2.6 replies to GetAll.
    static let properties: [String: BusValue] = [
        "Latitude": .double(39.7392), "Longitude": .double(-104.9903), "Accuracy": .double(25),
        "Altitude": .double(-1.7976931348623157e308), "Description": .string("NMEA"), "Timestamp": .other("(tt)"),
        "Speed": .double(-1),
    ]

    /// Rounded to 0.01 degree, as the tracker rounds every place of the user.
    static let denver = Place(
        observer: .at(39.74, -104.99), name: nil,
        provenance: Provenance(source: .geoclue, accuracy: 25))
}

/// A session on a bus whose replies the test determines.
struct ScriptedBus {
    var session: GeoClueSession

    init(_ watch: LocationWatch = LocationWatch()) {
        session = GeoClueSession(watch, at: GeoClueAnswers.asked)
    }

    /// A session that has received the reply to Start.
    static func watching(_ watch: LocationWatch = LocationWatch()) -> ScriptedBus {
        var bus = ScriptedBus(watch)
        bus.start()
        _ = bus.answer(.start(client: GeoClueAnswers.client))
        return bus
    }

    /// Runs the session up to the call of Start.
    mutating func start() {
        _ = session.handle(.begin)
        _ = session.handle(.connected)
        _ = answer(.getClient, .objectPath(GeoClueAnswers.client))
    }

    mutating func handle(_ input: GeoClueSession.Input) -> [GeoClueSession.Output] { session.handle(input) }
    mutating func answer(_ request: GeoClueRequest, _ values: BusValue...) -> [GeoClueSession.Output] {
        session.handle(.answered(request, .success(values)))
    }
    mutating func refuse(_ request: GeoClueRequest, _ error: BusError) -> [GeoClueSession.Output] {
        session.handle(.answered(request, .failure(error)))
    }
}

extension [GeoClueSession.Output] {
    var reports: [LocationReport] {
        compactMap { if case .report(let report) = $0 { report } else { nil } }
    }
    /// The delays of the retry timer; nil if the timer is only stopped.
    var retries: [Duration?] {
        compactMap { if case .arm(.retry, let delay) = $0 { delay } else { nil } }
    }
}
