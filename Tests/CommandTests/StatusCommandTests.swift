import Foundation
import Testing

/// `suntracker status` without a session bus and a user manager, as on a text console, as root, or in a container. The
/// acceptance tests (StatusTests) run it with both.
@Suite("suntracker status, without a session bus")
struct StatusCommandTests {
    /// Also without a system bus, even if the machine has one.
    private static let variables = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]

    @Test("status reports one fault for the missing bus, and with --verbose each check; it exits with 69")
    func status() throws {
        let command = try Command(["status", "--verbose"], zone: "Europe/Berlin", variables: Self.variables)
        #expect(command.status == 69)
        #expect(command.error == "")
        let first = "suntrackerd is not running, and the systemd user manager is not reachable: there"
        #expect(command.lines.first == first)
        let parts = command.lines.compactMap { $0.firstMatch(of: /^(ok|fault|skipped) +(\w+) {2}/) }
        #expect(
            parts.map { String($0.output.2) } == [
                "Service", "Login", "Settings", "Files", "Place", "Notifications", "Sound", "Hooks", "State", "Journal",
                "Clock", "Earth",
            ])
        let verdicts = Dictionary(
            uniqueKeysWithValues: parts.map { (String($0.output.2), String($0.output.1)) })
        #expect(verdicts["Service"] == "fault")
        #expect(verdicts["Notifications"] == "skipped")
        #expect(verdicts["Place"] == "ok")
        #expect(verdicts["State"] == "skipped")
    }

    @Test(
        "status shows hooks that cannot be started, an error in the settings, and a state folder that others can read")
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
                ["status", "--format", "json"], variables: Self.variables.merging(variables) { $1 })
            #expect(command.status == 69)
            return command.output
        }
        let hooks = try found(with: "[Alert lamps]\nEvent=sunset\nHook=nowhere on\n")
        #expect(hooks.contains("\(own.path)/hooks/sunset.d/unfit, for the sunset, is not executable"))
        #expect(hooks.contains("nowhere, for the alert lamps, is in none of the directories \(own.path)/hooks, "))
        #expect(hooks.contains("programs in \(own.path)/hooks/sunsett.d are never run"))
        let mistake = try found(with: "[Location]\nLatitude=139\n")
        #expect(mistake.contains("\(own.path)/suntracker.conf:2: Latitude: "))
        #expect(mistake.contains("chmod 700 \(own.path)"))
    }
}
