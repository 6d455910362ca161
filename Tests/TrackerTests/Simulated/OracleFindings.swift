import TestSupport

/// Lives that the oracle once rejected although the service was right, each in the shortest scenario that shows it.
extension SimulatorFindingsTests {
    private static let denver = Scenario.TablePlace(39.7392, -104.9903)

    static let rejected = [
        Finding(
            "killed after a popup gave way to a later one of the same input: only the hooks of the first are called again",
            [
                .place(denver), .grace(seconds: 86_400),
                .alert(Scenario.TableAlert("gate", "golden-hour-end", -1, hook: "lamps")),
            ],
            [
                .start, .hookStarter(.slow), .killAfter(actions: 14), .sleep(.seconds(20 * 3600), first: []), .start,
                .pass(.seconds(60)),
            ],
            seen:
                "5 event gate, 3 event sunrise, 3 event sunset, 6 hook alert:gate, 2 notShown gate, 2 popup alert:gate, 2 popup sunrise, 3 popup sunset"
        ),
        Finding(
            "hooks interrupted under a clock that was ahead, and again while the disk hangs: announced once more",
            [.place(denver), .hooks(["sunset"])],
            announcedWhileTheDiskHangs + [.start, .pass(.seconds(60))],
            seen: "3 event sunset, 3 hook sunset, 3 popup sunset"),
        Finding(
            "the same, killed when it is begun once more: recovered",
            [.place(denver), .hooks(["sunset"])],
            announcedWhileTheDiskHangs + [.killAfter(actions: 1), .start, .start, .pass(.seconds(60))],
            seen: "3 event sunset, 3 hook sunset, 3 popup sunset"),
        Finding(
            "a popup that was refused for hours, and then meets no server: the waits begin again",
            [.place(denver), .grace(seconds: 86_400)],
            [
                .start, .passToEvent(.seconds(60)), .server(.refusing), .passToEvent(.seconds(60)),
                .passToEvent(.seconds(-60)), .server(.running), .passToEvent(.seconds(60)), .server(.absent),
                .pass(.seconds(10 * 3600)),
            ], seen: "2 event sunrise, 3 event sunset, 1 popup sunrise, 3 popup sunset"),
        Finding(
            "a popup left open by a clock that was ahead, whose sunset is announced again, is not resumed a day later",
            [.place(denver), .grace(seconds: 6 * 3600), .hooks(["sunset"])],
            [
                .start, .server(.hanging), .passToEvent(.seconds(60)), .stop, .stepClock(.seconds(-3 * 3600)), .start,
                .passToEvent(.seconds(60)), .passToEvent(.seconds(60)), .passToEvent(.seconds(60)), .kill,
                .killAfter(actions: 0), .start, .start, .pass(.seconds(60)),
            ],
            seen:
                "2 event sunrise, 3 event sunset, 3 hook sunset, 1 notShown sunrise, 1 notShown sunset, 1 popup sunrise"
        ),
        Finding(
            "a sunset interrupted twice, and too late at the third start, which is killed when the ledger has it as done",
            [.place(denver)],
            [
                .start, .killAfter(actions: 1), .passToEvent(.seconds(1)), .killAfter(actions: 4), .start,
                .off(.seconds(10 * 3600), clockIsLost: false), .killAfter(actions: 1), .start, .start,
                .pass(.seconds(60)),
            ], seen: "1 event sunset, 1 popup sunset"),
    ]

    /// Killed at a sunset under a clock that is ahead, and at the true sunset, which the disk does not get.
    private static let announcedWhileTheDiskHangs: [Scenario.Step] = [
        .start, .hookStarter(.slow), .passToEvent(.seconds(1)), .kill, .stepClock(.seconds(-9 * 3600)), .start,
        .disk(.hanging), .passToEvent(.seconds(60)), .kill, .disk(.prompt),
    ]
}
