// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

extension Popup {
    /// A popup with this content at an instant.
    init(_ content: Content, at instant: Instant = .unixEpoch) {
        self.init(id: ID(number: 0), content: content, emphasis: .silent, instant: instant, deadline: .latest)
    }
}

@Suite("The notice of the first start") struct FirstStartTextTests {
    @Test("begins with the command that sets a place, if none is known")
    func noPlace() {
        let popup = Popup(.firstStart(at: nil, .notDetermined)).written
        #expect(popup.summary == "Suntracker does not know where you are")
        #expect(popup.body == "Choose a place: suntracker place NAME")
    }
}

@Suite("The notice of denied access to the location") struct NoticeTextTests {
    @Test(
        "names the place that is used meanwhile",
        arguments: [
            (Provenance.Source.lastFix, "Watching the Sun in denver, where GeoClue last found you. "),
            (.timeZone("America/Denver"), "Watching the Sun in denver, guessed from your time zone. "),
        ])
    func meanwhile(source: Provenance.Source, text: String) {
        var place = TestPlace.denver.place
        place.provenance = Provenance(source: source, observed: .unixEpoch)
        #expect(Popup(.locationDenied(.denied(.refused), insteadAt: place)).written.body.hasPrefix(text))
    }

    @Test(
        "says in its title whether somebody denied access",
        arguments: [
            (.denied(.byConfiguration), "Location access is denied"), (.denied(.refused), "Location access is denied"),
            (.denied(.turnedOff), "Location access is disabled"),
            (.denied(.unanswered), "Location access is not granted"),
            (.restricted(.noAgent), "The location is not available"),
        ] as [(LocationAuthorization, String)])
    func title(authorization: LocationAuthorization, title: String) {
        #expect(Popup(.locationDenied(authorization, insteadAt: nil)).written.summary == title)
    }
}
