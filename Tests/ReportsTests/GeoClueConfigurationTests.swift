import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The configuration of GeoClue") struct GeoClueConfigurationTests {
    @Test(
        "names a provider that has ended",
        arguments: [
            ("in the main file", ["[wifi]\nurl=https://location.services.mozilla.com/v1/geolocate?key=K\n"], "/0:2"),
            ("commented out", ["[wifi]\n#url=https://location.services.mozilla.com/v1/geolocate\n"], nil),
            ("another provider", ["[wifi]\nurl=https://api.beacondb.net/v1/geolocate\n"], nil),
            (
                "replaced by a later file",
                [
                    "[wifi]\nurl=https://location.services.mozilla.com/v1/geolocate\n",
                    "[wifi]\nurl=https://api.beacondb.net/v1/geolocate\n",
                ], nil
            ),
            (
                "in a later file",
                ["[wifi]\nenable=true\n", "[agent]\n", "[wifi]\nurl=https://location.services.mozilla.com/\n"],
                "/2:2"
            ),
            ("in the submission", ["[wifi]\nsubmission-url=https://location.services.mozilla.com/v2\n"], nil),
            ("not a key file", ["url=https://location.services.mozilla.com/\n"], nil), ("no file", [], nil),
        ] as [(String, [String], String?)])
    func endedProvider(name: String, files: [String], origin: String?) {
        let configuration = GeoClueConfiguration(files.enumerated().map { ("/\($0.offset)", $0.element) })
        #expect(configuration.endedProvider == origin)
    }

    @Test("that names an ended provider is not broken while a satellite receiver gives the location")
    func satellites() {
        let facts = soundMachine { facts in
            (facts.location, facts.endedProvider) = (LocationSettings(), "/g.conf:49")
            facts.service = .running(
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
