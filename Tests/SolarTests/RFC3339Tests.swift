// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

struct RFC3339Tests {
    /// RFC 3339, sections 5.6 and 5.8.
    @Test(
        "Valid texts are parsed",
        arguments: [
            ("1985-04-12T23:20:50.52Z", 482_196_050_520_000),
            ("1996-12-19T16:39:57-08:00", 851_042_397_000_000),
            ("1996-12-20T00:39:57Z", 851_042_397_000_000),
            ("1990-12-31T23:59:60Z", 662_688_000_000_000),
            ("1990-12-31T15:59:60-08:00", 662_688_000_000_000),
            ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130_000),
            ("1970-01-01t00:00:00z", 0),
            ("1970-01-01 00:00:00-00:00", 0),
            ("1970-01-01T00:00:00.1234567899Z", 123_456),
            ("1970-01-01T23:59:00+23:59", 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
            ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000),
        ] as [(String, Int64)])
    func reads(text: String, microseconds: Int64) {
        #expect(Instant(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(
        "Invalid texts are rejected",
        arguments: [
            "", "Z", "2026", "2026-11-21", "2026-11-21T13:46:12", "2026-11-21T13:46Z", "2026-11-21T13:46:12.Z",
            "2026-11-21T13:46:12,5Z", "2026-11-21T13:46:12ZZ", "2026-11-21T13:46:12Z ", " 2026-11-21T13:46:12Z",
            "2026-11-21_13:46:12Z", "2026-11-21T24:00:00Z", "2026-11-21T13:60:00Z", "2026-11-21T13:46:61Z",
            "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
            "1900-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "2026-11-21T13:46:12+7:00", "2026-11-21T13:46:12+0700",
            "2026-11-21T13:46:12+24:00", "2026-11-21T13:46:12+07:60", "2026-11-21T13:46:12+07:00Z",
            "2026-11-21T13:46:12.5", "2026-11-21T-1:46:12Z", "2026-11-21T1 :46:12Z", "+026-11-21T13:46:12Z",
            "２０２６-11-21T13:46:12Z", "2026-11-21T13:46:1２Z", "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01", "2026-11-21T13:46:12\u{0}Z", "2026\u{2010}11-21T13:46:12Z",
        ])
    func refuses(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(
        "Instants are formatted",
        arguments: [
            (0, nil, 0, "1970-01-01T00:00:00Z"), (-1, nil, 6, "1969-12-31T23:59:59.999999Z"),
            (1_999_999, nil, 3, "1970-01-01T00:00:01.999Z"), (1_999_999, nil, 0, "1970-01-01T00:00:01Z"),
            (1_999_999, nil, -3, "1970-01-01T00:00:01Z"), (1, nil, 9, "1970-01-01T00:00:00.000001Z"),
            (0, 0, 0, "1970-01-01T00:00:00+00:00"), (0, -25_200, 3, "1969-12-31T17:00:00.000-07:00"),
            (0, 20_700, 0, "1970-01-01T05:45:00+05:45"), (0, 1172, 0, "1970-01-01T00:19:00+00:19"),
            (0, -1172, 0, "1969-12-31T23:41:00-00:19"), (0, .max, 0, "1970-01-01T23:59:00+23:59"),
            (0, .min, 0, "1969-12-31T00:01:00-23:59"),
            (Instant.latest.microseconds, 3600, 0, "9999-12-31T23:59:59Z"),
            (Instant.earliest.microseconds, -3600, 0, "0001-01-01T00:00:00Z"),
        ] as [(Int64, Int?, Int, String)])
    func writes(microseconds: Int64, utcOffset: Int?, fractionDigits: Int, text: String) {
        let instant = Instant(microseconds: microseconds)
        #expect(instant.rfc3339(fractionDigits: fractionDigits, utcOffset: utcOffset) == text)
    }

    @Test("Descriptions contain microseconds only if they are not zero")
    func describesWithMicrosecondsOnlyWhereThereAreAny() {
        #expect(Instant(microseconds: 0).description == "1970-01-01T00:00:00Z")
        #expect(Instant(microseconds: 500_000).description == "1970-01-01T00:00:00.500000Z")
    }

    @Test("Formatted instants are parsed to the same instant")
    func whatIsWrittenIsRead() {
        var generator = SeededRandom(4)
        for _ in 0..<3000 {
            let instant = Instant(
                microseconds: .random(
                    in: Instant.earliest.microseconds...Instant.latest.microseconds, using: &generator))
            let offset = Int.random(in: -1439...1439, using: &generator) * 60
            #expect(Instant(rfc3339: instant.description) == instant)
            #expect(Instant(rfc3339: instant.rfc3339(fractionDigits: 6, utcOffset: offset)) == instant)
        }
    }
}
