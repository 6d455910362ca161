import Foundation
import Testing

@Suite("suntracker location")
struct LocationCommandTests {
    @Test("show prints the place with its source and accuracy, and is the default", arguments: [[], ["show"]])
    func showsTimeZone(words: [String]) throws {
        let command = try Command(["location"] + words, zone: "America/Denver")
        #expect(command.status == 0)
        #expect(
            command.output == """
                Place       Denver
                Coordinate  39.7392,-104.9842
                Source      the time zone America/Denver
                Accuracy    approximate; elsewhere in the zone times differ, by an hour or more
                            in a wide zone

                """)
    }

    @Test("show --format json has the source and the elevation")
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

    @Test("set says that times are not the place's own, and how to change that")
    func elsewhere() throws {
        let home = try Home()
        let answer = "The place is now Tromsø (69.65,18.96), set in \(home.file)\n"
        #expect(try home.run("location", "set", "Tromsø", zone: "Europe/Oslo").output == answer)
        #expect(
            try home.run("location", "set", "Tromsø", zone: "America/Denver").output == answer
                + "Times are in the time zone America/Denver, not in the place's own; to change that: timedatectl set-timezone Europe/Oslo\n"
        )
    }

    @Test("show exits with 69 if no place is known")
    func unknown() throws {
        #expect(try Command(["location"]).status == 69)
    }

    @Test("set writes below the comments that explain the keys, and keeps everything else")
    func sets() throws {
        let home = try Home(
            "# mine\n[Location]\n# who\n#Source=auto\n\n# where\n#Latitude=\n#Longitude=\n#Name=\n\n[Notifications]\nLate = notify\n"
        )
        let command = try home.run(
            "location", "set", "39.74,-104.99", "--name", "Mile High City", zone: "America/Denver")
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(command.output == "The place is now Mile High City (39.74,-104.99), set in \(home.file)\n")
        #expect(
            home.settings == """
                # mine
                [Location]
                # who
                #Source=auto

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
        "set accepts every form of a coordinate, also south and west",
        arguments: [
            ["-33.87,151.21"], ["33.87S", "151.21E"], ["-33.87,", "151.21"], ["-33.87", "151.21"],
            ["33.87° S, 151.21° E"], ["--", "-33.87,151.21"], ["--", "-33.87", "151.21"],
        ])
    func forms(words: [String]) throws {
        let home = try Home()
        let command = try Command(["location", "set"] + words, variables: ["XDG_CONFIG_HOME": home.path])
        #expect(command.status == 0, "\(command.error)")
        #expect(home.settings == "[Location]\nLatitude=-33.87\nLongitude=151.21\n")
    }

    @Test(
        "set writes the shortest name that is unique",
        arguments: [
            (["denver,", "us"], "Denver"), (["London,", "Ontario"], "London, Ontario"), (["--", "Tromsø"], "Tromsø"),
        ])
    func name(words: [String], name: String) throws {
        let home = try Home()
        let command = try Command(["location", "set"] + words, variables: ["XDG_CONFIG_HOME": home.path])
        #expect(command.status == 0, "\(command.error)")
        #expect(home.settings == "[Location]\nPlace=\(name)\n")
        #expect(try home.run("location", "set", "Nowhereville").status == 64)
        #expect(home.settings == "[Location]\nPlace=\(name)\n")
        #expect(try home.run("location").lines.first?.hasPrefix("Place       ") == true)
    }

    @Test(
        "set replaces an earlier place, however it was given",
        arguments: [
            ("Latitude=1\nLongitude=2\nName=Old\n", "Denver", "Place=Denver\n"),
            ("Place=Oslo\nName=Old\n", "Denver", "Place=Denver\n"),
            ("Place=Oslo\n", "1,2", "Latitude=1\nLongitude=2\n"),
            ("Source=fixed\nPlace=Oslo\n", "Denver", "Source=fixed\nPlace=Denver\n"),
            ("Source=geoclue\n", "Denver", "Source=fixed\nPlace=Denver\n"),
            ("Source=timezone\n", "1,2", "Source=fixed\nLatitude=1\nLongitude=2\n"),
        ])
    func replaces(before: String, place: String, after: String) throws {
        let home = try Home("[Location]\n" + before)
        let command = try home.run("location", "set", place)
        #expect(command.status == 0, "\(command.error)")
        #expect(
            home.settings?.split(separator: "\n").sorted() == ("[Location]\n" + after).split(separator: "\n").sorted())
    }

    @Test(
        "set refuses a place that another file overrides, and names its line",
        arguments: [
            ("Place=Oslo\n", "Denver", 2, "Place"), ("Latitude=1\nLongitude=2\n", "Denver", 3, "Longitude"),
            ("Place=Oslo\n", "1,2", 2, "Place"), ("Name=\nLatitude=1\nLongitude=2\n", "3,4", 3, "Latitude"),
        ])
    func overruled(part: String, place: String, line: Int, key: String) throws {
        let home = try Home(part: "[Location]\n" + part)
        let command = try home.run("location", "set", place)
        #expect(command.status == 78)
        #expect(
            command.error
                == "suntracker: \(home.part):\(line): \(key): this line overrides your own settings; change it there\n"
        )
        #expect(home.settings == nil)
    }

    @Test("show prints the last fix if the settings have no place")
    func lastFix() throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/suntracker", withIntermediateDirectories: true)
        let fix = "suntracker-fix 1\ncoordinate 52.52 13.405\naccuracy 3000.0\nobserved 2026-11-21T08:00:00Z\nend\n"
        try fix.write(toFile: home.path + "/suntracker/last-fix", atomically: true, encoding: .utf8)
        let command = try Command(
            ["location"], variables: ["XDG_CONFIG_HOME": home.path + "/none", "XDG_STATE_HOME": home.path])
        #expect(command.status == 0)
        #expect(command.output.contains("the last GeoClue fix"))
        #expect(command.output.contains("\nAge "))
    }

    @Test(
        "The time zone contradicts the last fix after a flight, for every subcommand, as for the service",
        arguments: [["location"], ["today"], ["next"], ["events"], ["chart", "--format", "json"]])
    func flight(arguments: [String]) throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/suntracker", withIntermediateDirectories: true)
        let fix = "suntracker-fix 2\ncoordinate 39.74 -104.99\nobserved 2026-11-21T08:00:00Z\n"
        func output(in zone: String, takenIn former: String) throws -> String {
            try (fix + "time-zone \(former)\nend\n").write(
                toFile: home.path + "/suntracker/last-fix", atomically: true, encoding: .utf8)
            let command = try Command(
                arguments, zone: zone,
                variables: ["XDG_CONFIG_HOME": home.path + "/none", "XDG_STATE_HOME": home.path, "COLUMNS": "100"])
            #expect(command.status == 0)
            return command.output
        }
        #expect(try output(in: "Europe/Berlin", takenIn: "America/Denver").contains("Berlin"))
        #expect(try output(in: "Europe/Berlin", takenIn: "Europe/Berlin").contains("Denver"))
    }

    @Test("set removes the name of the earlier place, and keeps its elevation unless one is given")
    func forgets() throws {
        let home = try Home("[Location]\nLatitude=1\nLongitude=2\nName=Old\nElevation=3\n")
        let kept = try home.run("location", "set", "Denver", zone: "America/Denver")
        #expect(kept.status == 0)
        #expect(
            kept.output == """
                The place is now Denver (39.74,-104.98), set in \(home.file)
                Elevation=3 is kept; --elevation changes it

                """)
        #expect(home.settings == "[Location]\nElevation=3\nPlace=Denver\n")
        let given = try home.run("location", "set", "5,-140", "--elevation", "-7", zone: "America/Juneau")
        #expect(given.output == "The place is now 5.00,-140.00, set in \(home.file)\n")
        #expect(home.settings == "[Location]\nElevation=-7\nLatitude=5\nLongitude=-140\n")
    }

    @Test("auto removes the place")
    func auto() throws {
        let home = try Home("[Location]\nSource=fixed\nLatitude=1\nLongitude=2\nName=Old\n# end\n")
        let command = try home.run("location", "auto")
        #expect(command.status == 0)
        #expect(command.output == "The place is now found automatically, as set in \(home.file)\n")
        #expect(home.settings == "[Location]\nSource=auto\n# end\n")
        #expect(try home.run("location", zone: "Europe/Oslo").lines.first == "Place       Oslo")
    }

    @Test("auto reports a place in another file")
    func autoElsewhere() throws {
        let home = try Home(part: "[Location]\nLatitude=1\nLongitude=2\n")
        #expect(
            try home.run("location", "auto").output
                == "Your own settings have no place now, but other settings have one; see: suntracker config\n")
    }

    @Test(
        "set writes nothing for an invalid argument, and reports it in one line",
        arguments: [
            (
                ["39,74", "-104,99"], 64,
                "\"-104,99\" is left over after \"39,74\"; write decimals with a point, such as 39.74"
            ),
            (["139.74,0"], 64, "latitude 139.74 is out of range; degrees north are -90 to 90"),
            (
                ["SW1A 1AA"], 64,
                "no known place is called \"SW1A 1AA\"; postal codes are not known: name the town, or give its coordinates, such as 39.74,-104.99"
            ),
            (
                ["80301"], 64,
                "no known place is called \"80301\"; postal codes are not known: name the town, or give its coordinates, such as 39.74,-104.99"
            ),
            (["1,2", "--nme", "x"], 64, "Unknown option '--nme' (see suntracker --help)"),
            (
                ["1,2", "--name", "a\nb"], 64,
                "Name: the value has a line break or a control character; write it in one line"
            ),
            (
                ["1,2", "--elevation", "high"], 64,
                "Elevation: \"high\" is not understood; write metres above the visible horizon, from -500 to 9000, such as 120"
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

    @Test("set reports a file that cannot be written")
    func unwritable() throws {
        let command = try Command(["location", "set", "1,2", "--config", "/proc/suntracker.conf"])
        #expect(command.status == 73)
        #expect(command.error.hasPrefix("suntracker: the settings cannot be written: open /proc/suntracker.conf.new: "))
    }

    @Test(
        "set refuses a path that is not a regular file",
        arguments: ["/dev/null", "/dev/stdout", "/proc/self/fd/1", "/tmp"])
    func noFile(path: String) throws {
        let command = try Command(["location", "set", "1,2", "--config", path])
        #expect(command.status == 78)
        #expect(
            command.error == "suntracker: \(path): it is not a regular file; name a regular file, or a new one\n")
    }
}
