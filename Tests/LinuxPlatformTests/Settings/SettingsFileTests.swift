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

    @Test("may be missing, unless --config names it")
    func named() throws {
        let error = #expect(throws: SettingsError.self) { try SettingsFile(path: "/nowhere.conf").load() }
        #expect(error?.description == "/nowhere.conf: no such file; check the path")
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
