// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The list of hooks") struct HookListTests {
    private static let sunset = HookOccasion.rule(Rule(id: "sunset", event: .sunset, notifies: true))
    private static let lamps = HookOccasion.rule(Rule(Alert(name: "lamps", event: .solar(.sunset))))

    private static let hooks = [
        PlannedHook(sunset, "/h/sunset.d/tell"),
        PlannedHook(lamps, "/bin/lamps-on"),
        PlannedHook(.phase(.night), "/h/night.d/theme"),
        PlannedHook(.phase(.day), "/h/day.d/theme", .notExecutable),
    ]

    static func report(_ hooks: [PlannedHook] = hooks) -> HookList {
        HookList(hooks: hooks, strayFolders: hooks.isEmpty ? [] : ["/h/sunsett.d"], samples: ["ntfy", "theme"])
    }

    @Test("lists each hook, or why it cannot run, and the directories that are misnamed")
    func text() {
        #expect(
            Self.report().text == """
                sunset       /h/sunset.d/tell
                alert lamps  /bin/lamps-on
                night        /h/night.d/theme
                day          /h/day.d/theme, for the day, is not executable; make it executable:
                             chmod +x /h/day.d/theme
                programs in /h/sunsett.d are never run, because the directory is not named after
                an event
                To see their runs: journalctl --user -u 'suntracker-hook-*'
                """)
    }

    @Test("names the samples if there are no hooks")
    func none() {
        #expect(
            Self.report([]).text == """
                There are no hooks.
                Available samples: ntfy, theme
                To enable one: suntracker hooks enable theme
                """)
    }

    @Test("lists the same in JSON")
    func json() throws {
        let json = try Self.report().json(inOneLine: true)
        #expect(json.contains(#"{"for":"night","path":"/h/night.d/theme"}"#))
        #expect(json.contains(#""path":"/h/day.d/theme","problem":"is not executable""#))
    }

    @Test(
        "a hook to run is chosen by its name, its path, or the name of its event, alert or phase",
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
        "a hook that cannot be run is an error",
        arguments: [
            (
                "tel", nil,
                "no hook is named \"tel\" or belongs to an event, alert or phase of that name; to list the hooks: suntracker hooks"
            ),
            (
                "tel", "night",
                "no hook is named \"tel\" or belongs to an event, alert or phase of that name; to list the hooks: suntracker hooks"
            ),
            ("tell", "night", "\"tell\" is not a hook for night; it is for sunset"),
            ("theme", "sunset", "\"theme\" is not a hook for sunset; it is for day, night"),
            ("lamps", "sunset", "\"lamps\" is not a hook for sunset; it is for alert:lamps"),
            ("theme", nil, "\"theme\" is a hook for day, night; choose one, as in --for night"),
            (
                "day", nil,
                "/h/day.d/theme, for the day, is not executable; make it executable: chmod +x /h/day.d/theme"
            ),
        ] as [(String, String?, String)])
    func noChoice(name: String, occasion: String?, text: String) {
        let error = #expect(throws: CommandError.self) { try Self.hooks.chosen(name, for: occasion) }
        #expect(error?.description == text)
    }
}
