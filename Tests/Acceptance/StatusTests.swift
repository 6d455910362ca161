import Foundation
import Testing

/// The reports of the command about the installed service, and clicks on popups, on a real desktop.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct StatusTests {
    /// The remedies of the failed checks by subject; one line for each check of the subject.
    private func remedies(_ diagnosis: Findings.Diagnosis) -> [String: String] {
        let rows = diagnosis.checks.filter { $0.verdict == "broken" }.map { ($0.subject, $0.remedy ?? "") }
        return Dictionary(rows) { "\($0)\n\($1)" }
    }

    @Test("status and preview report a running, a stopped and a failed service, and do not start it")
    func status() async throws {
        let found = try await TestBed.run("status")
        for (name, status) in [
            ("not_installed", "69"), ("stopped", "69"), ("running", "0"), ("running_json", "0"), ("failed", "69"),
            ("failed_without_unit", "69"),
            ("preview", "0"), ("preview_stopped", "0"), ("preview_hanging", "69"), ("preview_without", "69"),
        ] {
            #expect(try found.fact("exit.\(name)") == status, "\(name)")
        }
        #expect(try found.fact("started_by_asking") == "inactive")
        #expect(try found.fact("started_by_preview") == "inactive")

        #expect(try found.text("not_installed.txt").contains("etc/install --enable"))
        #expect(try found.text("stopped.txt").contains("systemctl --user enable --now suntrackerd"))
        let running = try found.text("running.txt")
        #expect(running.contains(/^suntrackerd \S+ running since \d\d:\d\d, for \d+ s\n/))
        #expect(running.contains(/\nPlace          Testville \(0\.00° [NS], [\d.]+° [EW]\), from the settings\n/))
        #expect(running.contains("\nNext           sunrise at "))
        #expect(running.contains(/\nLast           sunset at \d\d:\d\d, announced on time\n/))
        #expect(running.contains(/\nNotifications  dunst [^:]+: actions, body,/))
        let failed = try found.text("failed.txt")
        #expect(failed.hasPrefix("suntrackerd has failed (exit-code, status 64)\n"))
        #expect(failed.replacing(/\s+/, with: " ").contains("suntrackerd: --wrong is not a known option"))
        #expect(try found.text("failed_without_unit.txt").contains("suntrackerd: an error without a unit"))

        #expect(try found.text("preview.txt") == "suntrackerd shows the notification of: sunrise\n")
        #expect(try found.notifications("previews").map(\.summary).contains("Preview: Sunrise in Testville"))
        #expect(
            try found.text("preview_stopped.txt")
                == "suntracker itself shows the notification of: sunrise; suntrackerd does not run\n")
        #expect(
            try found.notifications("previews_stopped").count { $0.summary == "Preview: Sunrise in Testville" } == 2)
        #expect(try found.text("preview_hanging.txt").contains("does not answer"))
    }

    @Test("doctor passes what works, finds what was broken on purpose, and does not start the service")
    func doctor() async throws {
        let found = try await TestBed.run("doctor")
        // The clock belongs to the machine, and nothing in the bed may set it.
        let clock = try found.fact("clock") == "yes" ? [] : ["Clock"]
        func broken(_ name: String) throws -> [String: String] {
            let diagnosis = try found.diagnosis(name + ".txt")
            #expect(try found.fact("exit.\(name)") == (diagnosis.sound ? "0" : "1"))
            return remedies(diagnosis).filter { !clock.contains($0.key) }
        }
        let sound = try found.diagnosis("sound.txt")
        #expect(try broken("sound").isEmpty)
        #expect(sound.sound == clock.isEmpty)
        // GeoClue and its last fix, which these settings do not use.
        #expect(sound.checks.count { $0.verdict == "skipped" } == 2)

        #expect(sound.checks.first { $0.subject == "Hooks" }?.finding == "theme at the sunset; true at the alert lamps")

        #expect(try Set(broken("not_installed").keys) == ["Unit", "Time zone"])
        #expect(try broken("replaced") == ["Service": "systemctl --user restart suntrackerd"])
        #expect(try broken("provider")["GeoClue"]?.contains("/etc/geolocation (GeoClue 2.7") == true)
        #expect(
            try found.diagnosis("provider.txt").checks.contains {
                $0.finding.hasPrefix("/etc/geoclue/geoclue.conf:")
                    && $0.finding.contains(" names location.services.mozilla.com, which ended in 2024")
            })
        #expect(try broken("stopped") == ["Service": "systemctl --user start suntrackerd"])
        #expect(try found.fact("started_by_asking") == "inactive")
        let first = try broken("broken")
        #expect(Set(first.keys) == ["Unit", "Service", "Settings", "Hooks", "Time zone", "State"])
        #expect(first["Unit"] == "install again, in a checkout of Suntracker: etc/install")
        #expect(
            first["Hooks"] == """
                make it executable: chmod +x /home/tester/.config/suntracker/hooks/sunset.d/theme
                rename it to an event in suntracker.conf(5), such as sunset.d, or remove it
                """)
        #expect(first["State"] == "chmod 700 /home/tester/.local/state/suntracker")
        let second = try broken("broken_otherwise")
        #expect(
            Set(second.keys) == ["Unit", "Service", "Notifications", "Settings", "Hooks", "Time zone", "State"])
        #expect(second["Unit"] == "systemctl --user enable suntrackerd")
        #expect(second["State"]?.hasPrefix("the next start sets it aside") == true)
        #expect(try found.fact("exit.console") == "1")
        #expect(try found.text("console.txt").contains("broken  Session bus    there is no session bus here"))
    }

    @Test("A click on a popup opens the chart outside the sandbox; popups of other programs do not wake the service")
    func clicks() async throws {
        let found = try await TestBed.run("clicks")
        for (server, token) in [("dunst", ""), ("recorder", "a-token")] {
            let opened = try found.text("\(server).txt").split(separator: "\n")
            #expect(opened.contains("page=/home/tester/.local/state/suntracker/chart.html"))
            #expect(opened.contains("token=\(token)"))
            #expect(opened.contains("display=:99"))
            #expect(opened.contains("NoNewPrivs:0"), "\(opened)")
            #expect(opened.contains("Seccomp_filters:\(try found.fact("filters"))"[...]), "\(opened)")
            #expect(opened.contains { $0.hasPrefix("unit=app-io.github.suntracker.Suntracker@") }, "\(opened)")
        }
        #expect(try found.fact("wakeups_by_others") == "0")
        #expect(try found.fact("opened_by_others") == "no")
        #expect(try found.entries("complaints").isEmpty)
    }
}
