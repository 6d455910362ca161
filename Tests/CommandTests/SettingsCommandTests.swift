import Foundation
import Testing

/// A home of the tests, with the settings in it and `$XDG_CONFIG_HOME` leading there.
private final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)").path
    var file: String { path + "/suntracker/suntracker.conf" }

    init(_ settings: String? = nil, part: String? = nil) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/suntracker/suntracker.conf.d", withIntermediateDirectories: true)
        try settings?.write(toFile: file, atomically: true, encoding: .utf8)
        try part?.write(toFile: self.part, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var part: String { path + "/suntracker/suntracker.conf.d/part.conf" }
    var settings: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    func run(_ arguments: String..., zone: String = "UTC") throws -> Command {
        try Command(arguments, zone: zone, variables: ["XDG_CONFIG_HOME": path])
    }
}

@Suite("The place")
struct LocationCommandTests {
    @Test("is shown with its source and what it is worth, with or without the word show", arguments: [[], ["show"]])
    func showsTimeZone(words: [String]) throws {
        let command = try Command(["location"] + words, zone: "America/Denver")
        #expect(command.status == 0)
        #expect(
            command.output == """
                Place       Denver
                Coordinate  39.7392,-104.9842
                Source      the principal place of the time zone America/Denver
                Accuracy    approximate: times can be off by up to half an hour

                """)
    }

    @Test("is shown as JSON")
    func json() throws {
        let home = try Home("[Location]\nLatitude=69.65\nLongitude=18.96\nName=Tromsø\nElevation=10\n")
        #expect(
            try home.run("location", "--format", "json").output == """
                {
                  "place" : {
                    "approximate" : false,
                    "elevation" : 10,
                    "latitude" : 69.65,
                    "longitude" : 18.96,
                    "name" : "Tromsø",
                    "source" : "settings"
                  }
                }

                """)
    }

    @Test("is not shown where nobody knows it")
    func unknown() throws {
        #expect(try Command(["location"]).status == 69)
    }

    @Test("is set below the comments that explain it, and everything else stays")
    func sets() throws {
        let home = try Home(
            "# mine\n[Location]\n# who\n#Source=auto\n\n# where\n#Latitude=\n#Longitude=\n#Name=\n\n[Notifications]\nLate = notify\n"
        )
        let command = try home.run("location", "set", "39.74,-104.99", "--name", "Mile High City")
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(command.output == "The place is Mile High City (39.74,-104.99) now, by \(home.file)\n")
        #expect(
            home.settings == """
                # mine
                [Location]
                # who
                #Source=auto
                Source=fixed

                # where
                #Latitude=
                Latitude=39.74
                #Longitude=
                Longitude=-104.99
                #Name=
                Name=Mile High City

                [Notifications]
                Late = notify

                """)
    }

    @Test(
        "is set in every form of a coordinate, the south and the west too",
        arguments: [
            ["-33.87,151.21"], ["33.87S", "151.21E"], ["-33.87,", "151.21"], ["-33.87", "151.21"],
            ["33.87° S, 151.21° E"],
        ])
    func forms(words: [String]) throws {
        let home = try Home()
        let command = try Command(["location", "set"] + words, variables: ["XDG_CONFIG_HOME": home.path])
        #expect(command.status == 0, "\(command.error)")
        #expect(home.settings == "[Location]\nSource=fixed\nLatitude=-33.87\nLongitude=151.21\n")
    }

    @Test("is set by its name, with what that is called")
    func name() throws {
        let home = try Home()
        #expect(try home.run("location", "set", "denver,", "us").status == 0)
        #expect(home.settings == "[Location]\nSource=fixed\nLatitude=39.73915\nLongitude=-104.9847\nName=Denver\n")
        #expect(try home.run("location", "set", "Nowhereville").status == 64)
        #expect(home.settings?.contains("Denver") == true)
    }

    @Test("is that of the last fix, where nothing else is said")
    func lastFix() throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/suntracker", withIntermediateDirectories: true)
        let fix = "suntracker-fix 1\ncoordinate 52.52 13.405\naccuracy 3000.0\nobserved 2026-11-21T08:00:00Z\nend\n"
        try fix.write(toFile: home.path + "/suntracker/last-fix", atomically: true, encoding: .utf8)
        let command = try Command(
            ["location"], variables: ["XDG_CONFIG_HOME": home.path + "/none", "XDG_STATE_HOME": home.path])
        #expect(command.status == 0)
        #expect(command.output.contains("the last place that GeoClue gave"))
        #expect(command.output.contains("\nAge "))
    }

    @Test("loses the name and the height of the earlier place")
    func forgets() throws {
        let home = try Home("[Location]\nLatitude=1\nLongitude=2\nName=Old\nElevation=3\n")
        #expect(try home.run("location", "set", "5,6", "--elevation", "-7").status == 0)
        #expect(home.settings == "[Location]\nLatitude=5\nLongitude=6\nElevation=-7\nSource=fixed\n")
    }

    @Test("is found automatically again")
    func auto() throws {
        let home = try Home("[Location]\nSource=fixed\nLatitude=1\nLongitude=2\nName=Old\n# end\n")
        let command = try home.run("location", "auto")
        #expect(command.status == 0)
        #expect(command.output == "The place is found automatically now, by \(home.file)\n")
        #expect(home.settings == "[Location]\nSource=auto\n# end\n")
        #expect(try home.run("location", zone: "Europe/Oslo").lines.first == "Place       Oslo")
    }

    @Test("is said to be named elsewhere, where it is")
    func autoElsewhere() throws {
        let home = try Home(part: "[Location]\nLatitude=1\nLongitude=2\n")
        #expect(
            try home.run("location", "auto").output
                == "Your own settings name no place now, but others do; see: suntracker config\n")
    }

    @Test(
        "is refused in one line, and nothing is written",
        arguments: [
            (
                ["39,74", "-104,99"], 64,
                "\"-104,99\" is left over after \"39,74\"; write decimals with a point, such as 39.74"
            ),
            (["139.74,0"], 64, "latitude 139.74 is out of range; degrees north are -90 to 90"),
            (["1,2", "--nme", "x"], 64, "Unknown option '--nme' (see suntracker --help)"),
            (
                ["1,2", "--name", "a\nb"], 64,
                "Name: the value has a line's end or a control character; write it in one line"
            ),
            (
                ["1,2", "--elevation", "high"], 64,
                "Elevation: \"high\" is not understood; give metres above the horizon's ground, from -500 to 9000, such as 120"
            ),
            ([], 64, "Missing expected argument '<place> ...' (see suntracker --help)"),
        ] as [([String], Int32, String)])
    func refuses(words: [String], status: Int32, message: String) throws {
        let home = try Home()
        let command = try Command(["location", "set"] + words, variables: ["XDG_CONFIG_HOME": home.path])
        #expect(command.status == status)
        #expect(command.error == "suntracker: \(message)\n")
        #expect(command.output == "")
        #expect(home.settings == nil)
    }

    @Test("is refused where the file cannot be written")
    func unwritable() throws {
        let command = try Command(["location", "set", "1,2", "--config", "/proc/suntracker.conf"])
        #expect(command.status == 69)
        #expect(command.error.hasPrefix("suntracker: the settings cannot be written: open /proc/suntracker.conf.new: "))
    }
}

@Suite("The settings")
struct ConfigCommandTests {
    @Test("are shown with where each comes from")
    func shows() throws {
        let home = try Home(
            "[Location]\nLatitude=1\nLongitude=2\n\n[Notifications]\nLate=notify\n",
            part: "[Notifications]\nLate=journal\n")
        let lines = try home.run("config").lines
        #expect(lines.contains { $0.wholeMatch(of: /Location\.Source +auto +default/) != nil })
        #expect(lines.contains { $0.hasPrefix("Location.Longitude ") && $0.hasSuffix(" 2        \(home.file):3") })
        #expect(lines.contains { $0.wholeMatch(of: /Location\.Name +- +default/) != nil })
        #expect(lines.contains { $0.hasPrefix("Notifications.Late ") && $0.hasSuffix(" journal  \(home.part):2") })
        #expect(try home.run("config", "show").lines == lines)
    }

    @Test("are shown as JSON")
    func json() throws {
        struct Table: Decodable {
            struct Setting: Decodable {
                let setting: String
                let value: String?
                let giver: String
                let file: String?
                let line: Int?
            }
            let settings: [Setting]
        }
        let home = try Home("[Notifications]\nLate=notify\n")
        let output = try home.run("config", "--format", "json").output
        let settings = try JSONDecoder().decode(Table.self, from: Data(output.utf8)).settings
        let late = try #require(settings.first { $0.setting == "Notifications.Late" })
        #expect((late.value, late.giver, late.file, late.line) == ("notify", "file", home.file, 2))
        let name = try #require(settings.first { $0.setting == "Location.Name" })
        #expect((name.value, name.giver, name.file, name.line) == (nil, "default", nil, nil))
    }

    @Test("are where the path says")
    func path() throws {
        let home = try Home()
        #expect(try home.run("config", "path").output == home.file + "\n")
        #expect(
            try Command(["config", "path"], variables: ["HOME": "/home/ada"]).output
                == "/home/ada/.config/suntracker/suntracker.conf\n")
    }

    @Test("are checked, all of them or one file")
    func check() throws {
        let home = try Home("[Notifications]\nLate=notify\n", part: "[Notifications]\nLate=never\n")
        let mistake = "suntracker: \(home.part):2: Late: \"never\" is not understood; it is one of journal, notify\n"
        for arguments in [["config", "check"], ["config", "check", home.part], ["config"]] {
            let command = try Command(arguments, variables: ["XDG_CONFIG_HOME": home.path])
            #expect(command.status == 78)
            #expect(command.error == mistake)
            #expect(command.output == "")
        }
        let good = try home.run("config", "check", home.file)
        #expect(good.status == 0)
        #expect(good.output == "All good: \(home.file)\n")
        #expect(try Home().run("config", "check").output == "There are no settings, which is good\n")
    }

    @Test("are set and unset, and the comments stay")
    func setAndUnset() throws {
        let before = "# mine\n[Notifications]\n# how late\n#Grace=10min\n"
        let home = try Home(before)
        let set = try home.run("config", "set", "Notifications.Grace", "1h 30min")
        #expect(set.status == 0)
        #expect(set.output == "Notifications.Grace is 1h 30min now, by \(home.file)\n")
        #expect(home.settings == before + "Grace=1h 30min\n")
        let unset = try home.run("config", "unset", "Notifications.Grace")
        #expect(unset.status == 0)
        #expect(unset.output == "Notifications.Grace is not in \(home.file) now\n")
        #expect(home.settings == before)
        #expect(try home.run("config", "unset", "Notifications.Grace").status == 0)
    }

    @Test("take a value that looks like an option")
    func negative() throws {
        let home = try Home("[Location]\nLatitude=1\nLongitude=2\n")
        #expect(try home.run("config", "set", "Location.Longitude", "-104.99").status == 0)
        #expect(home.settings == "[Location]\nLatitude=1\nLongitude=-104.99\n")
    }

    @Test(
        "are not changed by a mistake, which is told in one line",
        arguments: [
            (
                ["set", "Notifications.Late", "never"], 64,
                "Late: \"never\" is not understood; it is one of journal, notify"
            ),
            (
                ["set", "Location.Name", "Home"], 64,
                "Name: it belongs to a place, and there is none; add Place=, or Latitude= and Longitude=, or take it out"
            ),
            (["set", "Notifications.Late"], 64, "Missing expected argument '<value> ...' (see suntracker --help)"),
            (
                ["set", "Notifications.Grace", "1h", "30min"], 64,
                "a setting has one value; put one of several words in quotation marks (see suntracker --help)"
            ),
        ] as [([String], Int32, String)])
    func refuses(words: [String], status: Int32, message: String) throws {
        let home = try Home()
        let command = try Command(["config"] + words, variables: ["XDG_CONFIG_HOME": home.path])
        #expect(command.status == status)
        #expect(command.error == "suntracker: \(message)\n")
        #expect(home.settings == nil)
    }

    @Test("have names, which a mistake lists", arguments: ["set", "unset"])
    func names(word: String) throws {
        let command = try Home().run("config", word, "Notifications.Sunrize", "no")
        #expect(command.status == 64)
        #expect(
            command.error.contains("there is no setting \"Notifications.Sunrize\"; the settings are Location.Source, "))
        #expect(command.error.split(separator: "\n").count == 1)
    }

    @Test("that another file overrules are not set, and it is named")
    func overruled() throws {
        let home = try Home(part: "[Notifications]\nLate=journal\n")
        let command = try home.run("config", "set", "Notifications.Late", "notify")
        #expect(command.status == 78)
        #expect(
            command.error
                == "suntracker: \(home.part):2: Late: this line goes before your own settings; change it there\n")
        #expect(home.settings == nil)
    }
}
