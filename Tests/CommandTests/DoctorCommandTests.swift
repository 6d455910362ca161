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
                "Unit", "Service", "Sandbox", "Session bus", "Bus name", "Notifications", "Journal", "Settings",
                "Hooks",
                "GeoClue", "Last fix", "Time zone", "Clock", "State",
            ])
        let verdicts = Dictionary(
            uniqueKeysWithValues: parts.map { (String($0.output.2), String($0.output.1)) })
        #expect(verdicts["Unit"] == "broken")
        #expect(verdicts["Sandbox"] == "skipped")
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
