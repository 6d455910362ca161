// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

/// Regressions found by the simulator, each in the shortest scenario that shows it. The same oracle checks them, and so
/// do the expected entries and popups.
@Suite("Regressions found by the simulator") struct SimulatorFindingsTests {
    struct Finding: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edits: [Scenario.Edit]
        let steps: [Scenario.Step]
        /// The expected numbers of entries and popups, in the form of `Chronicle.seen`.
        let seen: String

        init(_ name: String, edits: [Scenario.Edit] = [], _ steps: [Scenario.Step], seen: String) {
            (testDescription, self.steps, self.seen) = (name, steps, seen)
            self.edits = [.place(denver)] + edits
        }
    }

    fileprivate static let denver = coordinate(39.7392, -104.9903)
    private static let sanFrancisco = coordinate(37.77, -122.42)
    private static let newYork = coordinate(40.71, -74.01)
    private static let day = Duration.seconds(86_400)

    /// A zone whose clocks go forward on this day of the year.
    private static func changing(day: Int, second: Int, utcOffset: Int) -> TableZone {
        TableZone(
            utcOffset: utcOffset,
            yearly: [
                TableZone.Yearly(day: 200, second: 3600, ahead: 0),
                TableZone.Yearly(day: day, second: second, ahead: 3600),
            ])
    }

    static let findings = [
        Finding(
            "woken by a move to another place: what was due at the old one is not lost",
            [.start, .sleepOverEvent(.seconds(60), first: [.reload(.place(sanFrancisco))]), .pass(day)],
            seen: "1 event sunrise, 2 event sunset, 1 popup sunrise, 2 popup sunset"),
        Finding(
            "killed after the last event of the season: a year without events is not an outage",
            edits: [.place(coordinate(-90, 0)), .switches(sunrise: false, sunset: false)],
            [
                .start, .pass(day * 115), .passToEvent(.seconds(60)), .kill, .off(day * 90, clockIsLost: false),
                .start,
            ],
            seen:
                "1 event december-solstice, 1 event march-equinox, 1 missedMany, 1 popup december-solstice, 1 popup march-equinox"
        ),
        Finding(
            "killed after an outage was summarised: it is not summarised again",
            [
                .start, .passToEvent(.seconds(60)), .off(day * 60, clockIsLost: false), .start, .kill,
                .off(.seconds(60), clockIsLost: false), .start,
            ], seen: "1 event sunset, 7 missed sunrise, 7 missed sunset, 1 missedMany, 1 popup sunset"),
        Finding(
            "a popup dropped by a step of the clock is reported as not shown",
            edits: [.grace(seconds: 86_400)],
            [.start, .server(.absent), .passToEvent(.seconds(20)), .stepClock(.zero - day * 38), .pass(day)],
            seen:
                "1 event sunrise, 2 event sunset, 1 notShown sunset"
        ),
        Finding(
            "missed while the clock ran ahead, restarted with the right time: announced when it comes",
            [
                .start, .passToEvent(.seconds(60)), .stepClock(.seconds(15 * 3600)), .kill, .setClockRight, .start,
                .pass(day),
            ], seen: "1 event sunrise, 2 event sunset, 1 missed sunrise, 1 popup sunrise, 2 popup sunset"),
        Finding(
            "missed while the clock ran ahead, killed when it comes at the right time: announced by the next run",
            [
                .start, .passToEvent(.seconds(60)), .stepClock(.seconds(15 * 3600)), .setClockRight,
                .passToEvent(.seconds(-1)), .killAfter(actions: 0), .pass(.seconds(2)), .kill, .start, .pass(day),
            ], seen: "1 event sunrise, 2 event sunset, 1 missed sunrise, 1 popup sunrise, 2 popup sunset"),
        Finding(
            "missed while the clock ran ahead, which is set back to some minutes after it: announced, since it is in time",
            [
                .start, .pass(day), .passToEvent(.seconds(-60)), .stepClock(.seconds(3600)),
                .stepClock(.seconds(-3300)),
                .pass(day),
            ], seen: "2 event sunrise, 3 event sunset, 1 missed sunset, 2 popup sunrise, 3 popup sunset"),
        Finding(
            "a place that applies since yesterday announces nothing of the weeks before, even after a crash",
            [
                .start, .passToEvent(.seconds(60)), .reload(.place(nil)), .pass(day * 20 + .seconds(3 * 3600)),
                .reload(.place(denver)),
                .pass(.seconds(60)), .kill, .off(.seconds(60), clockIsLost: false), .start, .pass(day),
            ], seen: "1 event sunrise, 2 event sunset, 1 popup sunrise, 2 popup sunset"),
        Finding(
            "a popup is retried although no place is known any more",
            [
                .start, .server(.absent), .passToEvent(.seconds(20)), .reload(.place(nil)), .server(.running),
                .pass(day),
            ], seen: "1 event sunset, 1 popup sunset"),
        Finding(
            "a popup that was refused for hours, and then meets no server: the waits begin again",
            edits: [.grace(seconds: 86_400)],
            [
                .start, .passToEvent(.seconds(60)), .server(.refusing), .passToEvent(.seconds(60)),
                .passToEvent(.seconds(-60)), .server(.running), .passToEvent(.seconds(60)), .server(.absent),
                .pass(.seconds(10 * 3600)),
            ], seen: "1 event sunrise, 2 event sunset, 2 popup sunset"),
        Finding(
            "a popup that a new server refuses while it waits for the old one: retried after the wait of the refusal",
            edits: [.grace(seconds: 600)],
            [
                .start, .server(.absent), .passToEvent(.seconds(17)), .restartServer, .server(.refusing),
                .reload(.grace(seconds: 60)), .pass(.seconds(3600)),
            ], seen: "1 event sunset, 1 notShown sunset"),
        Finding(
            "a popup dropped after a long sleep does not set the ledger back",
            [
                .start, .server(.absent), .passToEvent(.seconds(60)), .sleep(day * 10, first: []), .kill,
                .off(.seconds(60), clockIsLost: false), .start, .pass(.seconds(60)),
            ], seen: "3 event sunset, 7 missed sunrise, 6 missed sunset, 1 missedMany, 1 notShown sunset"),
        Finding(
            "a polar day that began two days before the equinox, all missed at once: no popup",
            edits: [.place(coordinate(-89.99933, -104.31186))],
            [
                .start, .sleep(day * 303, first: []), .sleepOverEvent(day * 2 + .seconds(13 * 3600), first: []),
                .pass(day),
            ],
            seen:
                "1 missed polar-day-start, 1 missed polar-night-end, 1 missed september-equinox, 1 missed sunrise, 1 missedMany"
        ),
        Finding(
            "a polar day that ended two days ago, and a day later at the destination of a journey: its end is announced once",
            edits: [.place(coordinate(-81.88244, -3.55641)), .grace(seconds: 86_400)],
            [
                .setClock(at("2028-02-29T12:00:00Z")), .start, .pass(day * 3 + .seconds(14 * 3600 + 25 * 60)),
                .reload(.place(coordinate(-82.4522, -83.21671))), .pass(day),
            ],
            seen:
                "1 event polar-day-end, 4 event sunrise, 4 event sunset, 1 popup polar-day-end, 4 popup sunrise, 3 popup sunset"
        ),
    ]

    /// Regressions found on machines and in review.
    static let machines = [
        Finding(
            "a clock of 1970 is set right, and a crash and another boot follow: the years that it skipped are no outage",
            [
                .start, .passToEvent(.seconds(60)), .off(.seconds(60), clockIsLost: true), .start, .pass(.seconds(60)),
                .setClockRight, .pass(.seconds(60)), .off(.seconds(60), clockIsLost: false), .start, .pass(day),
            ], seen: "1 event sunrise, 2 event sunset, 1 popup sunrise, 2 popup sunset"),
        Finding(
            "a clock two hours ahead that is corrected between two runs, within the grace period after the real event",
            edits: [.grace(seconds: 6 * 3600)],
            [
                .start, .stepClock(.seconds(2 * 3600)), .passToEvent(.zero), .pass(.seconds(3 * 3600)), .kill,
                .setClockRight, .start, .pass(day),
            ], seen: "1 event sunrise, 3 event sunset, 1 popup sunrise, 3 popup sunset"),
        Finding(
            "a clock days ahead that is corrected between two runs: the sunset that comes between two later runs is announced",
            [
                .start, .stepClock(day * 2), .passToEvent(.seconds(60)), .kill, .setClockRight, .start,
                .passToEvent(.seconds(60)), .passToEvent(.seconds(60)), .passToEvent(.seconds(60)),
                .passToEvent(.seconds(60)), .passToEvent(.seconds(-10)), .stop, .pass(.seconds(120)), .start,
                .pass(.seconds(60)),
            ],
            seen: "2 event sunrise, 4 event sunset, 2 popup sunrise, 4 popup sunset"),
        Finding(
            "the first start with a clock months ahead, and a sunrise between the next boot and its start: announced",
            edits: [.grace(seconds: 3600)],
            [
                .stepClock(day * 200), .start, .passToEvent(.seconds(60)), .passToEvent(.seconds(60)),
                .passToEvent(.seconds(60)), .boot(after: .seconds(60), behind: .zero), .passToEvent(.seconds(60)),
                .start, .pass(.seconds(60)),
            ], seen: "2 event sunrise, 2 event sunset, 2 popup sunrise, 2 popup sunset"),
        Finding(
            "the first start with a clock months ahead, and a boot with the right one: a journey looks back ten minutes",
            [
                .stepClock(day * 200), .start, .passToEvent(.seconds(60)), .boot(after: .seconds(60), behind: .zero),
                .start, .passToEvent(.seconds(-3000)), .reload(.place(coordinate(39.7392, -91.24))),
                .pass(.seconds(60)),
            ], seen: "1 event sunrise, 1 event sunset, 1 popup sunrise, 1 popup sunset"),
    ]

    /// Scenarios in which the clock is set back and forward, by different times.
    static let partlyUndone = [
        Finding(
            "missed by a clock that skipped it and is set back until before its event: announced, since its event is ahead",
            edits: [.alert("gate", "sunset", -1380)],
            [
                .start, .pass(day * 3), .stepClock(day * 2), .pass(.seconds(60)), .stepClock(.seconds(-36 * 3600)),
                .pass(.seconds(60)),
            ],
            seen:
                "5 event gate, 3 event sunrise, 3 event sunset, 1 missed gate, 2 missed sunrise, 2 missed sunset, 5 popup alert:gate, 3 popup sunrise, 3 popup sunset"
        ),
        Finding(
            "a clock that skips the months around an alert whose event is still ahead: announced, also by a service of a day",
            edits: [.alert("tea", "dst-change", -43_200)],
            [
                .changeZone(changing(day: 150, second: 0, utcOffset: -25_200), nil), .start, .pass(day),
                .stepClock(day * 189), .pass(.seconds(60)),
            ],
            seen:
                "1 event dst-change, 1 event sunrise, 1 event sunset, 1 event tea, 7 missed sunrise, 7 missed sunset, 1 missedMany, 1 popup alert:tea, 1 popup dst-change, 1 popup sunrise, 1 popup sunset"
        ),
        Finding(
            "a clock that skips these months while the service is not running: announced, too",
            edits: [.alert("tea", "dst-change", -43_200)],
            [
                .changeZone(changing(day: 150, second: 0, utcOffset: -25_200), nil), .start, .pass(day), .stop,
                .stepClock(day * 189), .start, .pass(.seconds(60)),
            ],
            seen:
                "1 event dst-change, 1 event sunrise, 1 event sunset, 1 event tea, 7 missed sunrise, 7 missed sunset, 1 missedMany, 1 popup alert:tea, 1 popup dst-change, 1 popup sunrise, 1 popup sunset"
        ),
        Finding(
            "a clock ahead is set back, and then forward to a time before it was: what it skips is announced",
            edits: [.grace(seconds: 86_400)],
            [
                .start, .passToEvent(.seconds(60)), .stepClock(.zero - day * 20), .pass(.seconds(600)),
                .stepClock(day), .pass(.seconds(60)),
            ], seen: "1 event sunrise, 2 event sunset, 1 popup sunrise, 2 popup sunset"),
    ]

    /// Scenarios that the judge once misjudged.
    static let misjudged = [
        Finding(
            "hooks of a boot that ended before they were started, when a clock of 1970 is set right: they are called",
            edits: [.grace(seconds: 86_400)],
            [
                .hooks(HookCatalog(events: [.solar(.sunset)], phases: [])), .hookDelay(.seconds(20)), .start,
                .passToEvent(.seconds(1)), .kill, .off(.seconds(60), clockIsLost: true), .start, .pass(.seconds(60)),
                .setClockRight, .pass(.seconds(60)),
            ], seen: "1 event sunset, 1 popup sunset"),
        Finding(
            "three popups of a boot that ended, when a clock of 1970 is set right in the morning: shown one after another",
            edits: [.grace(seconds: 86_400), .alert("tea", "sunset", 0), .alert("gate", "sunset", 0)],
            [
                .hooks(HookCatalog(events: [], phases: [.day, .night])), .start, .server(.absent),
                .passToEvent(.seconds(60)), .kill, .off(.seconds(60), clockIsLost: true), .server(.running), .start,
                .pass(.seconds(51_300)), .setClockRight, .pass(.seconds(60)),
            ],
            seen:
                "1 event gate, 1 event sunrise, 1 event sunset, 1 event tea, 1 popup alert:gate, 1 popup alert:tea, 1 popup sunrise, 1 popup sunset"
        ),
        Finding(
            "announced again by a clock that was set back, on a slow disk that has the beginning of it at the crash: recovered",
            [
                .start, .passToEvent(.seconds(60)), .stepClock(.seconds(-5 * 3600)), .disk(.slow(.seconds(20))),
                .passToEvent(.seconds(22)), .kill, .disk(.prompt), .start, .pass(.seconds(60)),
            ], seen: "3 event sunset, 3 popup sunset"),
        Finding(
            "a popup that waits for its turn while the grace becomes shorter: it is shown until the end of the longer one",
            edits: [.grace(seconds: 86_400), .alert("tea", "sunset", 0)],
            [
                .start, .server(.absent), .passToEvent(.zero), .stop, .killAfter(actions: 0), .start, .start,
                .edit(.grace(seconds: 3600)), .pass(.seconds(5 * 3600)), .server(.running), .pass(.seconds(3600)),
            ],
            seen:
                "1 event sunset, 1 event tea, 1 popup alert:tea, 1 popup sunset"),
        Finding(
            "an alert defined after its time is still not announced when a clock that was set back is set right",
            edits: [.grace(seconds: 86_400)],
            [
                .start, .passToEvent(.seconds(60)), .edit(.alert("tea", "sunset", 0)), .pass(.seconds(60)),
                .stepClock(.seconds(-26 * 3600)), .stepClock(.seconds(26 * 3600)), .pass(.seconds(60)),
            ],
            seen: "1 event sunset, 1 popup sunset"),
        Finding(
            "a clock months ahead, and a boot with the right one: what is due before an event still ahead is announced",
            edits: [.alert("gate", "sunset", -1380)],
            [
                .start, .passToEvent(.seconds(60)), .boot(after: .seconds(60), behind: .zero - day * 200), .start,
                .pass(.seconds(7200)), .boot(after: .seconds(60), behind: .zero), .start, .pass(.seconds(60)),
            ],
            seen:
                "2 event gate, 1 event sunset, 6 missed gate, 7 missed sunrise, 7 missed sunset, 1 missedMany, 2 popup alert:gate, 1 popup sunset"
        ),
        Finding(
            "a journey in a boot of 1970: what was due before its event, which is still ahead, is announced once",
            edits: [.alert("gate", "sunset", -1380)],
            [
                .start, .pass(.seconds(6 * 3600)), .off(.seconds(60), clockIsLost: true), .start,
                .reload(.place(newYork)), .boot(after: .seconds(60), behind: .zero), .start, .pass(.seconds(60)),
            ],
            seen: "2 event gate, 1 event sunset, 2 popup alert:gate, 1 popup sunset"),
        Finding(
            "an edit, a boot of 1970 and one with the right clock: what was due before the edit is not announced",
            edits: [.grace(seconds: 86_400)],
            [
                .start, .passToEvent(.seconds(60)), .pass(.seconds(3600)), .edit(.alert("tea", "sunset", 30)),
                .off(.seconds(60), clockIsLost: true), .start, .boot(after: .seconds(60), behind: .zero), .start,
                .pass(.seconds(60)),
            ],
            seen: "1 event sunset, 1 popup sunset"),
        Finding(
            "an alert that no ledger has when the service is killed: missed since the last write",
            [
                .start, .passToEvent(.seconds(60)), .pass(.seconds(3600)), .killAfter(actions: 0),
                .edit(.alert("tea", "sunset", 30)), .start, .pass(.seconds(60)),
            ],
            seen: "1 event sunset, 1 missed tea, 1 popup sunset"),
        Finding(
            "an alert that no ledger has when the service is killed, and a step back that is undone: still not announced",
            [
                .start, .passToEvent(.seconds(60)), .pass(.seconds(7200)), .stop, .start, .killAfter(actions: 0),
                .edit(.alert("tea", "sunset", 0)), .start, .stepClock(.zero - day * 3), .pass(.seconds(1)),
                .stepClock(day * 3), .pass(.seconds(60)),
            ],
            seen: "1 event sunset, 1 popup sunset"),
        Finding(
            "hooks that a slow start does not know, and a crash when they are known: what was due meanwhile is missed",
            [
                .hooks(HookCatalog(events: [.solar(.civilDusk)], phases: [.day, .night])), .start,
                .passToEvent(.seconds(60)), .kill, .pass(.seconds(3600)), .killAfter(actions: 5),
                .startSlowly(.seconds(17)), .start, .pass(.seconds(60)),
            ],
            seen: "1 event sunset, 1 missed civil-dusk, 1 popup sunset"),
        Finding(
            "another zone while the service is not running, and a step back that is undone: nothing of before",
            edits: [.grace(seconds: 86_400), .alert("gate", "sunset", 0, "Sun")],
            [
                .start, .passToEvent(.seconds(60)), .stop, .changeZone(TableZone(utcOffset: 8 * 3600), nil), .start,
                .stepClock(.zero - day * 3), .pass(.seconds(1)), .stepClock(day * 3), .pass(.seconds(60)),
            ],
            seen: "1 event sunset, 1 popup sunset"),
        Finding(
            "steps of the clock by less than a second are no first start: the notice of a clock change is due",
            [
                .start, .stepClock(.milliseconds(700)), .pass(.seconds(1800)), .stepClock(.milliseconds(-700)),
                .changeZone(changing(day: 325, second: 16 * 3600, utcOffset: -25_800), nil),
                .pass(.seconds(60)),
            ],
            seen: "1 event dst-change, 1 popup dst-change"),
        Finding(
            "an alert, and a clock that is then days behind and set forward again: what it skips is missed",
            [
                .start, .passToEvent(.seconds(60)), .edit(.alert("tea", "sunset", 0)), .stepClock(.seconds(3600)),
                .pass(.seconds(60)), .stepClock(.zero - day * 3), .stepClock(day * 3 - .seconds(3600)),
                .pass(.seconds(60)),
            ],
            seen:
                "1 event sunset, 1 event tea, 3 missed sunrise, 2 missed sunset, 2 missed tea, 1 popup alert:tea, 1 popup sunset"
        ),
        Finding(
            "a ledger that is lost, and popups of polar days that are disabled before the crash: then the sunrise has one",
            edits: [.place(coordinate(90, 0))],
            [
                .setClock(at("2029-03-17T12:00:00Z")), .start, .disk(.hanging), .passToEvent(.seconds(2)),
                .edit(.rareSwitches(seasons: true, polar: false, clocks: true)), .kill, .disk(.prompt), .start,
                .pass(.seconds(60)),
            ],
            seen:
                "2 event polar-day-start, 2 event polar-night-end, 2 event sunrise, 1 popup polar-day-start, 1 popup sunrise"
        ),
        Finding(
            "a clock months ahead, then a right one, then 1970, then a right one: what the second boot was past stays past",
            edits: [.grace(seconds: 86_400)],
            [
                .stepClock(day * 200), .start, .passToEvent(.seconds(60)), .boot(after: .seconds(60), behind: .zero),
                .start, .boot(after: .seconds(60), behind: day * 36_600), .start,
                .boot(after: .seconds(60), behind: .zero), .start, .pass(.seconds(60)),
            ],
            seen: "1 event sunset, 1 popup sunset"),
    ]

    /// Scenarios in which something is edited, and then or meanwhile the service is restarted, or the time zone or the
    /// clock changes.
    static let edited = [
        Finding(
            "another place while the service is not running: what was due before its event, still ahead, is announced",
            edits: [.alert("gate", "sunset", -1380)],
            [
                .start, .pass(.seconds(6 * 3600)), .stop, .edit(.place(newYork)), .start, .pass(.seconds(60)), .stop,
                .start, .pass(.seconds(60)),
            ],
            seen: "2 event gate, 1 event sunset, 2 popup alert:gate, 1 popup sunset"),
        Finding(
            "an alert that is added while the service is not running: it is announced, since its event is still ahead",
            [
                .start, .pass(.seconds(6 * 3600)), .stop, .edit(.alert("gate", "sunset", -1380)), .start,
                .pass(.seconds(60)),
            ],
            seen: "1 event gate, 1 event sunset, 1 popup alert:gate, 1 popup sunset"),
        Finding(
            "an alert that gets another day after it was due then: it is not announced, though its event is still ahead",
            edits: [.alert("gate", "sunset", -1380, "Mon")],
            [.start, .pass(.seconds(6 * 3600)), .edit(.alert("gate", "sunset", -1380)), .pass(.seconds(60))],
            seen: "1 event sunset, 1 popup sunset"),
        Finding(
            "an alert that is added after it was due, and a boot of 1970: it is announced, since its event is still ahead",
            [
                .start, .pass(.seconds(6 * 3600)), .edit(.alert("gate", "sunset", -1380)),
                .off(.seconds(60), clockIsLost: true), .start, .boot(after: .seconds(60), behind: .zero), .start,
                .pass(.seconds(60)),
            ],
            seen: "1 event gate, 1 event sunset, 1 popup alert:gate, 1 popup sunset"),
        Finding(
            "another place that no ledger has when the service is killed: the same, and nothing when hooks are read again",
            edits: [.alert("gate", "sunset", -1380)],
            [
                .start, .pass(.seconds(6 * 3600)), .disk(.hanging), .edit(.place(newYork)), .kill, .disk(.prompt),
                .start, .hooks(HookCatalog()), .pass(.seconds(60)),
            ],
            seen: "2 event gate, 1 event sunset, 2 popup alert:gate, 1 popup sunset"),
        Finding(
            "another zone while the service is not running: a clock change that is still ahead is announced",
            [
                .start, .pass(day), .stop,
                .changeZone(changing(day: 326, second: 8 * 3600, utcOffset: 0), nil),
                .start, .pass(.seconds(60)),
            ],
            seen:
                "1 event dst-change, 1 event sunrise, 1 event sunset, 1 popup dst-change, 1 popup sunrise, 1 popup sunset"
        ),
        Finding(
            "an alert before its event, with bounds over midnight: it is in time until NotAfter= of the next date",
            edits: [
                .alert(
                    "gate", "sunrise", -900, "",
                    AlertBounds(notBefore: TimeOfDay("22:00"), notAfter: TimeOfDay("02:00")))
            ],
            [
                .start, .sleep(.seconds(6 * 3600), first: []), .pass(.seconds(20 * 3600)),
                .sleep(.seconds(6 * 3600), first: []), .pass(.seconds(60)),
            ],
            seen: "1 event gate, 1 event sunrise, 1 missed gate, 2 missed sunset, 1 popup alert:gate, 1 popup sunrise"),
        Finding(
            "a switch that is edited does not hide the notice of a clock change that another zone brings",
            [
                .start, .pass(day), .edit(.switches(sunrise: false, sunset: false)),
                .changeZone(changing(day: 326, second: 8 * 3600, utcOffset: 0), nil),
                .pass(.seconds(60)),
            ],
            seen:
                "1 event dst-change, 1 event sunrise, 1 event sunset, 1 popup dst-change, 1 popup sunrise, 1 popup sunset"
        ),
        Finding(
            "an alert made before its time is missed, after a crash as well, if the clock is set forward past both",
            [
                .start, .pass(day), .edit(.alert("tea", "sunset", 0)), .pass(.seconds(60)), .killAfter(actions: 0),
                .stepClock(day), .kill, .killAfter(actions: 10_000), .start, .pass(.seconds(60)),
            ],
            seen:
                "1 event sunrise, 1 event sunset, 1 missed sunrise, 1 missed sunset, 1 missed tea, 1 popup sunrise, 1 popup sunset"
        ),
        Finding(
            "another zone moves an announcement into the past, and its event is still ahead: it is announced once",
            edits: [
                .alert(
                    "gate", "sunset", -1380, "",
                    AlertBounds(notBefore: TimeOfDay("12:00"), notAfter: TimeOfDay("22:30")))
            ],
            [
                .start, .pass(.seconds(6 * 3600)), .changeZone(TableZone(utcOffset: -7 * 3600), nil),
                .pass(.seconds(60)),
            ],
            seen: "1 event gate, 1 event sunset, 1 popup alert:gate, 1 popup sunset"),
        Finding(
            "another zone moves the notice of a clock change into the past, and the change is ahead: it is announced",
            [
                .changeZone(changing(day: 325, second: 16 * 3600, utcOffset: -10 * 3600), nil), .start,
                .pass(.seconds(60)),
                .changeZone(changing(day: 325, second: 16 * 3600, utcOffset: -6 * 3600), nil), .pass(.seconds(60)),
            ],
            seen: "1 event dst-change, 1 popup dst-change"),
        Finding(
            "another zone moves what was announced past the stop: weeks later, it is no outage to summarise",
            edits: [
                .place(coordinate(90, 0)),
                .alert(
                    "lamps", "altitude:-4.5:rising", -1, "", AlertBounds(notBefore: TimeOfDay("18:00"), notAfter: nil)),
            ],
            [
                .start, .pass(day * 107), .passToEvent(.seconds(60)), .stop,
                .changeZone(TableZone(utcOffset: -10 * 3600), nil), .off(day * 8, clockIsLost: false), .start,
                .pass(.seconds(60)),
            ], seen: "1 event december-solstice, 1 event lamps, 1 popup alert:lamps, 1 popup december-solstice"),
        Finding(
            "a phase set manually that night ends, by a clock that is ahead and by the right one, does not come back",
            edits: [.phases(PhaseBoundary(day: .time(TimeOfDay(7, 0)), night: .time(TimeOfDay(19, 30))))],
            [
                .start, .stepClock(day * 10), .setPhase(.night, for: nil), .pass(.seconds(3600)), .setClockRight,
                .pass(day),
            ],
            seen: "1 event sunrise, 1 event sunset, 1 popup sunrise, 1 popup sunset"),
    ]

    /// The entries and popups if the service crashes while a popup is replaced: an entry may be repeated, and missing
    /// popups are reported.
    private static func seenOfReplaced(_ outputs: Int) -> String {
        let (sunsets, teas, missingTeas) = [
            (2, 2, 1), (2, 2, 1), (2, 3, 1), (2, 3, 1), (2, 3, 2), (2, 2, 1),
        ][min(outputs, 5)]
        return
            "1 event sunrise, \(sunsets) event sunset, \(teas) event tea, 1 notShown sunset, \(missingTeas) notShown tea"
    }

    /// Scenarios with a crash before each of these outputs.
    static let crashes = (0...10).map { actions in
        Finding(
            "killed after \(actions) outputs when a popup is replaced: reported as not shown",
            edits: [.grace(seconds: 86_400), .alert("tea", "sunset", 30)],
            [
                .start, .server(.absent), .passToEvent(.seconds(60)), .passToEvent(.seconds(60)),
                .pass(day - .seconds(120)), .killAfter(actions: actions), .pass(.seconds(3600)), .kill,
                .off(.seconds(1), clockIsLost: false), .start, .pass(.seconds(60)),
            ], seen: seenOfReplaced(actions))
    }

    @Test("stays right", arguments: findings + machines + partlyUndone + misjudged + edited + crashes)
    func finding(_ finding: Finding) {
        let scenario = Scenario(start: at("2026-11-21T19:00:00Z"), edits: finding.edits, steps: finding.steps)
        let (history, violations, targetFaults, _) = scenario.play()
        #expect(violations.isEmpty)
        #expect(targetFaults.isEmpty)
        #expect(history.seen == finding.seen)
    }
}

extension Chronicle {
    /// The numbers of journal entries about events and of popups: `2 event sunset, 1 popup sunset`.
    fileprivate var seen: String {
        var counts: [String: Int] = [:]
        for record in records {
            switch record.what {
            case .wrote(let fact):
                let entry = JournalEntry(fact)
                guard [.event, .missed, .missedMany, .notShown].contains(entry.kind) else { continue }
                let event = entry.fields.first { $0.name == "SUNTRACKER_EVENT" }
                let alert = entry.fields.first { $0.name == "SUNTRACKER_ALERT" }
                let name = (alert ?? event).map { " \($0.value)" } ?? ""
                counts["\(entry.kind)\(name)", default: 0] += 1
            case .appeared(let popup): counts["popup \(popup.tag)", default: 0] += 1
            default: break
            }
        }
        return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}
