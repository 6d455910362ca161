// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("suntracker config")
struct ConfigCommandTests {
    @Test("show lists every setting with its source")
    func shows() throws {
        let home = try Home(
            "[Location]\nLatitude=1\nLongitude=2\n\n[Notifications]\nWhenQuiet=silent\n",
            part: "[Notifications]\nWhenQuiet=journal\n")
        let lines = try home.run("config").lines
        #expect(lines.contains { $0.wholeMatch(of: /Location\.Source +auto +default/) != nil })
        #expect(lines.contains { $0.hasPrefix("Location.Longitude ") && $0.hasSuffix(" 2        \(home.file):3") })
        #expect(lines.contains { $0.wholeMatch(of: /Location\.Name +- +default/) != nil })
        #expect(lines.contains { $0.hasPrefix("Notifications.WhenQuiet ") && $0.hasSuffix(" journal  \(home.part):2") })
        #expect(try home.run("config", "show").lines == lines)
    }

    /// suntracker.conf(5): a place in one file replaces the whole place of files with lower precedence.
    @Test(
        "show lists no value of a place that another file replaces, and set refuses such a value, with its exit status",
        arguments: [
            ("Name", "Place=Tokyo"), ("Elevation", "Place=Tokyo"), ("Name", "Latitude=1\nLongitude=2"),
            ("Place", "Latitude=1\nLongitude=2"), ("Place", "Place=Tokyo"),
        ])
    func replacedPlace(key: String, part: String) throws {
        let values = ["Name": "Home", "Elevation": "5000", "Place": "Denver"]
        let value = try #require(values[key])
        let before = "[Location]\nPlace=Denver\nName=Home\nElevation=5000\n"
        let home = try Home(before, part: "[Location]\n\(part)\n")
        let row = try #require(try home.run("config").lines.first { $0.hasPrefix("Location.\(key) ") })
        #expect(!row.contains(value) && (row.contains(" -  ") || row.contains("Tokyo")), "\(row)")
        let set = try home.run("config", "set", "Location.\(key)", value)
        #expect((set.output, set.status) == ("", 78))
        let line = part.hasPrefix("Latitude") ? "2: Latitude" : "2: Place"
        #expect(
            set.errors
                == "suntracker: \(home.part):\(line): this line overrides your own settings; change it there\n")
        #expect(home.settings == before)
    }

    @Test("set accepts a name and an elevation for the place of a file with lower precedence")
    func completedPlace() throws {
        let home = try Home("[Notifications]\n", part: "[Location]\nElevation=1\n")
        try home.write("[Location]\nPlace=Denver\n", to: "machine/suntracker/suntracker.conf")
        let variables = ["XDG_CONFIG_HOME": home.path, "XDG_CONFIG_DIRS": home.path("machine")]
        #expect(try Command(["config", "set", "Location.Name", "Home"], variables: variables).status == 0)
        #expect(try Command(["place"], variables: variables).lines.first == "Place       Home")
    }

    @Test("show --format json contains the file and the line of a setting")
    func json() throws {
        struct Table: Decodable {
            struct Setting: Decodable {
                let setting: String
                let value: String?
                let source: String
                let file: String?
                let line: Int?
            }
            let settings: [Setting]
        }
        let home = try Home("[Notifications]\nWhenQuiet=journal\n")
        let output = try home.run("config", "--format", "json").output
        let settings = try JSONDecoder().decode(Table.self, from: Data(output.utf8)).settings
        let late = try #require(settings.first { $0.setting == "Notifications.WhenQuiet" })
        #expect((late.value, late.source, late.file, late.line) == ("journal", "file", home.file, 2))
        let name = try #require(settings.first { $0.setting == "Location.Name" })
        #expect((name.value, name.source, name.file, name.line) == (nil, "default", nil, nil))
    }

    @Test("show names the settings file")
    func path() throws {
        let line = "Your settings file: "
        #expect(try Home("").run("config").lines.contains { $0.hasPrefix(line) && $0.hasSuffix("/suntracker.conf") })
        let ada = try Command(["config", "show"], variables: ["HOME": "/home/ada"]).output
        #expect(
            ada.hasSuffix("\n\n\(line)/home/ada/.config/suntracker/suntracker.conf (does not exist yet)\n"),
            "\(ada)")
        let user = try #require(FileManager.default.homeDirectory(forUser: NSUserName())?.path)
        for change in ["unset HOME", "export HOME=ada"] {
            #expect(
                try Command(script: "\(change); exec \"$SUNTRACKER\" config show").output
                    .contains("\n\(line)\(user)/.config/suntracker/suntracker.conf"))
        }
    }

    @Test("check checks all settings, or one file")
    func check() throws {
        let home = try Home("[Notifications]\nWhenQuiet=journal\n", part: "[Notifications]\nWhenQuiet=never\n")
        let error = "suntracker: \(home.part):2: WhenQuiet: invalid value \"never\"; use one of silent, journal\n"
        for arguments in [["config", "check"], ["config", "check", home.part], ["config"]] {
            let command = try home.run(arguments)
            #expect(command.status == 78)
            #expect(command.errors == error)
            #expect(command.output == "")
        }
        let good = try home.run("config", "check", home.file)
        #expect(good.status == 0)
        #expect(good.output == "No problems in \(home.file)\n")
        #expect(try Home(nil).run("config", "check").output == "No settings file; the defaults apply\n")
    }

    @Test("set and unset keep the comments")
    func setAndUnset() throws {
        let before = "# mine\n[Notifications]\n# how late\n#Grace=10min\n"
        let home = try Home(before)
        let set = try home.run("config", "set", "Notifications.Grace", "1h 30min")
        #expect(set.status == 0)
        #expect(set.output == "Notifications.Grace is now 1h 30min, set in \(home.file)\n")
        #expect(home.settings == before + "Grace=1h 30min\n")
        let unset = try home.run("config", "unset", "Notifications.Grace")
        #expect(unset.status == 0)
        #expect(unset.output == "Notifications.Grace is now unset in \(home.file)\n")
        #expect(home.settings == before)
        #expect(try home.run("config", "unset", "Notifications.Grace").status == 0)
    }

    @Test("unset leaves no half of a coordinate")
    func half() throws {
        let home = try Home("[Location]\nLatitude=1\nLongitude=2\n")
        let unset = try home.run("config", "unset", "Location.Latitude")
        #expect(unset.status == 78)
        #expect(
            unset.errors
                == "suntracker: \(home.file):3: Longitude: Latitude= is missing; set both, for example with: "
                + "suntracker place 39.74,-104.99\n")
        #expect(home.settings == "[Location]\nLatitude=1\nLongitude=2\n")
    }

    @Test("unset removes an alert with the lines above its last key, and nothing of the sections next to it")
    func alert() throws {
        let before = "# mine\n[Alert noon]\nEvent=solar-noon\n"
        let after = "\n# below\n[Alert lamps]\nEvent=sunset\nOffset=-1h\n"
        let soon = "\n[Alert soon]\n# how soon\nEvent=sunset\n\n#Offset=1h\nOffset=-30min\n"
        let home = try Home(before + soon + after + soon)
        let unset = try home.run("config", "unset", "Alert soon")
        #expect(unset.output == "[Alert soon] is now unset in \(home.file)\n")
        #expect(home.settings == before + after)
        for name in ["Alert soon", "Alert lamps.Ofset", "Alert 1.5"] {
            let again = try home.run("config", "unset", name)
            #expect(again.status == 64)
            #expect(again.errors == "suntracker: [\(name)]: unknown section; see them with: suntracker config\n")
        }
        #expect(try home.run("config", "unset", "Alert lamps.Offset").status == 0)
        #expect(home.settings == before + after.replacing("Offset=-1h\n", with: ""))
        #expect(try home.run("config", "unset", "Alert lamps.Event").status == 0)
        #expect(home.settings == before + "\n# below\n")
        let twice = try Home("[Alert soon]\nEvent=sunset\n[Alert soon]\n# below\n")
        #expect(try twice.run("config", "unset", "Alert soon").status == 0)
        #expect(twice.settings == "# below\n")
    }

    @Test("set accepts a value that looks like an option")
    func negative() throws {
        let home = try Home("[Location]\nLatitude=1\nLongitude=2\n")
        #expect(try home.run("config", "set", "Location.Longitude", "-104.99").status == 0)
        #expect(home.settings == "[Location]\nLatitude=1\nLongitude=-104.99\n")
    }

    @Test("set accepts any value after --", arguments: ["--", "--config", "-h"])
    func delimited(value: String) throws {
        let home = try Home("[Location]\nPlace=Denver\n")
        let command = try home.run("config", "set", "Location.Name", "--", value)
        #expect(command.status == 0, "\(command.errors)")
        #expect(home.settings == "[Location]\nPlace=Denver\nName=\(value)\n")
    }

    @Test(
        "set writes nothing that is invalid or would leave an error, and names only existing lines",
        arguments: [
            (
                nil, ["Notifications.WhenQuiet", "never"], 64,
                "WhenQuiet: invalid value \"never\"; use one of silent, journal"
            ),
            (
                nil, ["Location.Latitude", "10"], 64,
                "Latitude: Longitude= is missing; set both, for example with: suntracker place 39.74,-104.99"
            ),
            (
                nil, ["Notifications.Grace", "1h", "30min"], 64,
                "too many values; quote a value that contains spaces"
            ),
            (
                "[Notifications]\n#Sunrise=yes\n\nSunset=maybe\n", ["Notifications.Sunrise", "no"], 78,
                "FILE:4: Sunset: invalid value \"maybe\"; use yes or no"
            ),
            (
                "[Location]\nLatitude=1\n#\nLongitude=2\n", ["Location.Place", "Denver"], 64,
                "Place: Latitude= also sets the place; keep one, or replace both, for example with: suntracker place Denver"
            ),
            (
                "[Location]\nPlace=Denver\n", ["Location.Latitude", "10"], 64,
                "Latitude: Place= also sets the place; keep one, or replace both, for example with: suntracker place Denver"
            ),
        ] as [(String?, [String], Int32, String)])
    func refuses(before: String?, words: [String], status: Int32, message: String) throws {
        let home = try Home(before)
        let command = try home.run(["config", "set"] + words)
        #expect(command.status == status)
        #expect(command.errors == "suntracker: \(message.replacing("FILE", with: home.file))\n")
        #expect(home.settings == before)
    }

    @Test("check reports a hook that a shell could not parse, with its line")
    func hook() throws {
        let home = try Home("[Alert lamps]\nEvent=sunset\nHook=a 'b\n")
        let command = try home.run("config", "check")
        #expect(command.status == 78)
        #expect(command.errors.hasPrefix("suntracker: \(home.file):3: Hook: \"a 'b\" is not a valid command: "))
        #expect(try home.run("config", "set", "Alert lamps.Hook", "lamps \"living room\"").status == 0)
        // The settings are valid, but the hook cannot run.
        let missing = try home.run("config", "check")
        #expect(missing.status == 78)
        #expect(missing.output.hasPrefix("lamps, for the alert lamps, is in none of the directories "))
        #expect(try home.run("config", "set", "Alert lamps.Hook", "/bin/sh -c true").status == 0)
        #expect(try home.run("config", "check").output == "No problems in \(home.file)\n")
    }

    @Test("check reports a directory of hooks that is not named after an event")
    func strayHooks() throws {
        let home = try Home(nil)
        try home.write("", to: "suntracker/hooks/sunsett.d/lamps")
        let check = try home.run("config", "check")
        #expect(check.status == 78)
        #expect(
            check.output
                == "programs in \(home.path)/suntracker/hooks/sunsett.d are never run, because the directory is not named after an event\n"
        )
    }

    @Test(
        "A setting without its section, in another section or with other capitals is an error that names the right one",
        arguments: ["sunrise", "Notification.Sunrise", "notifications.sunrise", "Panel.Sunrise"])
    func suggests(name: String) throws {
        let command = try Home(nil).run("config", "set", name, "no")
        #expect(command.status == 64)
        #expect(
            command.errors.contains("unknown setting \"\(name)\"; did you mean: Notifications.Sunrise"),
            "\(command.errors)")
    }

    @Test("An unknown setting is an error that names a similar one", arguments: ["set", "unset"])
    func names(word: String) throws {
        let command = try Home(nil).run("config", word, "Notifications.Sunrize", "no")
        #expect(command.status == 64)
        #expect(
            command.errors.hasPrefix(
                "suntracker: unknown setting \"Notifications.Sunrize\"; did you mean Notifications.Sunrise?"))
        #expect(command.errors.split(separator: "\n").count == 1)
    }
}

@Suite("Concurrent edits of the settings")
struct EditingAtOnceTests {
    private static let count = Scope.editingAtOnce.isFull ? 40 : 10

    /// Runs `count` copies of the command at the same time, with a number in place of `{}`, on a settings file that may
    /// be a link. Returns the lines of the file and the errors.
    private func run(_ command: String, linked: Bool) throws -> (lines: [String], errors: String, link: String?) {
        let home = try Home(nil)
        if linked {
            try home.link("suntracker/suntracker.conf", to: "../dotfile")
            try home.write("# mine\n", to: "dotfile")
        }
        let script = """
            export XDG_CONFIG_HOME='\(home.path)'
            seq \(Self.count) | xargs -P \(Self.count) -I{} "$SUNTRACKER" \(command) >/dev/null || echo "status $?" >&2
            """
        let result = try Command(script: script)
        let text = try #require(home.settings)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path + "/suntracker")
        #expect(names.sorted() == ["suntracker.conf", "suntracker.conf.d"])
        return (
            text.split(separator: "\n").map(String.init), result.errors, home.target(of: "suntracker/suntracker.conf")
        )
    }

    @Test("Every edit is kept, for a new file and for a symbolic link", arguments: [false, true])
    func lossless(linked: Bool) throws {
        let (lines, errors, link) = try run(#"config set "Alert a{}.Event" sunset"#, linked: linked)
        #expect(errors == "")
        for number in 1...Self.count { #expect(lines.contains("[Alert a\(number)]"), "\(number)") }
        #expect(lines.count { $0 == "Event=sunset" } == Self.count)
        #expect(link == (linked ? "../dotfile" : nil))
    }
}
