// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The command's reports about the installed service, and clicks on popups, on a real desktop.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct StatusTests {
    private static let played = Task { try await TestBed.run("status") }
    private static let restart = "systemctl --user restart suntrackerd"

    @Test("status and preview report a running, a stopped and a failed service, and do not start it")
    func status() async throws {
        let found = try await Self.played.value
        // The clock belongs to the machine, and no program in the bed may synchronise it.
        let clock = try found.fact("clock") == "yes" ? "0" : "1"
        for (name, status) in [
            ("not_installed", "69"), ("stopped", "69"), ("running", clock), ("running_json", clock), ("failed", "69"),
            ("failed_without_unit", "69"),
            ("preview", "0"), ("preview_stopped", "69"), ("preview_hanging", "69"), ("preview_without", "69"),
        ] {
            #expect(try found.fact("exit.\(name)") == status, "\(name)")
        }
        #expect(try found.fact("started_by_asking") == "inactive")
        #expect(try found.fact("started_by_preview") == "inactive")

        #expect(try found.text("not_installed.txt").contains("etc/install --enable"))
        #expect(try found.text("stopped.txt").contains("systemctl --user enable --now suntrackerd"))
        let running = try found.text("running.txt")
        #expect(running.contains(/^suntrackerd \S+ running since \d\d:\d\d, for \d+ s\n/))
        #expect(running.contains(/\nPlace  Testville \(0\.00° [NS], [\d.]+° [EW]\), from the settings\n/))
        #expect(running.contains("\nNext   sunrise at "))
        #expect(running.contains(/\nLast   sunset at \d\d:\d\d, announced on time\n/))
        let failed = try found.text("failed.txt")
        #expect(failed.hasPrefix("suntrackerd has failed (exit-code, status 64): "))
        #expect(failed.replacing(/\s+/, with: " ").contains("suntrackerd: --wrong is not a known option"))
        // The line may be wrapped.
        let orphan = try found.text("failed_without_unit.txt").replacing(/\s+/, with: " ")
        #expect(orphan.contains("suntrackerd: an error without a unit"))

        #expect(
            try found.text("preview.txt")
                == "suntrackerd sent the notification, and the notification server accepted it: sunrise\n")
        #expect(try found.notifications("previews").map(\.summary).contains("Preview: Sunrise in Testville"))
        #expect(
            try found.text("preview_stopped.txt")
                == "suntracker: suntrackerd is not running; to start it: systemctl --user start suntrackerd\n")
        #expect(
            try found.notifications("previews_stopped").count { $0.summary == "Preview: Sunrise in Testville" } == 1)
        #expect(try found.text("preview_hanging.txt").contains("does not respond"))
    }

    @Test("status finds what was broken on purpose, only the cause, and does not start the service")
    func problems() async throws {
        let found = try await Self.played.value
        let clock = try found.fact("clock") == "yes" ? [] : ["Clock"]
        // The commands, or otherwise the remedies, by check. A check with several problems has one line for each.
        func problems(_ name: String, exit: String) throws -> [String: String] {
            let status = try found.status(name + ".txt")
            let problems = status.problems.filter { !clock.contains($0.check) }
            let isWell = status.running && status.problems.isEmpty
            #expect(try found.fact("exit.\(name)") == (isWell ? "0" : exit), "\(name)")
            return Dictionary(problems.map { ($0.check, $0.command ?? $0.remedy) }) { "\($0)\n\($1)" }
        }
        #expect(try problems("sound", exit: "1").isEmpty)
        #expect(
            try problems("hooks", exit: "1") == [
                "Hooks": """
                chmod +x /home/tester/.config/suntracker/hooks/sunset.d/theme
                rename it to an event in suntracker.conf(5), such as sunset.d, or remove it
                """
            ])
        #expect(try problems("not_installed", exit: "69") == ["Service": "etc/install --enable"])
        #expect(try problems("replaced", exit: "1") == ["Service": Self.restart])
        let provider = try #require(found.status("provider.txt").problems.first { $0.check == "Place" })
        #expect(provider.problem.hasPrefix("/etc/geoclue/geoclue.conf:"))
        #expect(provider.problem.contains(" names location.services.mozilla.com, which was shut down in 2024"))
        #expect(provider.remedy.contains("/etc/geolocation (GeoClue 2.7"))
        #expect(try problems("stopped_json", exit: "69") == ["Service": "systemctl --user start suntrackerd"])
        let first = try problems("broken", exit: "69")
        #expect(Set(first.keys) == ["Service", "Settings", "State"])
        #expect(first["Service"] == "etc/install")
        #expect(first["State"] == "chmod 700 /home/tester/.local/state/suntracker")
        let second = try problems("broken_otherwise", exit: "69")
        #expect(Set(second.keys) == ["Service", "Notifications", "Settings"])
        #expect(second["Service"] == "systemctl --user enable --now suntrackerd")
        #expect(try found.fact("exit.console") == "69")
        #expect(try found.text("console.txt").replacing(/\s+/, with: " ").contains("there is no session bus ("))
    }

    @Test("status finds that the service uses other files or another bus, and the remedy helps")
    func elsewhere() async throws {
        let found = try await Self.played.value
        let elsewhere = try found.status("elsewhere.txt")
        #expect(elsewhere.running)
        #expect(elsewhere.problems.contains { $0.check == "Files" && $0.problem.contains("/home/tester/elsewhere") })
        let own = try found.status("own.txt")
        #expect(!own.running)
        #expect(try found.fact("exit.own") == "69")
        #expect(own.problems.first?.problem.contains("a separate bus") == true)
        #expect(try found.status("own_mended.txt").running)
    }

    @Test("A click on a popup opens the browser outside the sandbox; later popups of others do not wake the service")
    func clicks() async throws {
        let found = try await TestBed.run("clicks", with: ["xdg-utils"])
        for (server, token) in [("dunst", ""), ("recorder", "a-token")] {
            let opened = try found.text("\(server).txt").split(separator: "\n")
            #expect(opened.contains("page=/home/tester/.local/state/suntracker/chart.html"))
            #expect(opened.contains("program=browser"), "not the program for HTML")
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
