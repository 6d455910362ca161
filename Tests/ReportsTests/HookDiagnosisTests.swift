import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A diagnosis of the hooks") struct HookDiagnosisTests {
    private func checks(_ hooks: [PlannedHook], strayFolders: [String] = []) -> [Check] {
        let facts = soundMachine { ($0.hooks, $0.strayFolders) = (hooks, strayFolders) }
        expectTranslated(facts)
        return Diagnosis(facts: facts, hasSymbols: true).checks.filter { $0.subject == "Hooks" }
    }

    private static let sunset = HookOccasion.rule(Rule(id: "sunset", event: .sunset, notifies: true))

    private static func alert(_ name: String) -> HookOccasion {
        .rule(Rule(Alert(name: name, event: .solar(.sunset))))
    }

    @Test("lists executable hooks by event")
    func sound() {
        let found = checks([
            PlannedHook(Self.sunset, "/h/sunset.d/10-a"), PlannedHook(Self.sunset, "/etc/h/sunset.d/20-b"),
            PlannedHook(Self.alert("lamps"), "/bin/true"),
        ])
        #expect(found.map(\.verdict) == [.sound])
        #expect(found.map(\.finding) == ["10-a, 20-b at the sunset; true at the alert lamps"])
    }

    @Test("is skipped without hooks")
    func none() {
        #expect(checks([]).map(\.verdict) == [.notApplicable])
        #expect(checks([]).map(\.finding) == ["none"])
    }

    @Test(
        "shows why a hook cannot be started, and what to do",
        arguments: [
            ("/h/a b", .notExecutable, "is not executable", "make it executable: chmod +x '/h/a b'"),
            (
                "/h/a", .missing, "does not exist, or is a broken link",
                "put a program in its place, or remove it"
            ),
            (
                "lamps", .unknown(in: ["/h", "/e"]), "is in none of the folders /h, /e",
                "put it there, or write its absolute path"
            ),
            (
                "backup.service", .noUnit, "does not exist",
                "to see your units: systemctl --user list-unit-files"
            ),
            ("/h", .noCommand(.quoted("gone")), "is not a valid command: gone", "see Hook= in suntracker.conf(5)"),
        ] as [(String, HookProblem, String, String)])
    func broken(hook: String, problem: HookProblem, matter: String, remedy: String) {
        let lamps = Self.alert("lamps")
        let found = checks([PlannedHook(lamps, "/h/sound"), PlannedHook(lamps, hook, problem)])
        #expect(found.map(\.finding) == ["\(hook), for the alert lamps, \(matter)"])
        #expect(found.map(\.remedy) == [remedy])
    }

    @Test("shows how a hook ended that failed when it ran last, and how to see why")
    func failed() {
        let entries = [
            ["JOB_RESULT": "failed", "UNIT_RESULT": "exit-code", "EXIT_STATUS": "3", "USER_UNIT": "u.service"]
        ]
        let run = PastHookRun(
            entries.map { PastHookRun.Entry(written: at("2026-11-20T23:40:03Z"), fields: $0) }, timeLimit: .seconds(30))
        let found = checks([PlannedHook(Self.alert("the lamps"), "/h/a", lastRun: run)])
        #expect(
            found.map(\.finding) == ["/h/a, for the alert the lamps, failed when it ran last: exit status 3"])
        #expect(
            found.map(\.remedy) == [
                "its output: journalctl --user -u u.service; after mending it: suntracker hooks run a --for 'alert:the lamps'"
            ])
    }

    @Test("has a line for each problem, and for each folder that is not named after an event")
    func several() {
        let hooks = ["/h/1", "/h/2"].map { PlannedHook(Self.sunset, $0, .notExecutable) }
        let found = checks(hooks, strayFolders: ["/h/sunsett.d"])
        #expect(
            found.map(\.finding) == [
                "/h/1, for the sunset, is not executable", "/h/2, for the sunset, is not executable",
                "programs in /h/sunsett.d are never run: the folder is not named after an event",
            ])
        #expect(
            found.last?.remedy == "rename it to an event in suntracker.conf(5), such as sunset.d, or remove it")
    }
}
