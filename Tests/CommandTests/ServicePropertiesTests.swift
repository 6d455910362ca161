// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

private let noon: UInt64 = 1_795_262_400_000_000
private let complete: [String: BusValue] = [
    "Version": .string("1.0.0"), "Since": .unsigned64(noon), "NextSunrise": .unsigned64(noon + 2_000_000),
    "NextSunset": .unsigned64(noon + 1_000_000), "Place": .string("Denver"),
    "Coordinate": .array(of: "d", [.double(39.74), .double(-104.99)]), "Source": .string("geoclue"),
    "Accuracy": .double(2000), "Observed": .unsigned64(noon), "Authorization": .string("denied"),
    "Advice": .string("turn it on"),
    "LastEvent": .structure([.string("sunrise"), .unsigned64(noon), .unsigned64(noon)]),
    "LastMissed": .structure([.string("alert:lamps"), .unsigned64(noon)]),
    "HookProblems": .array(of: "(ss)", [.structure([.string("/h/a is broken"), .string("mend it: chmod +x /h/a")])]),
]

@Suite("Properties on D-Bus")
struct ServicePropertiesTests {
    @Test("The properties of the service are read")
    func complete() throws {
        let service = try #require(RunningService(properties: CommandTests.complete))
        let instant = Instant(microseconds: Int64(noon))
        #expect(service.version == "1.0.0")
        #expect(service.since == instant)
        #expect(service.next.map(\.event) == [.sunset, .sunrise])
        #expect(service.place?.name == "Denver")
        #expect(service.place?.coordinate == coordinate(39.74, -104.99))
        #expect(service.place?.accuracy == 2000)
        #expect(service.place?.observed == instant)
        #expect(service.authorization?.state == "denied")
        #expect(service.last == RunningService.Announcement(event: "sunrise", instant: instant, announced: instant))
        #expect(service.lastMissed == RunningService.Missed(event: "alert:lamps", instant: instant))
        #expect(service.hookProblems == [Problem("/h/a is broken", "mend it", "chmod +x /h/a")])
    }

    @Test("The phase includes its end, and whether it was set manually, which older services do not report")
    func phase() throws {
        var properties = CommandTests.complete
        #expect(RunningService(properties: properties)?.phase == nil)
        properties["Phase"] = .string("night")
        properties["PhaseUntil"] = .unsigned64(noon)
        let until = Instant(microseconds: Int64(noon))
        #expect(RunningService(properties: properties)?.phase == PhaseSpan(.night, since: nil, until: until))
        properties["PhaseSetManually"] = .boolean(true)
        #expect(
            RunningService(properties: properties)?.phase
                == PhaseSpan(.night, since: nil, until: until, isSetManually: true))
        properties["PhaseSetManuallyUntil"] = .unsigned64(noon - 1)
        #expect(
            RunningService(properties: properties)?.phase?.overrideUntil == Instant(microseconds: Int64(noon) - 1))
    }

    @Test("No property brings a control character to the terminal")
    func escapes() throws {
        let controls = String(
            String.UnicodeScalarView(([0x1B, 0x9B, 0x7F] + Array(1...31)).compactMap { Unicode.Scalar($0 as UInt32) }))
        func withEscapes(_ value: BusValue) -> BusValue {
            switch value {
            case .string(let text): .string("\(controls)]0;\(text)")
            case .structure(let values): .structure(values.map(withEscapes))
            case .array(let type, let values): .array(of: type, values.map(withEscapes))
            default: value
            }
        }
        let service = try #require(RunningService(properties: CommandTests.complete.mapValues(withEscapes)))
        let texts = [
            service.version, service.place?.name, service.place?.source, service.authorization?.state,
            service.authorization?.advice, service.last?.event, service.lastMissed?.event,
            service.hookProblems.first?.line,
        ]
        for text in texts { #expect(try !#require(text).hasControlCharacter) }
    }

    @Test("Empty strings and zeros mean unknown values")
    func empty() throws {
        let service = try #require(
            RunningService(properties: [
                "Version": .string("1.0.0"), "Since": .unsigned64(noon), "NextSunrise": .unsigned64(0),
                "NextSunset": .unsigned64(0), "Place": .string(""), "Coordinate": .array(of: "d", []),
                "Source": .string(""), "Accuracy": .double(-1), "Observed": .unsigned64(0),
                "Authorization": .string(""), "Advice": .string(""),
                "LastEvent": .structure([.string(""), .unsigned64(0), .unsigned64(0)]),
                "LastMissed": .structure([.string(""), .unsigned64(0)]), "HookProblems": .array(of: "(ss)", []),
            ]))
        #expect(service.next.isEmpty)
        #expect(service.place == nil)
        #expect(service.authorization == nil)
        #expect(service.last == nil && service.lastMissed == nil)
    }

    @Test(
        "Properties of a wrong type are ignored",
        arguments: CommandTests.complete.keys.sorted() as [String])
    func wrongTypes(name: String) {
        for wrong in [BusValue.boolean(true), .array(of: "d", [.double(.nan), .double(.infinity)]), .structure([])] {
            var properties = CommandTests.complete
            properties[name] = wrong
            let service = RunningService(properties: properties)
            #expect((service == nil) == ["Version", "Since"].contains(name))
        }
    }

    @Test("The properties of the unit are read; with wrong types the unit counts as inactive")
    func unit() {
        let command = BusValue.structure([.string("/b/suntrackerd"), .array(of: "s", []), .boolean(false)])
        let state = UnitState(
            unit: [
                "LoadState": .string("loaded"), "ActiveState": .string("failed"), "UnitFileState": .string("enabled"),
                "FragmentPath": .string("/u"),
            ],
            service: [
                "ExecMainStatus": .signed(78), "Result": .string("exit-code"),
                "ExecStart": .array(of: "(sasbttttuii)", [command]), "MainPID": .unsigned(371),
            ])
        #expect(
            state
                == UnitState(
                    load: "loaded", active: "failed", file: "enabled", path: "/u", program: "/b/suntrackerd",
                    mainProcess: 371, result: "exit-code", exitStatus: 78))
        let wrong = UnitState(
            unit: ["LoadState": .unsigned(1)], service: ["ExecStart": .string("x"), "MainPID": .unsigned(0)])
        #expect(wrong == UnitState(load: "error", active: "inactive"))
    }
}
