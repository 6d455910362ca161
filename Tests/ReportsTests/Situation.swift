// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

/// A place with its source, and a time, for which reports are checked in several languages.
struct Situation: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let now: String
    private let coordinate: (Double, Double)
    private let zone: String
    private let name: PlaceName?
    private let elevation: Double?
    private let source: Provenance.Source

    init(
        _ description: String, at latitude: Double, _ longitude: Double, _ zone: String, _ now: String,
        name: PlaceName? = nil, from source: Provenance.Source = .commandLine, elevation: Double? = nil
    ) {
        (testDescription, coordinate, self.zone, self.now) = (description, (latitude, longitude), zone, now)
        (self.name, self.elevation, self.source) = (name, elevation, source)
    }

    /// The place, as located two days ago with an accuracy of 12 km.
    func place() -> Place {
        var place = ReportsTests.place(coordinate.0, coordinate.1, source: source, elevation: elevation)
        place.name = name
        place.provenance.accuracy = 12_345
        place.provenance.observed = at(now) - .seconds(200_000)
        return place
    }

    func localTime() throws -> SimulatedZone { try #require(zones[zone]) }

    static let polarNight = Situation(
        "polar night", at: 69.65, 18.96, "Europe/Oslo", "2026-12-21T10:00:00Z", name: "Tromsø",
        from: .timeZone("Europe/Oslo"))
    static let twelveHours = Situation(
        "a clock with 12 hours", at: 39.74, -104.99, "Denver, 12 hours", "2026-10-31T23:30:00Z", name: "Denver",
        from: .settings, elevation: 1609)

    /// Situations with each course of the Sun, source of the place, and clock change.
    static let days = [
        Situation(
            "an ordinary day", at: 39.74, -104.98, "America/Denver", "2026-11-21T20:00:00Z", name: "Denver",
            from: .timeZone("America/Denver")),
        Situation(
            "the evening", at: 39.74, -104.98, "America/Denver", "2026-11-22T01:00:00Z", name: .near("Denver"),
            from: .settings),
        Situation(
            "named on the command line", at: -33.87, 151.21, "America/Denver", "2026-11-21T07:50:00Z", name: "Sydney"),
        Situation(
            "the day on which the clocks change", at: -31.55, 159.08, "Australia/Lord_Howe", "2026-10-02T22:00:00Z",
            from: .geoclue),
        Situation(
            "no clock change", at: 1.87, -157.4, "Pacific/Kiritimati", "2026-01-01T10:00:00Z",
            name: .near("London"), from: .lastFix),
        Situation("the day before the polar day", at: 69.65, 18.96, "Europe/Oslo", "2026-05-18T10:00:00Z"),
        Situation("polar day", at: 69.65, 18.96, "Europe/Oslo", "2026-06-21T10:00:00Z"),
        Situation("the last day of the polar day", at: 69.65, 18.96, "Europe/Oslo", "2026-07-25T10:00:00Z"),
        polarNight,
    ]

    /// The situations with long texts.
    static let long = [
        polarNight,
        Situation(
            "polar day, high in the north", at: 78.22, 15.65, "Europe/Oslo", "2026-05-18T22:30:00Z",
            name: .near("Longyearbyen"), from: .geoclue, elevation: 12.5),
        Situation(
            "a long name", at: 53.22, -4.2, "UTC", "2026-03-19T02:00:00Z",
            name: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Isle of Anglesey, United Kingdom",
            from: .lastFix),
        twelveHours,
        Situation("a name in Arabic", at: 30.04, 31.24, "nameless", "2199-11-21T09:00:00Z", name: "القاهرة"),
        Situation("no name, long ago", at: -33.87, -151.21, "Pacific/Kiritimati", "1801-06-01T09:00:00Z"),
    ]
}

/// A location provider that has shut down, as GeoClue's configuration names it.
let endedProvider = LocationProvider(host: "location.services.mozilla.com", origin: "/g.conf:49")
