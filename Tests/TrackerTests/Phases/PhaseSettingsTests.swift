// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

private typealias Edge = PhaseBoundary.Edge

extension TimeOfDay {
    init(_ hour: Int, _ minute: Int) {
        guard let time = Self(hour: hour, minute: minute) else { preconditionFailure("no time of day") }
        self = time
    }
}

private func boundary(_ values: [(key: String, value: String)]) throws(SettingsError) -> PhaseBoundary {
    try Settings(lines: values.map { "Phases.\($0.key)=\($0.value)" }).phases
}

@Suite("[Phases]") struct PhaseSettingsTests {
    private static let boundaries: [(lines: [(key: String, value: String)], expected: PhaseBoundary)] = [
        ([], PhaseBoundary()),
        ([("Boundary", "sun")], PhaseBoundary()),
        ([("Boundary", "civil")], PhaseBoundary(day: Edge(.civil), night: Edge(.civil))),
        ([("Boundary", "astronomical")], PhaseBoundary(day: Edge(.astronomical), night: Edge(.astronomical))),
        (
            [("Night", "-30min"), ("Boundary", "nautical")],
            PhaseBoundary(day: Edge(.nautical), night: Edge(.nautical, offset: .seconds(-1800)))
        ),
        (
            [("Day", "civil-dawn-30min"), ("Night", "sunset + 1h 30min")],
            PhaseBoundary(
                day: Edge(.civil, offset: .seconds(-1800)), night: Edge(.sun, offset: .seconds(5400)))
        ),
        ([("Day", ""), ("Night", "nautical-dusk")], PhaseBoundary(night: Edge(.nautical))),
        (
            [("Day", "6:30"), ("Boundary", "civil")],
            PhaseBoundary(day: .time(TimeOfDay(6, 30)), night: Edge(.civil))
        ),
        (
            [("Day", "06:30"), ("Night", "22:00")],
            PhaseBoundary(day: .time(TimeOfDay(6, 30)), night: .time(TimeOfDay(22, 0)))
        ),
        (
            [("Night", "06:30"), ("Day", "06:30"), ("Night", "sunset")],
            PhaseBoundary(day: .time(TimeOfDay(6, 30)))
        ),
    ]

    @Test(
        "Boundary= sets both ends of the day, and Day= and Night= replace it, with events and offsets",
        arguments: boundaries)
    func values(lines: [(key: String, value: String)], expected: PhaseBoundary) throws {
        #expect(try boundary(lines) == expected)
    }

    @Test(
        "takes altitudes",
        arguments: [
            ("Boundary", "altitude:-4.5", 0), ("Day", "altitude:-4.5", 0), ("Day", "altitude:-4.5:rising", 0),
            ("Night", "altitude:-4.5:setting", 0), ("Night", "altitude:-4.5-30min", -1800),
            ("Night", "altitude:-4.5:setting +1h", 3600),
        ])
    func altitudes(key: String, value: String, offset: Int) throws {
        let boundary = try boundary([(key, value)])
        let edge = key == "Night" ? boundary.night : boundary.day
        #expect(edge == Edge(.altitude(try #require(Altitude(degrees: -4.5))), offset: .seconds(offset)))
    }

    @Test(
        "rejects anything else, and says what is valid",
        arguments: [
            (
                "Boundary", "sunrise",
                "suntracker.conf:1: Boundary: invalid value \"sunrise\"; use sun, civil, nautical, "
                    + "astronomical, or an altitude in degrees such as altitude:-4.5"
            ),
            (
                "Day", "sunset",
                "suntracker.conf:1: Day: invalid value \"sunset\"; use sunrise, civil-dawn, nautical-dawn, "
                    + "astronomical-dawn or an altitude such as altitude:-4.5, an offset such as -30min, or both: "
                    + "sunrise -30min; or a time of day such as 06:30"
            ),
            (
                "Night", "altitude:-4.5:rising",
                "suntracker.conf:1: Night: invalid value \"altitude:-4.5:rising\"; use sunset, civil-dusk, "
                    + "nautical-dusk, astronomical-dusk or an altitude such as altitude:-4.5, an offset such as "
                    + "-30min, or both: sunset +30min; or a time of day such as 22:00"
            ),
            (
                "Night", "+13h",
                "suntracker.conf:1: Night: \"+13h\" is out of range; the offset must be between -12h and +12h"
            ),
        ])
    func errors(key: String, value: String, message: String) {
        #expect { _ = try boundary([(key, value)]) } throws: { "\($0)" == message }
    }

    @Test("refuses the same time for both, and names the line of the night")
    func equalTimes() {
        let message =
            "suntracker.conf:1: Night: day and night begin at the same time, 06:30; use different times for Day= and Night="
        #expect { _ = try boundary([("Night", "06:30"), ("Day", "6:30")]) } throws: { "\($0)" == message }
    }

    @Test(
        "rejects other words",
        arguments: [
            "30min", "06:30 +1h", "24:00", "6", "solar-noon", "golden-hour-morning-start", "-", "altitude:91", "+",
            "sunrise 5min",
        ])
    func words(value: String) {
        #expect(throws: SettingsError.self) { try boundary([("Day", value)]) }
    }
}
