import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The remedy of a refused location is said once in an output") struct LocationRemedyTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let authorization: LocationAuthorization
        /// How often the command that chooses a place is said.
        let choices: Int

        init(_ name: String, _ authorization: LocationAuthorization, choices: Int) {
            (testDescription, self.authorization, self.choices) = (name, authorization, choices)
        }
    }

    @Test(
        arguments: [
            Refusal("no system bus", .restricted(.noBus), choices: 1),
            Refusal("no GeoClue", .restricted(.noGeoClue), choices: 1),
            Refusal("no agent", .restricted(.noAgent), choices: 0),
            Refusal("failing", .restricted(.failing), choices: 0),
            Refusal("turned off", .denied(.turnedOff), choices: 0),
            Refusal("not answered", .denied(.unanswered), choices: 0),
        ])
    func once(refusal: Refusal) throws {
        let advice = refusal.authorization.advice()
        let authorization = RunningService.Authorization(state: refusal.authorization.identifier, advice: advice)
        let now = try instant("2026-11-21T20:00:00Z")
        // Nothing else knows the place, as on a server in UTC.
        let answer = ServiceAnswer.running(
            RunningService(version: Program.version, since: now, authorization: authorization))
        let facts = soundMachine { facts in
            (facts.location, facts.service.answer) = (LocationSettings(), answer)
            facts.zone = MachineFacts.Zone(name: "UTC", place: nil)
        }
        let status = ServiceReport(
            service: facts.service, notifications: nil,
            relativeTime: RelativeTime(now: now, localTime: try #require(zones["America/Denver"])))
        let place = PlaceReport(
            place: try place(39.74, -104.98, name: nil, source: .timeZone("America/Denver")),
            authorization: authorization, now: now)
        // The doctor has the choice for each refusal.
        for (output, text, choices) in [
            ("doctor", Diagnosis(facts: facts, hasSymbols: true).text(columns: nil), 1),
            ("doctor in words", Diagnosis(facts: facts, hasSymbols: false).text(columns: 40), 1),
            ("status", status.text(columns: nil), refusal.choices),
            ("place", place.text(columns: nil), refusal.choices),
        ] {
            let line = text.split { $0.isWhitespace }.joined(separator: " ")
            #expect(line.split(separator: advice, omittingEmptySubsequences: false).count == 2, "\(output): \(text)")
            let count = line.split(separator: "suntracker place NAME", omittingEmptySubsequences: false).count - 1
            #expect(count == choices, "\(output): \(text)")
        }
    }

    @Test("A provider that has ended is not broken while a satellite receiver gives the location")
    func satellites() {
        let facts = soundMachine { facts in
            (facts.location, facts.provider) = (LocationSettings(), endedProvider)
            facts.service.answer = .running(
                RunningService(
                    version: Program.version, since: facts.now,
                    place: RunningService.Place(
                        name: nil, coordinate: TestPlace.denver.observer.coordinate, source: "geoclue", accuracy: 5,
                        observed: facts.now),
                    authorization: RunningService.Authorization(state: "allowed-always", advice: "it tells")))
        }
        #expect(facts.checks(in: .english).first { $0.subject == "GeoClue" }?.verdict == .sound)
    }
}
