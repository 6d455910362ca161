// SPDX-License-Identifier: MIT
import LinuxPlatform
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

@Suite("A check of the hooks") struct HookCheckTests {
    private static let sunset = HookOccasion.rule(Rule(id: "sunset", event: .sunset, notifies: true))

    private static func alert(_ name: String) -> HookOccasion {
        .rule(Rule(Alert(name: name, event: .solar(.sunset))))
    }

    /// The hook of an alert, with a problem, next to a hook without one.
    private static func fails(_ hook: String, _ problem: HookProblem) -> (inout MachineFacts) -> Void {
        { $0.hooks = [PlannedHook(alert("lamps"), "/h/sound"), PlannedHook(alert("lamps"), hook, problem)] }
    }

    @Test(
        "lists the hooks by event, or says why one cannot be started, and what to do",
        arguments: [
            CheckRow.well("Hooks", "10-a, 20-b at the sunset; true at the alert lamps; theme at the start of the night")
            {
                $0.hooks = [
                    PlannedHook(sunset, "/h/sunset.d/10-a"), PlannedHook(sunset, "/etc/h/sunset.d/20-b"),
                    PlannedHook(alert("lamps"), "/bin/true"), PlannedHook(.phase(.night), "/h/night.d/theme"),
                ]
            },
            .problem(
                "Hooks", "/h/a b, for the alert lamps, is not executable", "make it executable", "chmod +x '/h/a b'",
                fails("/h/a b", .notExecutable)),
            .problem(
                "Hooks", "/h/a, for the alert lamps, does not exist, or is a broken link",
                "put a program in its place, or remove it", fails("/h/a", .missing)),
            .problem(
                "Hooks", "lamps, for the alert lamps, is in none of the directories /h, /e",
                "put it there, or write its absolute path", fails("lamps", .unknown(in: ["/h", "/e"]))),
            .problem(
                "Hooks", "backup.service, for the alert lamps, does not exist", "to see your units",
                "systemctl --user list-unit-files", fails("backup.service", .noUnit)),
            .problem(
                "Hooks", "/h, for the alert lamps, is not a valid command: gone", "see Hook= in suntracker.conf(5)",
                fails("/h", .noCommand("gone"))),
        ])
    func hooks(row: CheckRow) { row.judge() }

    @Test("lists a problem for each hook, and for each directory that is not named after an event")
    func several() {
        let facts = soundMachine {
            $0.hooks = ["/h/1", "/h/2"].map { PlannedHook(Self.sunset, $0, .notExecutable) }
            $0.strayFolders = ["/h/sunsett.d"]
        }
        let found = facts.checks.filter { $0.subject == "Hooks" }
        #expect(
            found.map(\.detail) == [
                "/h/1, for the sunset, is not executable", "/h/2, for the sunset, is not executable",
                "programs in /h/sunsett.d are never run, because the directory is not named after an event",
            ])
        #expect(
            found.last?.problem?.remedy.text
                == "rename it to an event in suntracker.conf(5), such as sunset.d, or remove it")
    }
}
