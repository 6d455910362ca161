// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The results of one act of scenarios/clock.bash.
struct ClockAct {
    /// An event that the journal lists as announced.
    struct Announcement: Equatable, CustomStringConvertible {
        let event: String
        /// The time of the event in seconds since 1970, to the millisecond.
        let moment: Double
        /// The lateness according to the entry, in whole minutes.
        let minutesLate: Int

        static func onTime(_ event: String, _ moment: Double) -> Announcement {
            Announcement(event: event, moment: moment, minutesLate: 0)
        }

        static func late(_ event: String, _ moment: Double, minutes: Int) -> Announcement {
            Announcement(event: event, moment: moment, minutesLate: minutes)
        }

        static func == (one: Announcement, other: Announcement) -> Bool {
            // The scenario rounds its facts to the millisecond.
            one.event == other.event && abs(one.moment - other.moment) < 0.002 && one.minutesLate == other.minutesLate
        }

        var description: String { "\(event) of \(moment), \(minutesLate) min late" }
    }

    /// The announcements, in the order of the journal.
    let announcements: [Announcement]
    /// The messages about missed events, in the order of the journal.
    let missed: [String]
    /// The summaries of the popups, in the order of the requests.
    let popups: [String]

    init(_ name: String, in found: Results) throws {
        let entries = try found.entries().filter { $0["SUNTRACKER_PLACE"] == name }
        announcements = try found.announcements().filter { $0["SUNTRACKER_PLACE"] == name }.map { entry in
            let moment = try entry.moment("SUNTRACKER_EVENT_TIME")
            let lateness = try #require(entry.lateness)
            // The time when the service wrote the entry, not when journald received it.
            let written = try entry.moment("_SOURCE_REALTIME_TIMESTAMP")
            #expect(written >= moment, "never early")
            #expect((0..<10).contains(written - moment - lateness), "the entry says how late it is")
            let minutes = Int(lateness / 60)
            let message = try #require(entry["MESSAGE"])
            #expect(message.contains(" ago, at ") == (minutes > 0), "\(message)")
            return Announcement(event: try #require(entry["SUNTRACKER_EVENT"]), moment: moment, minutesLate: minutes)
        }
        missed = entries.compactMap { $0["MESSAGE"] }.filter { $0.hasPrefix("Missed: ") }
        popups = try found.recordedPopups("clock").map(\.summary).filter { $0.contains(" in \(name)") }
    }
}
