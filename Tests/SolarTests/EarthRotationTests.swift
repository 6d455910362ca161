// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Solar

@Suite("The rotation of the Earth")
struct EarthRotationTests {
    /// The date in `SUNTRACKER_TODAY`, which `.ci/run rotation` sets. Without it, no test depends on the date.
    static let today = getenv("SUNTRACKER_TODAY").map { String(cString: $0) }

    @Test("is known until a date that the documentation names", arguments: ["etc/man/suntracker.1", "Solar.docc"])
    func documented(place: String) throws {
        let path = place == "Solar.docc" ? "Sources/Solar/Solar.docc/Accuracy.md" : place
        let text = try Checkout.text(of: path)
        let (year, month, day) = EarthRotation.knownUntil.components
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        #expect(text.contains("\(day) \(months[month - 1]) \(year)"))
    }

    @Test("is known for at least 90 more days", .enabled(if: today != nil))
    func knownLongEnough() throws {
        let text = try #require(Self.today)
        let today = try #require(CivilDate(text))
        #expect(
            today.adding(days: 90) <= EarthRotation.knownUntil,
            """
            extend the tables in DeltaT.swift and LeapSeconds.swift by the newest Bulletins A and C of the IERS, and the \
            date in suntracker.1 and Accuracy.md
            """)
    }

    @Test("uses the leap seconds of the time zone database", .enabled(if: today != nil))
    func leapSeconds() throws {
        let text = try String(contentsOfFile: "/usr/share/zoneinfo/leap-seconds.list", encoding: .utf8)
        let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).prefix(2).map { Double($0) ?? .nan }
        }
        // Seconds since 1900. An older list may lack the last rows.
        let listed = rows.map { "\($0[0] / 86_400 - 36_524.5) \($0[1])" }
        #expect(!listed.isEmpty)
        #expect(listed == LeapSeconds.table.prefix(listed.count).map { "\($0.start) \($0.seconds)" })
    }
}
