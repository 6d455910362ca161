import Solar
import TestSupport
import Testing
import Tracker

/// What the simulator has found, each in the shortest life that shows it, held against the same oracle.
@Suite("What the simulator has found") struct SimulatorFindingsTests {
    struct Finding: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edits: [Scenario.Edit]
        let steps: [Scenario.Step]

        init(_ name: String, _ edits: [Scenario.Edit] = [], _ steps: [Scenario.Step]) {
            testDescription = name
            self.edits = edits
            self.steps = steps
        }
    }

    private static let denver = Scenario.TablePlace(39.7392, -104.9903)
    private static let sanFrancisco = Scenario.TablePlace(37.77, -122.42)
    private static let day = Duration.seconds(86_400)

    static let findings = [
        Finding(
            "woken by the news of another place: what was due at the old one is not lost",
            [.place(denver)],
            [.start, .sleepOverEvent(.seconds(60), first: [.reload(sanFrancisco)]), .pass(day)]),
        Finding(
            "killed after the last event of the season: a quiet year is no outage",
            [.place(Scenario.TablePlace(-90, 0)), .switches(sunrise: false, sunset: false)],
            [
                .start, .pass(day * 115), .passToEvent(.seconds(60)), .kill, .off(day * 90, clockIsLost: false),
                .start,
            ]),
        Finding(
            "killed after an outage was summed up: it is not summed up again",
            [.place(denver)],
            [
                .start, .off(day * 60, clockIsLost: false), .start, .kill, .off(.seconds(60), clockIsLost: false),
                .start,
            ]),
        Finding(
            "killed in the middle of telling what was missed: nothing is told again",
            [.place(denver)],
            [
                .start, .off(day * 6, clockIsLost: false), .killAfter(actions: 21), .start, .pass(.seconds(60)),
                .start,
            ]),
        Finding(
            "a popup that gives way to a later one is said not to be shown",
            [.place(denver), .grace(seconds: 86_400)],
            [.start, .server(.absent), .passToEvent(.seconds(60)), .pass(day * 3), .server(.running), .pass(day)]),
        Finding(
            "a popup that gives way in a step of the clock is said not to be shown",
            [.place(denver), .grace(seconds: 86_400)],
            [.start, .server(.absent), .passToEvent(.seconds(20)), .stepClock(.zero - day * 38), .pass(day)]),
        Finding(
            "missed under a clock that ran ahead, restarted under the right one: told when it comes",
            [.place(denver)],
            [
                .start, .passToEvent(.seconds(60)), .stepClock(.seconds(15 * 3600)), .kill, .setClockRight, .start,
                .pass(day),
            ]),
        Finding(
            "missed under a clock that ran ahead, killed when it comes under the right one: told by the next run",
            [.place(denver)],
            [
                .start, .passToEvent(.seconds(60)), .stepClock(.seconds(15 * 3600)), .setClockRight,
                .passToEvent(.seconds(-1)), .killAfter(actions: 0), .pass(.seconds(2)), .kill, .start, .pass(day),
            ]),
        Finding(
            "missed under a clock that ran ahead, which is set back to some minutes after it: told, for it is not too late",
            [.place(denver)],
            [
                .start, .passToEvent(.seconds(-60)), .stepClock(.seconds(3600)), .stepClock(.seconds(-3300)),
                .pass(day),
            ]),
        Finding(
            "a place that came into force yesterday owes nothing of the weeks before, also after a crash",
            [.place(denver)],
            [
                .start, .passToEvent(.seconds(60)), .reload(.place(nil)), .pass(day * 20 + .seconds(3 * 3600)),
                .reload(.place(denver)),
                .pass(.seconds(60)), .kill, .off(.seconds(60), clockIsLost: false), .start, .pass(day),
            ]),
        Finding(
            "a popup is tried again though no place is in force any more",
            [.place(denver)],
            [
                .start, .server(.absent), .passToEvent(.seconds(20)), .reload(.place(nil)), .server(.running),
                .pass(day),
            ]),
        Finding(
            "a popup given up after a long sleep does not take the ledger back",
            [.place(denver)],
            [
                .start, .server(.absent), .passToEvent(.seconds(60)), .sleep(day * 10, first: []), .kill,
                .off(.seconds(60), clockIsLost: false), .start, .pass(.seconds(60)),
            ]),
        Finding(
            "a fix within a radius that is none is still known after a restart",
            [.auto(nil)],
            [
                .start, .fix(Scenario.TableFix(denver, within: .infinity)), .pass(.seconds(60)), .kill,
                .off(.seconds(60), clockIsLost: false), .start, .pass(day),
            ]),
        Finding(
            "a fix that a full disk did not take is kept as soon as there is room, for the next start",
            [.auto(nil)],
            [
                .start, .diskIsFull(true), .fix(Scenario.TableFix(denver, within: 1000)), .pass(.seconds(60)),
                .diskIsFull(false), .passToEvent(.seconds(60)), .kill, .off(.seconds(60), clockIsLost: false),
                .start, .pass(day),
            ]),
        Finding(
            "a fix that a full disk did not take is kept at the latest before the end",
            [.auto(nil)],
            [
                .start, .diskIsFull(true), .fix(Scenario.TableFix(denver, within: 1000)), .pass(.seconds(60)),
                .diskIsFull(false), .stop, .off(.seconds(60), clockIsLost: false), .start, .pass(day),
            ]),
        Finding(
            "a polar day that began two days before the equinox, all missed at once: one popup for its beginning",
            [.place(Scenario.TablePlace(-89.99933, -104.31186)), .late(.notify)],
            [
                .start, .sleep(day * 303, first: []), .sleepOverEvent(day * 2 + .seconds(13 * 3600), first: []),
                .pass(day),
            ]),
        Finding(
            "a polar day that ended two days ago, and a day later at the place of a journey: its end is told once",
            [.place(Scenario.TablePlace(-81.88244, -3.55641)), .grace(seconds: 86_400)],
            [
                .setClock(at("2028-02-29T12:00:00Z")), .start, .pass(day * 3 + .seconds(14 * 3600 + 25 * 60)),
                .reload(.place(Scenario.TablePlace(-82.4522, -83.21671))), .pass(day),
            ]),
    ]

    private static let tokyo = Scenario.TablePlace(35.6544, 139.7447)

    /// What machines and a close reading have found.
    static let machines = [
        Finding(
            "stopped in order while no server is there, and started again: no entry is written twice",
            [.place(denver)],
            [
                .start, .server(.absent), .passToEvent(.seconds(5)), .stop, .pass(.seconds(1)), .start,
                .pass(.seconds(1)), .stop, .start, .restartServer, .pass(day),
            ]),
        Finding(
            "stopped in order at the very event, with the popup and the hooks on their way",
            [.place(denver), .hooks(["sunset"])],
            [
                .start, .server(.hanging), .hookStarter(.slow), .passToEvent(.zero), .stop, .start, .pass(.seconds(60)),
                .stop, .resumeServer, .start, .pass(day),
            ]),
        Finding(
            "a clock nine hours ahead that is set right: the real sunset is announced",
            [.place(denver)],
            [
                .start, .stepClock(.seconds(9 * 3600)), .passToEvent(.zero), .pass(.seconds(60)), .setClockRight,
                .pass(day),
            ]),
        Finding(
            "a clock two hours ahead that is set right between two runs, within the grace after the real event",
            [.place(denver), .grace(seconds: 6 * 3600)],
            [
                .start, .stepClock(.seconds(2 * 3600)), .passToEvent(.zero), .pass(.seconds(3 * 3600)), .kill,
                .setClockRight, .start, .pass(day),
            ]),
        Finding(
            "a clock that was ahead in the boot before",
            [.place(denver)],
            [
                .start, .stepClock(.seconds(9 * 3600)), .passToEvent(.zero), .off(.zero, clockIsLost: false),
                .setClockRight, .start, .pass(day),
            ]),
        Finding(
            "a flight that GeoClue does not see, back, and on with a fix",
            [.auto(nil)],
            [
                .changeZone(Scenario.TableZone(utcOffset: -7 * 3600), denver), .start,
                .fix(Scenario.TableFix(denver, within: 1000)), .pass(.seconds(60)),
                .changeZone(Scenario.TableZone(utcOffset: 9 * 3600), tokyo), .pass(day), .stop, .start, .pass(day),
                .changeZone(Scenario.TableZone(utcOffset: -7 * 3600), denver), .pass(day),
                .changeZone(Scenario.TableZone(utcOffset: 9 * 3600), tokyo),
                .fix(Scenario.TableFix(tokyo, within: 1000)), .pass(day),
            ]),
        Finding(
            "a fix that says less than the one held, until that is stale",
            [.auto(nil)],
            [
                .start, .fix(Scenario.TableFix(denver, within: 1000)), .pass(.seconds(60)),
                .fix(Scenario.TableFix(Scenario.TablePlace(39.7392, -104), within: 200_000)), .pass(day),
            ]),
    ]

    /// Killed before each action of what they are about.
    static let crashes = (0...10).flatMap { actions in
        [
            Finding(
                "killed after \(actions) actions on the way to where the Sun has just set: told there",
                [
                    .auto(nil), .grace(seconds: 3 * 3600),
                    .alert(Scenario.TableAlert("tea", "sunset", -30)),
                ],
                [
                    .start, .fix(Scenario.TableFix(sanFrancisco, within: 1000)), .passToEvent(.seconds(60)),
                    .killAfter(actions: actions), .fix(Scenario.TableFix(denver, within: 1000)), .kill,
                    .off(.seconds(1), clockIsLost: false), .start,
                    .fix(Scenario.TableFix(denver, within: 1000)), .pass(day),
                ]),
            Finding(
                "killed after \(actions) actions when a popup gives way: that it was not shown is said",
                [.place(denver), .grace(seconds: 86_400), .alert(Scenario.TableAlert("tea", "sunset", 30))],
                [
                    .start, .server(.absent), .passToEvent(.seconds(60)), .passToEvent(.seconds(60)),
                    .pass(day - .seconds(120)), .killAfter(actions: actions), .pass(.seconds(3600)), .kill,
                    .off(.seconds(1), clockIsLost: false), .start, .pass(.seconds(60)),
                ]),
        ]
    }

    @Test("stays right", arguments: findings + machines + crashes)
    func finding(_ finding: Finding) {
        let scenario = Scenario(start: at("2026-11-21T19:00:00Z"), edits: finding.edits, steps: finding.steps)
        let violations = scenario.play().violations
        #expect(violations.isEmpty)
    }
}
