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
        #expect(welcome.map(\.summary) == ["Watching the Sun in \(place)"])
        #expect(welcome.first?.body.contains(#/^From GeoClue, to within \d+\u{A0}k?m\. Sun(rise|set) at /#) == true)
        // The button for another place opens the page, whose last line says how to change the place.
        #expect(try found.fact("page_remedy") == "suntracker place NAME")
        #expect(try found.fact("left") == "0")
        #expect(try found.notifications("restarted").count == 1)

        // Each list contains all notifications up to then.
        let denied = try found.notifications("denied").filter { $0.summary == "Location access is denied" }
        #expect(denied.count == 1)
        #expect(denied.first?.body.hasPrefix("Watching the Sun in \(place), where GeoClue last found you. ") == true)
        #expect(try found.notifications("denied_again").count == 2)
        let refused = try found.notifications("refused_first").filter { $0.summary == "Watching the Sun in \(guessed)" }
        #expect(try found.notifications("refused_first").count == 3)
        #expect(refused.count == 1)
        #expect(refused.first?.body.hasPrefix("Guessed from your time zone. Sun") == true)
        #expect(refused.first?.body.contains("GeoClue's configuration does not allow") == true)
    }
}
