// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The notifications that the service shows only once, on a real desktop with the real GeoClue, in
/// scenarios/first.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct FirstStartTests {
    @Test("The first start and a denied location cause one notification each, and restarts do not repeat them")
    func first() async throws {
        let found = try await TestBed.run("first")
        let (place, guessed) = (try found.fact("found"), try found.fact("guessed"))
        #expect(try found.fact("state_mode") == "700")
        #expect(try found.fact("waiting") == "1")
        #expect(try found.fact("early") == "0", "GeoClue has its time")
        let welcome = try found.notifications("first")
        #expect(welcome.count == 1)
        #expect(welcome.first?.summary.contains(#/^Sun(rise|set) in .+ at \d/#) == true)
        #expect(welcome.first?.summary.contains(" in \(place) at ") == true)
        let body = #/Not your place\? suntracker place NAME · from GeoClue, to within \d+\u{A0}k?m/#
        #expect(welcome.first?.body.wholeMatch(of: body) != nil)
        // The button for another place opens the page, whose last line says how to change the place.
        #expect(try found.fact("page_remedy") == "suntracker place NAME")
        #expect(try found.fact("left") == "0")
        #expect(try found.fact("kept") == "0")
        #expect(try found.notifications("restarted").count == 1)

        // Each list contains all notifications up to then.
        let denied = try found.notifications("denied").filter { $0.summary == "Location access is denied" }
        #expect(denied.count == 1)
        #expect(denied.first?.body.hasPrefix("Watching the Sun in \(place), where GeoClue last found you. ") == true)
        #expect(try found.notifications("denied_again").count == 2)
        let refused = try found.notifications("refused_first").filter { $0.summary.contains(" in \(guessed) at ") }
        #expect(try found.notifications("refused_first").count == 3)
        #expect(refused.count == 1)
        #expect(
            refused.first?.body
                == "Not your place? suntracker place NAME · guessed from your time zone · Location access is denied")
    }
}
