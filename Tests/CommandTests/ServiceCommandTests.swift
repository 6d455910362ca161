import Foundation
import Testing

/// The subcommands for the service without a session bus and a user manager, as on a text console, as root, or in a
/// container. The acceptance tests (StatusTests) have both.
@Suite("Subcommands for the service, without a session bus")
struct ServiceCommandTests {
    private static let noBus = "there is no session bus here (sd_bus_open_user: No medium found)"
    /// No system bus either, whatever the machine has.
    private static let variables = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]

    @Test("status shows that the service does not run, and how to start it, and exits with 69")
    func status() throws {
        let command = try Command(["status"], variables: Self.variables)
        #expect(command.status == 69)
        #expect(command.error == "")
        #expect(
            command.output == """
                suntrackerd is not running, and the systemd user manager cannot be reached:
                \(Self.noBus)

                What to do  log in as the user of the service, without sudo; or run suntrackerd
                            in a terminal

                """)
    }

    @Test("today --notify reports that nothing can be shown, and exits with 69")
    func notify() throws {
        let command = try Command(["today", "--notify", "--location", "39.74,-104.98"], variables: Self.variables)
        #expect(command.status == 69)
        #expect(command.output.isEmpty)
        #expect(command.error == "suntracker: the notification cannot be shown: there is no session bus\n")
    }

    @Test("preview reports that nothing can be shown, and exits with 69")
    func preview() throws {
        let command = try Command(["preview", "sunset"], variables: Self.variables)
        #expect(command.status == 69)
        #expect(command.output == "")
        #expect(command.error == "suntracker: the notification cannot be shown: \(Self.noBus)\n")
    }

    @Test("phase says how to start the service if it is to set the phase, and shows the phase by the settings")
    func phase() throws {
        for name in ["night", "day", "toggle", "auto"] {
            let command = try Command(["phase", name], zone: "America/Denver", variables: Self.variables)
            #expect(command.status == 69)
            #expect(command.output == "")
            #expect(
                command.error
                    == "suntracker: suntrackerd is not running, and the systemd user manager cannot be reached: "
                    + "\(Self.noBus); what to do: log in as the user of the service, without sudo; or run suntrackerd in a terminal\n"
            )
        }
        let shown = try Command(["phase"], zone: "America/Denver", variables: Self.variables)
        #expect(shown.status == 0)
        #expect(shown.output.wholeMatch(of: /(day|night) until .*[0-9]{2}:[0-9]{2}.*\n/) != nil, "\(shown.output)")
        let json = try Command(["phase", "--format", "json"], zone: "America/Denver", variables: Self.variables)
        #expect(json.output.contains("\"setByHand\" : false"))
    }

    @Test(
        "phase refuses arguments that make no sense",
        arguments: [
            (["phase", "dusk"], "it is not one of day, night, toggle, auto"),
            (["phase", "auto", "--until", "23:30"], "--until applies to day, night and toggle"),
            (["phase", "--until", "23:30"], "--until applies to day, night and toggle"),
            (["phase", "night", "--until", "later"], "\"later\" is neither an event nor an alert"),
            (["phase", "night", "--until", "sunrise,sunset"], "it is not a single event; give one, such as sunset"),
        ])
    func phaseArguments(arguments: [String], message: String) throws {
        let command = try Command(arguments, variables: Self.variables)
        #expect(command.status == 64)
        #expect(command.error.contains(message), "\(command.error)")
    }

    @Test("poll --phase and phase need no place where both times are fixed")
    func fixedPhase() throws {
        let settings = try TemporaryFile("[Phases]\nDay=06:30\nNight=22:00\n")
        for (time, status) in [("2026-11-21T06:29:59Z", 4), ("2026-11-21T06:30:00Z", 0)] as [(String, Int32)] {
            let command = try Command(
                ["poll", "--phase", "--config", settings.path, "--at", time], zone: "UTC", variables: Self.variables)
            #expect(command.status == status)
        }
    }

    @Test("pause and resume report that the service does not run, and how to start it, and exit with 69")
    func pause() throws {
        for arguments in [["pause"], ["pause", "--until", "sunrise"], ["pause", "--for", "2h"], ["resume"]] {
            let command = try Command(arguments, zone: "Europe/Berlin", variables: Self.variables)
            #expect(command.status == 69)
            #expect(command.output == "")
            #expect(
                command.error
                    == "suntracker: suntrackerd is not running, and the systemd user manager cannot be reached: \(Self.noBus); "
                    + "what to do: log in as the user of the service, without sudo; or run suntrackerd in a terminal\n")
        }
    }

    @Test("doctor shows each check, and exits with 1 if something is broken")
    func doctor() throws {
        let command = try Command(["doctor", "--plain"], zone: "Europe/Berlin", variables: Self.variables)
        #expect(command.status == 1)
        #expect(command.error == "")
        let parts = command.lines.compactMap { $0.firstMatch(of: /^(ok|broken|skipped) +(\w+(?: \w+)?) {2}/) }
        #expect(
            parts.map { String($0.output.2) } == [
                "Unit", "Service", "Session bus", "Bus name", "Notifications", "Journal", "Settings", "Hooks",
                "GeoClue", "Last fix", "Time zone", "Clock", "State",
            ])
        let verdicts = Dictionary(
            uniqueKeysWithValues: parts.map { (String($0.output.2), String($0.output.1)) })
        #expect(verdicts["Unit"] == "broken")
        #expect(verdicts["Session bus"] == "broken")
        #expect(verdicts["Notifications"] == "skipped")
        #expect(verdicts["GeoClue"] == "broken")
        #expect(verdicts["Time zone"] == "ok")
        #expect(verdicts["State"] == "skipped")
    }

    @Test(
        "doctor prints symbols only where the terminal and the locale have them",
        arguments: [
            (["LC_ALL": "C.UTF-8"], true), (["LC_ALL": "C.UTF-8", "TERM": "linux"], false),
        ] as [([String: String], Bool)])
    func symbols(variables: [String: String], symbols: Bool) throws {
        let command = try Command(["doctor"], variables: Self.variables.merging(variables) { $1 })
        #expect(command.output.contains("✗ Session bus") == symbols)
        #expect(command.output.contains("broken  Session bus") != symbols)
    }

    @Test("doctor shows which hooks of events and alerts cannot be started")
    func hooks() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hooks = folder.appending(path: "suntracker/hooks")
        for name in ["sunset.d", "sunsett.d"] {
            try FileManager.default.createDirectory(
                at: hooks.appending(path: name), withIntermediateDirectories: true)
        }
        try "".write(to: hooks.appending(path: "sunset.d/unfit"), atomically: true, encoding: .utf8)
        try "[Alert lamps]\nEvent=sunset\nHook=nowhere on\n".write(
            to: folder.appending(path: "suntracker/suntracker.conf"), atomically: true, encoding: .utf8)
        let command = try Command(
            ["doctor", "--format", "json"],
            variables: Self.variables.merging(["XDG_CONFIG_HOME": folder.path]) { $1 })
        #expect(command.output.contains("\(hooks.path)/sunset.d/unfit, for the sunset, is not executable"))
        #expect(command.output.contains("nowhere, for the alert lamps, is in none of the folders \(hooks.path), "))
        #expect(command.output.contains("programs in \(hooks.path)/sunsett.d are never run"))
    }

    @Test("location show works without the service, whatever is wrong with the bus")
    func location() throws {
        for variables in [
            [:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"], ["DBUS_SESSION_BUS_ADDRESS": "x"],
        ] {
            let command = try Command(["location", "show"], zone: "Europe/Berlin", variables: variables)
            #expect(command.status == 0)
            #expect(command.error == "")
            #expect(command.output.hasPrefix("Place       Berlin\n"))
            #expect(!command.output.contains("Authorization"))
        }
    }

    @Test("doctor shows an error in the settings with its line, and a state folder that others can read")
    func mistakes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "suntracker"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        try "[Location]\nLatitude=139\n".write(
            to: folder.appending(path: "suntracker/suntracker.conf"), atomically: true, encoding: .utf8)
        let variables = ["XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path]
        let command = try Command(
            ["doctor", "--format", "json"], variables: Self.variables.merging(variables) { $1 })
        #expect(command.status == 1)
        #expect(command.output.contains("\(folder.path)/suntracker/suntracker.conf:2: Latitude: "))
        #expect(command.output.contains("chmod 700 \(folder.path)/suntracker"))
    }
}
