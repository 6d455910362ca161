import Foundation
import Glibc
import Testing

/// The subcommands for the service without a session bus and a user manager, as on a text console, as root, or in a
/// container. The acceptance tests (StatusTests) have both.
@Suite("Subcommands for the service, without a session bus")
struct ServiceCommandTests {
    private static let noBus = "there is no session bus here (sd_bus_open_user: No medium found)"
    /// No system bus either, whatever the machine has.
    private static let variables = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]

    private static let noManager = "the systemd user manager cannot be reached: " + noBus
    private static let remedy =
        geteuid() == 0
        ? "run this as the user of the service, without sudo"
        : "log in with a systemd session (loginctl lists sessions), or run suntrackerd in a terminal"

    @Test("status shows that the service does not run, and how to start it, and exits with 69")
    func status() throws {
        let command = try Command(["status"], variables: Self.variables)
        #expect(command.status == 69)
        #expect(command.error == "")
        let output = command.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(output == Self.noManager + " What to do " + Self.remedy)
    }

    @Test(
        "Subcommands that need the service, or the bus, say what is missing, and exit with 69",
        arguments: [
            ["phase", "night"], ["phase", "day"], ["phase", "toggle"], ["phase", "auto"], ["pause"],
            ["pause", "--until", "sunrise"], ["pause", "--for", "2h"], ["resume"], ["preview", "sunset"],
            ["today", "--notify", "--location", "39.74,-104.98"],
        ])
    func noService(arguments: [String]) throws {
        let command = try Command(arguments, zone: "Europe/Berlin", variables: Self.variables)
        #expect(command.status == 69)
        #expect(command.output == "")
        let error =
            switch arguments[0] {
            case "preview": "the notification cannot be shown: " + Self.noBus
            case "today": "the notification cannot be shown: there is no session bus"
            default: Self.noManager + "; what to do: " + Self.remedy
            }
        #expect(command.error == "suntracker: \(error)\n")
    }

    @Test("phase shows the phase by the settings")
    func phase() throws {
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

    @Test(
        "doctor shows hooks that cannot be started, an error in the settings, and a state folder that others can read")
    func mistakes() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)")
        defer { try? files.removeItem(at: folder) }
        let own = folder.appending(path: "suntracker")
        for name in ["hooks/sunset.d", "hooks/sunsett.d"] {
            try files.createDirectory(at: own.appending(path: name), withIntermediateDirectories: true)
        }
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: own.path)
        try Data().write(to: own.appending(path: "hooks/sunset.d/unfit"))
        let variables = ["XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path]
        func found(with settings: String) throws -> String {
            try Data(settings.utf8).write(to: own.appending(path: "suntracker.conf"))
            let command = try Command(
                ["doctor", "--format", "json"], variables: Self.variables.merging(variables) { $1 })
            #expect(command.status == 1)
            return command.output
        }
        let hooks = try found(with: "[Alert lamps]\nEvent=sunset\nHook=nowhere on\n")
        #expect(hooks.contains("\(own.path)/hooks/sunset.d/unfit, for the sunset, is not executable"))
        #expect(hooks.contains("nowhere, for the alert lamps, is in none of the folders \(own.path)/hooks, "))
        #expect(hooks.contains("programs in \(own.path)/hooks/sunsett.d are never run"))
        let mistake = try found(with: "[Location]\nLatitude=139\n")
        #expect(mistake.contains("\(own.path)/suntracker.conf:2: Latitude: "))
        #expect(mistake.contains("chmod 700 \(own.path)"))
    }
}
