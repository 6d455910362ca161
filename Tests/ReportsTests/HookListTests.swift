import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The list of hooks") struct HookListTests {
    private static let sunset = HookOccasion.rule(Rule(id: "sunset", event: .sunset, notifies: true))
    private static let lamps = HookOccasion.rule(Rule(Alert(name: "lamps", event: .solar(.sunset))))
    private static let ended = at("2026-11-20T23:40:03Z")

    private static let hooks = [
        PlannedHook(
            sunset, "/h/sunset.d/tell",
            lastRun: PastHookRun([entry(["JOB_RESULT": "done"])], timeLimit: .seconds(30))),
        PlannedHook(
            lamps, "/bin/lamps-on",
            lastRun: PastHookRun(
                [entry(["JOB_RESULT": "failed"]), entry(["UNIT_RESULT": "exit-code"]), entry(["EXIT_STATUS": "3"])],
                timeLimit: .seconds(30))),
        PlannedHook(.phase(.night), "/h/night.d/theme"),
        PlannedHook(.phase(.day), "/h/day.d/theme", .notExecutable),
    ]

    private static func entry(_ fields: [String: String], at time: Instant = ended) -> PastHookRun.Entry {
        PastHookRun.Entry(written: time, fields: fields.merging(["USER_UNIT": "u.service"]) { $1 })
    }

    private func report(_ hooks: [PlannedHook] = hooks) -> HookList {
        HookList(
            hooks: hooks, strayFolders: hooks.isEmpty ? [] : ["/h/sunsett.d"], samples: ["ntfy", "theme"],
            relativeTime: RelativeTime(
                now: at("2026-11-21T20:00:00Z"), localTime: SimulatedZone.denver, words: .english))
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
                programs in /h/sunsett.d are never run, because the folder is not named after an
                event
                """)
    }

    @Test("fits into a window", arguments: [40, 60])
    func narrow(columns: Int) {
        for hooks in [Self.hooks, []] {
            let lines = report(hooks).text(columns: columns).split(separator: "\n")
            #expect(lines.filter { $0.count > columns && !$0.contains("/") } == [])
        }
    }

    @Test("is there without a journal, and says so")
    func noJournal() {
        var report = report([PlannedHook(Self.sunset, "/h/sunset.d/tell")])
        report.journalTrouble = "the journal cannot be read: gone"
        #expect(
            report.text == """
                sunset  /h/sunset.d/tell
                programs in /h/sunsett.d are never run, because the folder is not named after an
                event
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
        ] as [(String, [[String: String]], HookProblem?)])
    func lastRun(name: String, entries: [[String: String]], problem: HookProblem?) throws {
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
}
