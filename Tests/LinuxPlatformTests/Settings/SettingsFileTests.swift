// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Glibc
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite("The settings file") struct SettingsFileTests {
    private let folder = try? TemporaryFolder()

    private func path() throws -> String { try #require(folder).path }

    /// The user's settings file, with the system-wide files.
    private func file() throws -> SettingsFile {
        SettingsFile(
            environment: Environment([
                "XDG_CONFIG_HOME": try path() + "/home", "XDG_CONFIG_DIRS": try path() + "/machine",
            ]))
    }

    @Test("may be missing")
    func missing() throws {
        let settings = try file().load()
        #expect(settings == Settings())
    }

    @Test("of the user overrides the system-wide one, and drop-ins override both")
    func layers() throws {
        try folder?.write(
            "[Notifications]\nSunrise=no\nSunset=no\nGrace=5min\nWhenQuiet=journal\n",
            to: "machine/suntracker/suntracker.conf")
        try folder?.write("[Notifications]\nSunset=yes\n", to: "machine/suntracker/suntracker.conf.d/10-b.conf")
        try folder?.write("[Notifications]\nSunset=no\n", to: "machine/suntracker/suntracker.conf.d/05-a.conf")
        try folder?.write("rubbish", to: "machine/suntracker/suntracker.conf.d/README")
        try folder?.write("[Notifications]\nSunrise=yes\n", to: "home/suntracker/suntracker.conf")
        try folder?.write("[Notifications]\nGrace=7min\n", to: "home/suntracker/suntracker.conf.d/x.conf")
        let settings = try file().load()
        #expect(settings.notifications.sunrise)
        #expect(settings.notifications.sunset)
        #expect(settings.notifications.grace == .seconds(420))
        #expect(settings.notifications.whenQuiet == .journal)
    }

    @Test(
        "with an error in a section is rejected with the line of the section, also without keys",
        arguments: [
            (
                "[Location]\nPlace=Denver\n\n[Notification]\n# all off\n\n# x\nSunrise=no\n", 4,
                "[Notification]: unknown section; "
            ),
            ("[location]\n\nPlace=Denver\n", 1, "[location]: unknown section; "),
            ("# x\n[Bogus]\n", 2, "[Bogus]: unknown section; "),
            ("[Hooks]\n[Alert]\n\nEvent=sunset\n", 2, "[Alert]: the name of the alert is invalid; "),
            ("[Alert a,b]\n\nEvent=sunset\n", 1, "[Alert a,b]: the name of the alert is invalid; "),
            ("\n[Alert a,b]", 2, "[Alert a,b]: the name of the alert is invalid; "),
            ("[Alert a]\n# x\nOffset=1h\n[Alert a]\nTitle=x\n", 1, "Event: missing in [Alert a]; "),
            ("[Alert b]\nEvent=sunset\n[Alert a]\n#Event=sunset\n", 3, "Event: missing in [Alert a]; "),
            (
                (1...1001).map { "[Alert \($0)]\nEvent=sunset\n" }.joined(), 2001,
                "[Alert 1001]: too many alerts: the maximum is 1000; "
            ),
        ])
    func section(text: String, line: Int, message: String) throws {
        let path = try #require(folder).write(text, to: "home/suntracker/suntracker.conf")
        let error = #expect(throws: SettingsError.self) { try file().load() }
        #expect(error?.description.hasPrefix("\(path):\(line): \(message)") == true, "\(error as Any)")
    }

    @Test("may complete an alert of another file, and the order of alerts is the order of their keys")
    func completed() throws {
        try folder?.write("[Alert a]\n[Hooks]\n[Alert b]\nEvent=sunset\n", to: "home/suntracker/suntracker.conf")
        let error = #expect(throws: SettingsError.self) { try file().load() }
        #expect(error?.description.contains("suntracker.conf:1: Event: missing in [Alert a]; ") == true)
        try folder?.write("[Alert a]\nEvent=sunrise\n", to: "home/suntracker/suntracker.conf.d/a.conf")
        try folder?.write("[Alert a]\n", to: "home/suntracker/suntracker.conf.d/b.conf")
        let (settings, entries) = (try file().load(), try file().entries())
        #expect(settings.alerts.map { "\($0.name) \($0.event)" } == ["b sunset", "a sunrise"])
        #expect(SettingInEffect.all(under: entries).filter { $0.name.key.isEmpty }.isEmpty)
        // The copy for the next start contains no sections without keys.
        let copy = SettingsCopy(entries, making: settings, source: "x").text
        #expect(copy.hasSuffix("\n\n[Alert b]\nEvent=sunset\n\n[Alert a]\nEvent=sunrise\n"), "\(copy)")
    }

    @Test(
        "that is not a regular file, or is too large, is rejected unread, and named in the error",
        .timeLimit(.minutes(20)),
        arguments: OddFile.allCases, ["suntracker.conf", "suntracker.conf.d/a.conf"])
    func odd(file odd: OddFile, name: String) throws {
        let folder = try #require(folder)
        try folder.write("", to: "home/suntracker/suntracker.conf.d/b.conf")
        try odd.make("home/suntracker/" + name, in: folder)
        let error = #expect(throws: SettingsError.self) { try file().load() }
        #expect(
            error?.description == "\(folder.path)/home/suntracker/\(name): it cannot be read "
                + "(\(odd.problem(limit: "4 MiB"))); \(odd.remedy)")
    }

    @Test("in a directory that cannot be read is rejected, and its directory is named in the error")
    func forbiddenFolder() throws {
        let folder = try #require(folder)
        let name = "home/suntracker/suntracker.conf.d"
        try folder.write("[Notifications]\nSunrise=no\n", to: "\(name)/a.conf")
        try folder.setMode(0, of: name)
        defer { try? folder.setMode(0o700, of: name) }
        let file = try file()
        let error = #expect(throws: SettingsError.self) { try asNobody { try file.load() } }
        let path = folder.path(name)
        #expect(
            error?.description
                == "\(path): it cannot be read (open \(path): Permission denied); make it readable")
        #expect(asNobody { file.watched }.contains(.folder(path)))
        #expect(asNobody { file.watched }.contains(.file(file.path)))
    }

    @Test("that is a link to /dev/null is empty, so it masks a file")
    func masked() throws {
        let (folder, name) = (try #require(folder), "suntracker.conf.d/a.conf")
        try folder.write("[Notifications]\nSunrise=no\n", to: "home/suntracker/suntracker.conf")
        try folder.write("", to: "home/suntracker/\(name)")
        try folder.link("home/suntracker/\(name)", to: "/dev/null")
        #expect(try !file().load().notifications.sunrise)
    }

    @Test(
        "behind a symbolic link without a target is rejected, since its settings are elsewhere",
        arguments: [
            "home", "home/suntracker", "home/suntracker/suntracker.conf", "home/suntracker/suntracker.conf.d",
            "home/suntracker/suntracker.conf.d/a.conf", "machine/suntracker/suntracker.conf",
        ])
    func missingTarget(name: String) throws {
        let folder = try #require(folder)
        try folder.write("", to: (name as NSString).deletingLastPathComponent + "/x")
        try folder.link(name, to: "../dotfiles")
        let error = #expect(throws: SettingsError.self) { try file().load() }
        #expect(
            error?.description == "\(folder.path)/\(name): it is a symbolic link to ../dotfiles, which does not exist; "
                + "restore the target, or remove the link")
    }

    @Test("whose name is not UTF-8 text is rejected, since it would be ignored without a word")
    func nameNotText() throws {
        let folder = try #require(folder)
        try folder.write("", to: "home/suntracker/suntracker.conf.d/a.conf")
        let drop = folder.path + "/home/suntracker/suntracker.conf.d/"
        let name = [CChar(truncatingIfNeeded: 0xE4)] + Array(".conf".utf8CString)
        let descriptor = creat(Array(drop.utf8CString.dropLast()) + name, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        let error = #expect(throws: SettingsError.self) { try self.file().load() }
        #expect(error?.description == "\(drop)\u{FFFD}.conf: its name is not UTF-8 text; rename the file")
    }

    @Test(
        "that cannot be read is rejected with a remedy",
        arguments: [
            (EACCES, "make it readable"), (ELOOP, "remove one of the symbolic links"),
            (ENOTCONN, "mount its file system again"), (ESTALE, "mount its file system again"),
        ])
    func remedies(number: Int32, remedy: String) {
        #expect(FileReadError.failed(SystemError("open x", number: number)).remedy.description == remedy)
    }

    @Test("is missing if its directory is a file, and the other files apply")
    func behindFile() throws {
        let folder = try #require(folder)
        try folder.write("[Notifications]\nSunrise=no\n", to: "machine/suntracker/suntracker.conf")
        try folder.write("", to: "home/suntracker")
        #expect(try !file().load().notifications.sunrise)
    }
}

@Suite("The environment") struct EnvironmentTests {
    @Test("uses the defaults of the XDG Base Directory Specification")
    func defaults() {
        let environment = Environment(["HOME": "/home/ada"])
        #expect(environment.configurationHome == "/home/ada/.config")
        #expect(environment.stateHome == "/home/ada/.local/state")
        #expect(environment.configurationFolders == ["/etc/xdg"])
    }

    @Test("ignores relative and empty paths, as the specification requires")
    func relative() {
        let environment = Environment([
            "HOME": "/home/ada", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "", "XDG_CONFIG_DIRS": "a:/b::/c",
        ])
        #expect(environment.configurationHome == "/home/ada/.config")
        #expect(environment.stateHome == "/home/ada/.local/state")
        #expect(environment.configurationFolders == ["/b", "/c"])
    }
}
