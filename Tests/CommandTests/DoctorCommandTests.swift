import Foundation
import Testing

/// Without a session bus and a user manager, as on a text console, as root, or in a container. The acceptance tests
/// (StatusTests) have both.
@Suite("suntracker doctor, without a session bus")
struct DoctorCommandTests {
    /// No system bus either, whatever the machine has.
    private static let variables = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]

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
