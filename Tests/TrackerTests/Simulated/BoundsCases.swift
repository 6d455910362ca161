import Solar
import TestSupport

@testable import Tracker

/// Lives with an alert whose bounds are not kept.
extension OracleTests {
    private static let walk = "wrote event: Alert walk"

    /// A day in Denver, from midnight on: sunrise at 05:31, sunset at 20:31. The clocks go with UTC.
    private static func boundedDay(_ alert: Scenario.BoundedAlert) -> Life {
        Life(
            start: "2026-06-20T06:00:00Z", edits: [.place(Scenario.TablePlace(39.7392, -104.9903)), .bounded([alert])],
            steps: [.changeZone(Scenario.TableZone(utcOffset: -21_600), nil), .start, .pass(.seconds(86_399))])
    }

    private static let moved = boundedDay(Scenario.BoundedAlert("sunrise", 0, "07:00", ""))
    private static let skipped = boundedDay(Scenario.BoundedAlert("sunrise", 0, "07:00", "", .skip))
    private static let earlier = boundedDay(Scenario.BoundedAlert("sunset", 180, "07:00", "22:30"))

    static let boundsCases = [
        Case(.announcedEarly, moved, and: [.notAnnounced, .popupNotRequested, .needlessLedger]) {
            $0.move([walk], after: "wrote event: Sunrise")
        },
        Case(.notAnnounced, moved, and: [.needlessPopup, .needlessLedger]) { $0.remove(walk) },
        Case(.doesNotHappen, moved, and: [.notAnnounced, .popupTooLate, .popupNotDropped]) {
            $0[walk] = $0[walk].entry(nil, ["SUNTRACKER_DUE_TIME": "2026-06-20T12:00:00.000000Z"])
        },
        Case(.doesNotHappen, skipped, and: [.popupNotRequested, .popupNotDroppedInTime, .popupNotDropped]) {
            let entry = $0["wrote event: Sunrise"].entry(nil, ["SUNTRACKER_ALERT": "walk/0/07:00-/skip"])
            $0.insert([entry], after: "wrote event: Sunrise")
        },
        Case(.doesNotHappen, earlier, and: [.popupTooLate, .popupNotDropped]) {
            $0[walk] = $0[walk].entry(nil, ["SUNTRACKER_DUE_TIME": "2026-06-21T04:00:00.000000Z"])
        },
    ]
}
