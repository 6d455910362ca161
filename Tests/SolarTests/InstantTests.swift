// SPDX-License-Identifier: MIT
import Solar
import Testing

struct InstantTests {
    @Test("Instants are clamped to the years 0001 to 9999")
    func isBroughtIntoTheCalendar() {
        #expect(Instant(microseconds: .min) == .earliest)
        #expect(Instant(microseconds: .max) == .latest)
        #expect(Instant(unixSeconds: -.infinity) == .earliest)
        #expect(Instant(unixSeconds: .infinity) == .latest)
        #expect(Instant(unixSeconds: .greatestFiniteMagnitude) == .latest)
        #expect(Instant(unixSeconds: .nan) == nil)
        #expect(Instant.earliest.description == "0001-01-01T00:00:00Z")
        #expect(Instant.latest.description == "9999-12-31T23:59:59.999999Z")
    }

    @Test("Seconds are rounded to the microsecond")
    func roundsSecondsToTheMicrosecond() {
        #expect(Instant(unixSeconds: 1.000_000_4)?.microseconds == 1_000_000)
        #expect(Instant(unixSeconds: -0.000_000_6)?.microseconds == -1)
        #expect(Instant(unixSeconds: 1_795_268_772.345_678)?.microseconds == 1_795_268_772_345_678)
        #expect(Instant(microseconds: 1_500_000).unixSeconds == 1.5)
    }

    @Test(
        "Arithmetic saturates at the ends of the calendar",
        arguments: [
            (Instant.latest, Duration.microseconds(1), Instant.latest),
            (.latest, .seconds(Int64.max), .latest), (.earliest, .seconds(Int64.min), .earliest),
            (.unixEpoch, .seconds(Int64.max), .latest), (.unixEpoch, .seconds(Int64.min), .earliest),
            (.earliest, .seconds(Int64.max), .latest), (.unixEpoch, .microseconds(-1), Instant(microseconds: -1)),
            (.unixEpoch, .nanoseconds(1999), Instant(microseconds: 1)),
            (.unixEpoch, .nanoseconds(-1), Instant(microseconds: -1)),
        ])
    func saturates(start: Instant, duration: Duration, end: Instant) {
        #expect(start + duration == end)
        #expect(start.advanced(by: duration) == end)
    }

    @Test("Differences of instants are durations")
    func subtracts() {
        let (early, late) = (Instant(microseconds: -5), Instant(microseconds: 7))
        #expect(late - early == .microseconds(12))
        #expect(early - late == .microseconds(-12))
        #expect(late - .microseconds(12) == early)
        #expect(Instant.latest - .earliest == .microseconds(315_537_897_599_999_999))
        #expect(early < late && !(late < early) && !(late < late))
    }

    @Test(
        "A duration in microseconds is rounded down",
        arguments: [
            (Duration.nanoseconds(1999), 1), (.nanoseconds(-1), -1), (.nanoseconds(-1000), -1),
            (.nanoseconds(-1001), -2), (.seconds(-3), -3_000_000), (.zero, 0),
            (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
            (.seconds(9_223_372_036_855), .max), (.seconds(-9_223_372_036_855), .min),
        ] as [(Duration, Int64)])
    func microseconds(duration: Duration, microseconds: Int64) {
        #expect(duration.microseconds == microseconds)
    }
}
