// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@Suite("A fixed location") struct FixedLocationTests {
    /// Settings from lines of `[Location]` with their file, such as `user:Place=Denver`.
    private func settings(_ lines: [String]) throws -> Settings {
        try Settings(
            entries: lines.enumerated().map { index, line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return SettingsEntry("Location.\(parts[1])", file: String(parts[0]), line: index + 1)
            }, places: FewPlaces())
    }

    @Test(
        "comes from the last file that sets one",
        arguments: [
            (["user:Place=Denver"], 39.74, "Denver", nil),
            (["user:Name=Home", "user:Place=Denver"], 39.74, "Home", nil),
            (["user:Place=Denver", "user:Elevation=1609"], 39.74, "Denver", 1609),
            (["user:Latitude=39.7", "user:Longitude=-105"], 39.7, "Denver", nil),
            (["user:Latitude=39.2", "user:Longitude=-105"], 39.2, "near Denver", nil),
            (["user:Latitude=0", "user:Longitude=-140"], 0, nil, nil),
            (["user:Latitude=0", "user:Longitude=-140", "user:Name=Boat"], 0, "Boat", nil),
            // The machine's file sets a place with all its details; the user's file sets another place.
            (
                ["etc:Latitude=1", "etc:Longitude=2", "etc:Name=Office", "etc:Elevation=50", "user:Place=Tromsø"],
                69.65, "Tromsø", nil
            ),
            (
                ["etc:Place=Tromsø", "etc:Name=Office", "user:Longitude=-105", "user:Latitude=39.7"], 39.7, "Denver",
                nil
            ),
            (
                ["etc:Place=Tromsø", "user:Name=Home", "user:Latitude=39.7", "user:Longitude=-105"], 39.7, "Home", nil
            ),
            (
                [
                    "etc:Latitude=1", "etc:Longitude=2", "etc:Name=Office", "etc:Elevation=50", "user:Latitude=39.7",
                    "user:Longitude=-105",
                ],
                39.7, "Denver", nil
            ),
            (
                [
                    "etc:Latitude=1", "etc:Longitude=2", "etc:Elevation=50", "user:Elevation=9", "user:Latitude=39.7",
                    "user:Longitude=-105",
                ],
                39.7, "Denver", 9
            ),
            (
                ["etc:Place=Tromsø", "etc:Name=Office", "etc:Elevation=50", "user:Place=Denver"], 39.74, "Denver",
                nil
            ),
            // The order of the lines does not matter.
            (["user:Longitude=-105", "user:Name=Boat", "user:Latitude=39.7", "user:Elevation=9"], 39.7, "Boat", 9),
            (["etc:Place=Tromsø", "etc:Elevation=10", "user:Name=Home"], 69.65, "Home", 10),
        ] as [([String], Double, String?, Double?)])
    func layers(lines: [String], latitude: Double, name: String?, metres: Double?) throws {
        let place = try #require(try settings(lines).location.fixed)
        #expect(place.observer.coordinate.latitude.degrees == latitude)
        #expect(place.name?.description == name)
        #expect(place.observer.elevation?.metres == metres)
        #expect(place.provenance.source == .settings)
    }

    @Test(
        "that is ambiguous is an error with file, line and key",
        arguments: [
            (["user:Place=Atlantis"], "user:1: Place: there is no \"Atlantis\"; there is \"Denver\""),
            (["user:Place="], "user:1: Place: there is no \"\"; there is \"Denver\""),
            (["etc:Place=Denver", "user:Place=Springfield"], "user:2: Place: there are two; write which"),
            (
                ["user:Latitude=1", "user:Longitude=2", "user:Place=Denver"],
                "user:3: Place: Latitude= also sets the place; keep one, or replace both, for example with: suntracker place Denver"
            ),
            (
                ["user:Place=Denver", "user:Longitude=2"],
                "user:2: Longitude: Place= also sets the place; keep one, or replace both, for example with: suntracker place Denver"
            ),
            (
                ["etc:Latitude=39.7", "etc:Longitude=-105", "user:Latitude=10"],
                "user:3: Latitude: Longitude= is missing; set both, for example with: suntracker place 39.74,-104.99"
            ),
            (
                ["etc:Latitude=39.7", "etc:Longitude=-105", "user:Longitude=10"],
                "user:3: Longitude: Latitude= is missing; set both, for example with: suntracker place 39.74,-104.99"
            ),
            (
                ["etc:Place=Denver", "user:Longitude=2"],
                "user:2: Longitude: Latitude= is missing; set both, for example with: suntracker place 39.74,-104.99"
            ),
        ])
    func errors(lines: [String], message: String) {
        let error = #expect(throws: SettingsError.self) { try settings(lines) }
        #expect(error?.description == message)
    }
}
