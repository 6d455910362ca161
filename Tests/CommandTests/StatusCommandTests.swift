// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// `suntracker status` without a session bus and a user manager, as on a text console, as root, or in a container. The
/// acceptance tests (StatusTests) run it with both.
@Suite("suntracker status, without a session bus")
struct StatusCommandTests {
    /// Also without a system bus, even if the machine has one.
    private static let variables = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/proc/nonexistent/bus"]

    @Test("status reports one problem for the missing bus, and with --verbose each check; it exits with 69")
    func status() throws {
        let command = try Command(["status", "--verbose"], zone: "Europe/Berlin", variables: Self.variables)
        #expect(command.status == 69)
        #expect(command.errors == "")
        let parts = command.lines.compactMap { $0.firstMatch(of: /^(ok|problem|skipped) +(\w+) {2}/) }
        #expect(
            parts.map { String($0.output.2) } == [
                "Service", "Login", "Settings", "Files", "Place", "Notifications", "Sound", "Hooks", "State", "Journal",
                "Clock", "Earth",
            ])
        let verdicts = Dictionary(
            uniqueKeysWithValues: parts.map { (String($0.output.2), String($0.output.1)) })
        #expect(verdicts["Service"] == "problem")
        for subject in ["Notifications", "Place", "Hooks", "State"] { #expect(verdicts[subject] == "skipped") }
    }

    @Test("status shows an error in the settings, and a state directory that others can read")
    func problems() throws {
        let home = try Home(nil)
        let own = home.path + "/suntracker"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: own)
        let variables = ["XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": home.path]
        try home.write("[Location]\nLatitude=139\n", to: "suntracker/suntracker.conf")
        let command = try Command(["status", "--format", "json"], variables: Self.variables.merging(variables) { $1 })
        #expect(command.status == 69)
        #expect(command.output.contains("\(own)/suntracker.conf:2: Latitude: "))
        #expect(command.output.contains("chmod 700 \(own)"))
    }
}
