// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The user's alerts on a real desktop, in scenarios/alerts.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct AlertTests {
    @Test(
        "Alerts added while the service runs are announced once, on time, with their texts and sounds")
    func alerts() async throws {
        let found = try await TestBed.run("alerts")

        // Each alert is announced once, even after a restart. An alert that is disabled or for another day is not
        // announced.
        let entries = try found.entries()
        #expect(entries.map { $0["SUNTRACKER_ALERT"] } == ["lamps", nil, "night"])
        #expect(entries.allSatisfy { $0["SUNTRACKER_EVENT"] == "sunset" && $0["SUNTRACKER_RECOVERED"] == nil })
        try #require(entries.count == 3)
        let sunset = try entries[1].moment("SUNTRACKER_EVENT_TIME")
        for (entry, offset) in zip(entries, [-5.0, 0, 3]) {
            #expect(try abs(entry.moment("SUNTRACKER_EVENT_TIME") - sunset) < 0.000_002)
            let due = sunset + offset
            if offset == 0 {
                #expect(entry["SUNTRACKER_DUE_TIME"] == nil)
            } else {
                #expect(try abs(entry.moment("SUNTRACKER_DUE_TIME") - due) < 0.000_002)
            }
            // The journal's time stamp shows that it was not early, the service's lateness that it was not late.
            #expect(try entry.moment("__REALTIME_TIMESTAMP") >= due)
            #expect(try (0..<1).contains(#require(entry.lateness)))
        }

        let requests = try found.recordedPopups("alerts")
        #expect(
            requests.map(\.summary) == [
                "lamps: sunset in Testville", "Sunset in Testville", "Sunset in Testville",
                "Preview: lamps: sunset in Testville",
            ], "none after the restart")
        try #require(requests.count == 4)
        let lamps = requests[0]
        #expect(entries[0]["MESSAGE"]?.hasSuffix(": lamps: sunset in Testville") == true)
        // Quantities contain no-break spaces.
        #expect(try lamps.body.hasPrefix("5\u{A0}s before, \(found.fact("date")) at "))
        #expect(lamps.body.contains(" &lt;long&gt;, next sunrise at ") && lamps.body.hasSuffix(" {ok}"))

        // The hints of the requests. The specification defines the urgencies: 0 low, 1 normal, 2 critical.
        #expect(requests.prefix(3).map(\.urgency) == ["2", "1", "0"])
        let (bell, none) = ("sound-name=message-new-instant", "suppress-sound=True")
        #expect(requests.map(\.sound) == [bell, none, none, bell])
        #expect(lamps.icon == "weather-clear-night")
        // No popup replaces another one, except for previews.
        #expect(
            requests.prefix(3).map(\.tag) == ["suntracker-alert:lamps", "suntracker-sunset", "suntracker-alert:night"])
        #expect(Set(requests.map(\.number)).count == 4)
        #expect(try found.fact("exit.preview") == "0")

        let hook = try found.text("hook.alert").split(separator: "\n")
        #expect(hook.first == "arguments=dim them $HOME")
        #expect(hook.contains("SUNTRACKER_ALERT=lamps"))
        #expect(hook.contains("SUNTRACKER_EVENT=sunset"))
        #expect(hook.contains { $0.hasPrefix("SUNTRACKER_DUE_TIME=") })

        #expect(try found.fact("next").hasPrefix("Next: sunrise in Testville "))
        #expect(try found.fact("wakeups") == "0")
        #expect(try found.text("complaints.txt").isEmpty)
    }
}
