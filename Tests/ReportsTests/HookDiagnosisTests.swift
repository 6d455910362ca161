import LinuxPlatform
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A diagnosis of the hooks") struct HookDiagnosisTests {
    private static let sunset = HookOccasion.rule(Rule(id: "sunset", event: .sunset, notifies: true))

    private static func alert(_ name: String) -> HookOccasion {
        .rule(Rule(Alert(name: name, event: .solar(.sunset))))
    }

    /// A hook for an alert that cannot be started, beside one that can.
    private static func fails(_ hook: String, _ problem: HookProblem) -> (inout MachineFacts) -> Void {
        { $0.hooks = [PlannedHook(alert("lamps"), "/h/sound"), PlannedHook(alert("lamps"), hook, problem)] }
    }

    @Test(
        "lists the hooks by event, or shows why one cannot be started or has failed, and what to do",
        arguments: [
            DiagnosisRow.sound("Hooks", "10-a, 20-b at the sunset; true at the alert lamps") {
                $0.hooks = [
                    PlannedHook(sunset, "/h/sunset.d/10-a"), PlannedHook(sunset, "/etc/h/sunset.d/20-b"),
                    PlannedHook(alert("lamps"), "/bin/true"),
                ]
            },
            .broken(
                "Hooks", "/h/a b, for the alert lamps, is not executable",
                remedy: "make it executable: chmod +x '/h/a b'", fails("/h/a b", .notExecutable)),
            .broken(
                "Hooks", "/h/a, for the alert lamps, does not exist, or is a broken link",
                remedy: "put a program in its place, or remove it", fails("/h/a", .missing)),
            .broken(
                "Hooks", "lamps, for the alert lamps, is in none of the folders /h, /e",
                remedy: "put it there, or write its absolute path", fails("lamps", .unknown(in: ["/h", "/e"]))),
            .broken(
                "Hooks", "backup.service, for the alert lamps, does not exist",
                remedy: "to see your units: systemctl --user list-unit-files", fails("backup.service", .noUnit)),
            .broken(
                "Hooks", "/h, for the alert lamps, is not a valid command: gone",
                remedy: "see Hook= in suntracker.conf(5)", fails("/h", .noCommand(.quoted("gone")))),
            .broken(
                "Hooks", "/h/a, for the alert the lamps, failed when it ran last: exit status 3",
                remedy:
                    "its output: journalctl --user -u u.service; after mending it: suntracker hooks run a --for 'alert:the lamps'"
            ) {
                let fields = [
                    "JOB_RESULT": "failed", "UNIT_RESULT": "exit-code", "EXIT_STATUS": "3", "USER_UNIT": "u.service",
                ]
                let entry = PastHookRun.Entry(written: at("2026-11-20T23:40:03Z"), fields: fields)
                $0.hooks = [
                    PlannedHook(
                        alert("the lamps"), "/h/a", lastRun: PastHookRun([entry], timeLimit: .seconds(30)))
                ]
            },
        ])
    func hooks(row: DiagnosisRow) { row.judge() }

    @Test("has a line for each problem, and for each folder that is not named after an event")
    func several() {
        let facts = soundMachine {
            $0.hooks = ["/h/1", "/h/2"].map { PlannedHook(Self.sunset, $0, .notExecutable) }
            $0.strayFolders = ["/h/sunsett.d"]
        }
        expectTranslated(facts)
        let found = facts.checks(in: .english).filter { $0.subject == "Hooks" }
        #expect(
            found.map(\.finding) == [
                "/h/1, for the sunset, is not executable", "/h/2, for the sunset, is not executable",
                "programs in /h/sunsett.d are never run: the folder is not named after an event",
            ])
        #expect(
            found.last?.remedy == "rename it to an event in suntracker.conf(5), such as sunset.d, or remove it")
    }
}
