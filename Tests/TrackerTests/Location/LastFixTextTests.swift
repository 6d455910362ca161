// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

@Suite("The file of the last fix") struct LastFixTextTests {
    @Test("survives a round trip, without unknown facts")
    func roundTrip() throws {
        let noon = at("2026-11-21T19:00:00Z")
        let city = coordinate(39.7333, -104.9833)
        let known = Place(
            observer: .at(39.7392, -104.9903), name: nil,
            provenance: Provenance(source: .geoclue, accuracy: 1000, observed: noon, mainCity: city))
        let place = try Place(lastFixText: known.lastFixText)
        // An earlier version, or an edit, may have left more digits.
        #expect(place.observer == Observer.at(39.74, -104.99))
        #expect(
            place.provenance
                == Provenance(source: .lastFix, accuracy: 1000, observed: noon, mainCity: city))
        let bare = try Place(lastFixText: fix(-33.87, 151.21, within: nil).lastFixText)
        #expect(bare.provenance == Provenance(source: .lastFix))
    }

    @Test(
        "is rejected if it is damaged",
        arguments: [
            ("suntracker-fix 1\ncoordinate 1 2\ntime-zone Europe/Berlin\nend\n", "line 3 is damaged; expected FACTS"),
            ("suntracker-fix 1\ncoordinate 1 2\n", "line 3 is damaged; expected \"end\" as the last line"),
            ("suntracker-fix 1\ncoordinate 91 2\nend\n", "line 2 is damaged; expected FACTS"),
            ("suntracker-fix 1\ncoordinate 39.7392 -104.\0observed\nend\n", "line 2 is damaged; expected FACTS"),
            ("suntracker-fix 1\ncoordinate 1 2\naccuracy 3\0\nend\n", "line 3 is damaged; expected FACTS"),
            ("suntracker-fix 1\nobserved 2026-11-21T13:46:12Z\nend\n", "line 2 is damaged; expected FACTS"),
            ("suntracker-fix 1\ncoordinate 1 2\nmain-city 52.5\nend\n", "line 3 is damaged; expected FACTS"),
        ])
    func refused(text: String, problem: String) {
        let error = #expect(throws: StateTextError.self) { try Place(lastFixText: text) }
        let facts =
            "\"coordinate\" or \"main-city\" and degrees north and east, \"accuracy\" and metres, or \"observed\" and a time (2026-…Z)"
        #expect(error?.description == problem.replacing("FACTS", with: facts))
    }
}

@Suite("Formatted distances and ages") struct DistanceTextTests {
    @Test(arguments: [(25.4, "25 m"), (999.4, "999 m"), (999.6, "1 km"), (3000, "3 km"), (1.2e6, "1200 km")])
    func metres(value: Double, text: String) {
        #expect(value.formattedMetres() == text)
    }

    @Test(
        arguments: [(90, "2 min"), (3600, "1 h"), (86_400, "24 h"), (2 * 86_400, "2 days"), (1_000_000, "11 days")]
            as [(Int64, String)])
    func age(seconds: Int64, text: String) {
        #expect(Duration.seconds(seconds).formattedAge() == text)
    }
}
