import Foundation
import Testing

/// The user's alerts on a real desktop. The scenario is scenarios/alerts.bash.
@Suite(
    .enabled(if: TestBed.obstacle == nil, Comment(rawValue: TestBed.obstacle ?? "")),
    .timeLimit(ConcurrencyLimit.timeLimit))
struct AlertTests {
    @Test(
        "Alerts added while the service runs are announced once, on time, with their texts and sounds")
    func alerts() async throws {
        let found = try await TestBed.run("alerts")

        // Each once, also after a restart. An alert that is disabled or for another day is not announced.
        let entries = try found.entries()
        #expect(entries.map { $0["SUNTRACKER_ALERT"] } == ["lamps", nil, "night"])
        #expect(entries.allSatisfy { $0["SUNTRACKER_EVENT"] == "sunset" && $0["SUNTRACKER_RECOVERED"] == nil })
        try #require(entries.count == 3)
        let sunset = try moment(entries[1], "SUNTRACKER_EVENT_TIME")
        for (entry, offset) in zip(entries, [-5.0, 0, 3]) {
            #expect(try abs(moment(entry, "SUNTRACKER_EVENT_TIME") - sunset) < 0.000_002)
            let due = sunset + offset
            if offset == 0 {
                #expect(entry["SUNTRACKER_DUE_TIME"] == nil)
            } else {
                #expect(try abs(moment(entry, "SUNTRACKER_DUE_TIME") - due) < 0.000_002)
            }
            // Not early by the journal's clock, and not late by the service's.
            #expect(try #require(entry["__REALTIME_TIMESTAMP"].flatMap(Double.init)) / 1e6 >= due)
            #expect(try (0..<1_000_000).contains(#require(entry["SUNTRACKER_LATENESS_USEC"].flatMap(Int.init))))
        }

        // The time in the texts is that of the sunset, as in the sunset's own announcement.
        let announcement = /Sunset in Testville at (\d\d:\d\d): .+/
        let own = try #require(entries[1]["MESSAGE"]?.wholeMatch(of: announcement))
        let time = String(own.output.1)
        // Quantities have no-break spaces.
        let words =
            /5\u{A0}s before, (\w+ \d+ \w+) at (\d\d:\d\d); (\d+\u{A0}h\u{A0}\d+\u{A0}min) <long>, next sunrise at \d\d:\d\d \{ok\}/
        let requests = try found.requestedPopups("requests")
        #expect(
            requests.map(\.summary) == [
                "lamps: sunset in Testville", "Sunset in Testville", "Sunset in Testville",
            ])
        try #require(requests.count == 3)
        let (lamps, event, night) = (requests[0], requests[1], requests[2])
        #expect(entries[0]["MESSAGE"] == "Alert lamps, 5s before sunset in Testville at \(time): \(lamps.summary)")
        let body = lamps.body.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        let told = try #require(body.wholeMatch(of: words), "\(lamps.body)")
        #expect(try String(told.output.1) == found.fact("date"))
        #expect(String(told.output.2) == time)
        #expect(event.body.hasPrefix("\(time) · sunrise at "))
        #expect(event.body.contains(" · \(told.output.3) of daylight, "))
        #expect(night.body.hasPrefix("\(time) · "))

        // The hints of the requests. Urgencies are those of the specification: 0 low, 1 normal, 2 critical.
        #expect(requests.map(\.urgency) == [2, 1, 0])
        // dunst plays no sounds, so it gets no hints about them (SoundTests).
        #expect(requests.allSatisfy { $0.sound == nil && !$0.isSilent })
        #expect(requests.map(\.icon).first == "weather-clear-night")
        // No popup replaces another one.
        #expect(Set(requests.map(\.tag)) == ["suntracker-alert:lamps", "suntracker-sunset", "suntracker-alert:night"])
        #expect(try found.notifications().count == 3)
        let afterRestart = try found.notifications("restarted").filter { !$0.summary.hasPrefix("Preview: ") }
        #expect(afterRestart.count == 3)

        // Previews replace each other.
        for (name, status) in [
            ("preview", "0"), ("preview_off", "0"), ("preview_unknown", "64"), ("preview_stopped", "0"),
        ] {
            #expect(try found.fact("exit.\(name)") == status, "\(name)")
        }
        #expect(
            try found.text("preview.txt")
                == """
                suntrackerd shows the notification of: alert lamps
                Its sound is not heard: dunst plays no sounds
                Its hooks are not run; to try them: suntracker hooks run lamps

                """)
        #expect(try found.notifications("previews").first?.summary == "Preview: Sunset in Testville")
        #expect(
            try found.notifications("previews_stopped").first?.summary == "Preview: lamps: sunset in Testville")

        let hook = try found.text("hook.alert").split(separator: "\n")
        #expect(hook.first == "arguments=dim them $HOME")
        #expect(hook.contains("SUNTRACKER_ALERT=lamps"))
        #expect(hook.contains("SUNTRACKER_EVENT=sunset"))
        #expect(hook.contains { $0.hasPrefix("SUNTRACKER_DUE_TIME=") })

        let history = try found.text("history.csv").split(separator: "\n").dropFirst()
        #expect(
            history.map { $0.prefix { $0 != "," } } == ["alert:lamps", "sunset", "alert:night"], "\(history)")
        #expect(try found.fact("next").hasPrefix("Next: sunrise in Testville "))
        #expect(try found.fact("wakeups") == "0")
        #expect(try found.text("complaints.txt").isEmpty)
    }

    /// The time in a field of an entry, in seconds since 1970.
    private func moment(_ entry: Findings.Entry, _ field: String) throws -> Double {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return try format.parse(#require(entry[field], "there is no \(field)")).timeIntervalSince1970
    }
}
