import Foundation
import LinuxPlatform
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The list of hooks") struct HookListTests {
    private static let sunset = HookFault.Occasion.rule(Rule(id: "sunset", event: .sunset, notifies: true))
    private static let lamps = HookFault.Occasion.rule(Rule(Alert(name: "lamps", event: .solar(.sunset))))
    private static let ended = at("2026-11-20T23:40:03Z")

    private static let hooks = [
        ListedHook(
            occasion: sunset, path: "/h/sunset.d/tell",
            lastRun: PastHookRun([entry(["JOB_RESULT": "done"])], timeLimit: .seconds(30))),
        ListedHook(
            occasion: lamps, path: "/bin/lamps-on",
            lastRun: PastHookRun(
                [entry(["JOB_RESULT": "failed"]), entry(["UNIT_RESULT": "exit-code"]), entry(["EXIT_STATUS": "3"])],
                timeLimit: .seconds(30))),
        ListedHook(occasion: .phase(.night), path: "/h/night.d/theme"),
        ListedHook(
            occasion: .phase(.day), path: "/h/day.d/theme",
            fault: HookFault(
                occasion: .phase(.day), failure: HookFailure(hook: "/h/day.d/theme", unit: nil, .notExecutable))),
    ]

    private static func entry(_ fields: [String: String], at time: Instant = ended) -> PastHookRun.Entry {
        PastHookRun.Entry(written: time, fields: fields.merging(["USER_UNIT": "u.service"]) { $1 })
    }

    private func report(_ hooks: [ListedHook] = hooks, words: Localizer = .english) -> HookList {
        HookList(
            hooks: hooks, strayFolders: hooks.isEmpty ? [] : ["/h/sunsett.d"], samples: ["ntfy", "theme"],
            relativeTime: RelativeTime(
                now: at("2026-11-21T20:00:00Z"), localTime: SimulatedZone.denver, words: words))
    }

    @Test("has each hook with its last run, or why it cannot run, and the folders that are misnamed")
    func text() {
        #expect(
            report().text == """
                sunset       /h/sunset.d/tell
                             succeeded, 16:40 on 20 November
                alert lamps  /bin/lamps-on
                             failed, 16:40 on 20 November: exit status 3
                night        /h/night.d/theme
                             no run of it is in the journal
                day          /h/day.d/theme, for the start of the day, is not executable; make
                             it executable: chmod +x /h/day.d/theme
                programs in /h/sunsett.d are never run: the folder is not named after an event
                """)
    }

    @Test("comes from the catalog, and fits into a window")
    func translated() {
        let values = [
            "/h/sunset.d/tell", "/bin/lamps-on", "/h/night.d/theme", "/h/day.d/theme", "chmod +x", "/h/sunsett.d",
            "lamps", "ntfy", "theme", "suntracker hooks enable",
        ]
        for hooks in [Self.hooks, []] {
            let text = report(hooks, words: .bracketed).text
            #expect(untranslatedParts(of: text, values: values) == [], "\(text)")
            for columns in [40, 60] {
                let lines = report(hooks, words: .wide).text(columns: columns).split(separator: "\n")
                #expect(lines.filter { String($0).columns > columns && !$0.contains("/") } == [])
            }
        }
    }

    @Test("is there without a journal, and says so")
    func noJournal() {
        var report = report([ListedHook(occasion: Self.sunset, path: "/h/sunset.d/tell")])
        report.journalTrouble = "the journal cannot be read: gone"
        #expect(
            report.text == """
                sunset  /h/sunset.d/tell
                programs in /h/sunsett.d are never run: the folder is not named after an event
                the journal cannot be read: gone
                """)
    }

    @Test("names the samples if there are no hooks")
    func none() {
        #expect(
            report([]).text == """
                There are no hooks.
                The samples are ntfy, theme.
                To use one: suntracker hooks enable theme
                """)
    }

    @Test("has the same for programs")
    func json() throws {
        let json = try report().json(inOneLine: true)
        #expect(json.contains(#"{"for":"night","path":"/h/night.d/theme"}"#))
        #expect(
            json.contains(
                #""lastRun":{"problem":"exit status 3","succeeded":false,"time":"2026-11-20T16:40:03.000-07:00","#
                    + #""unit":"u.service"}"#))
        #expect(json.contains(#""path":"/h/day.d/theme","problem":"is not executable""#))
    }

    @Test(
        "has the result of the last run in the journal",
        arguments: [
            ("success", [["JOB_RESULT": "done"]], nil),
            (
                "a failure", [["JOB_RESULT": "failed"], ["UNIT_RESULT": "exit-code"], ["EXIT_STATUS": "3"]],
                .exitStatus(3)
            ),
            (
                "too long", [["JOB_RESULT": "failed"], ["UNIT_RESULT": "timeout"], ["EXIT_STATUS": "15"]],
                .timeLimit(.seconds(30))
            ),
            ("a signal", [["JOB_RESULT": "failed"], ["UNIT_RESULT": "signal"], ["EXIT_STATUS": "9"]], .signal(9)),
            ("stopped while it ran", [["EXIT_STATUS": "15"]], .signal(15)),
            (
                "a result without a status", [["JOB_RESULT": "failed"], ["UNIT_RESULT": "resources"]],
                .result("resources")
            ),
            ("only the job", [["JOB_RESULT": "dependency"]], .result("dependency")),
        ] as [(String, [[String: String]], HookFailure.Problem?)])
    func lastRun(name: String, entries: [[String: String]], problem: HookFailure.Problem?) throws {
        let run = try #require(PastHookRun(entries.map { Self.entry($0) }, timeLimit: .seconds(30)))
        #expect(run.problem == problem)
        #expect(run.unit == "u.service")
        #expect(run.ended == Self.ended)
    }

    @Test("an earlier run of the same unit, or one of another unit, is another run")
    func earlierRuns() {
        let last = Self.entry(["JOB_RESULT": "failed"])
        #expect(Self.entry(["UNIT_RESULT": "exit-code"]).isOfRun(endedBy: last))
        #expect(!Self.entry(["JOB_RESULT": "done"]).isOfRun(endedBy: last))
        #expect(!PastHookRun.Entry(written: Self.ended, fields: ["USER_UNIT": "v.service"]).isOfRun(endedBy: last))
        #expect(PastHookRun([], timeLimit: .seconds(30)) == nil)
    }

    @Test(
        "a hook to try is chosen by its name, its path, or the name of what it is for",
        arguments: [
            ("tell", nil, ["/h/sunset.d/tell"]), ("/bin/lamps-on", nil, ["/bin/lamps-on"]),
            ("sunset", nil, ["/h/sunset.d/tell"]), ("lamps", nil, ["/bin/lamps-on"]),
            ("alert:lamps", nil, ["/bin/lamps-on"]), ("night", nil, ["/h/night.d/theme"]),
            ("theme", "night", ["/h/night.d/theme"]), ("lamps-on", "lamps", ["/bin/lamps-on"]),
        ] as [(String, String?, [String])])
    func choice(name: String, occasion: String?, paths: [String]) throws {
        #expect(try Self.hooks.chosen(name, for: occasion).paths == Set(paths))
    }

    @Test(
        "a hook that cannot be tried is an error",
        arguments: [
            (
                "tel", nil,
                "there is no hook \"tel\", nor one for an event, alert or phase of that name; to see the hooks: suntracker hooks"
            ),
            (
                "tell", "night",
                "there is no hook \"tell\", nor one for an event, alert or phase of that name; to see the hooks: suntracker hooks"
            ),
            ("theme", nil, "\"theme\" is a hook for day, night; choose one, as in --for night"),
            (
                "day", nil,
                "/h/day.d/theme, for the start of the day, is not executable; make it executable: chmod +x /h/day.d/theme"
            ),
        ] as [(String, String?, String)])
    func noChoice(name: String, occasion: String?, text: String) {
        let error = #expect(throws: CommandError.self) { try Self.hooks.chosen(name, for: occasion) }
        #expect(error?.description == text)
    }

    @Test("a trial has a unit of its own, which does not keep the service from starting the hook")
    func trial() throws {
        let call = try #require(
            HookCall.next(
                for: .phase(.night), under: Settings(), at: TestPlace.denver.place, after: Self.ended,
                localTime: SimulatedZone.denver, in: .english))
        let folder = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hook = folder.appending(path: "suntracker/hooks/night.d/lamps")
        try FileManager.default.createDirectory(at: hook.deletingLastPathComponent(), withIntermediateDirectories: true)
        #expect(
            FileManager.default.createFile(atPath: hook.path, contents: nil, attributes: [.posixPermissions: 0o700]))
        let folders = HookFolders(
            environment: Environment(["XDG_CONFIG_HOME": folder.path, "XDG_CONFIG_DIRS": "/nonexistent"]))
        let command = try #require(folders.hooks(of: call.program).hooks.first)
        let unit = HookUnit(trying: command, for: call, at: at("2026-11-21T20:15:03Z"))
        #expect(unit.name == "suntracker-hook-night-lamps-trial-20261121T201503Z.service")
    }

    @Test(
        "the units of a hook are found: the latest of an event, that of a phase, and the latest trial",
        arguments: [
            ("lamps", .rule(Rule(id: "sunset", event: .sunset, notifies: true)), ["sunset-lamps-20261121T234000Z"]),
            (
                "lamps-on", .rule(Rule(id: "sunset", event: .sunset, notifies: true)),
                ["sunset-lamps-on-20261122T233900Z"]
            ),
            ("lamps", .phase(.night), ["night-lamps-trial-20261121T201503Z", "night-lamps"]),
            ("lamps", .phase(.day), []), ("lamp", .phase(.night), []),
        ] as [(String, HookFault.Occasion, [String])])
    func latest(hook: String, occasion: HookFault.Occasion, units: [String]) {
        let all = [
            "sunset-lamps-20261120T234100Z", "sunset-lamps-20261121T234000Z", "sunset-lamps-on-20261122T233900Z",
            "night-lamps", "night-lamps-trial-20261120T201503Z", "night-lamps-trial-20261121T201503Z", "night-lamps-on",
        ].map { "suntracker-hook-\($0).service" }
        #expect(
            HookUnit.latest(of: hook, for: occasion, among: all) == units.map { "suntracker-hook-\($0).service" })
    }
}
