// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import suntracker

@Suite("Editing the settings") struct SettingsEditingTests {
    private let folder = try? TemporaryFolder()

    private func home() throws -> TemporaryFolder { try #require(folder) }

    private func file() throws -> SettingsFile {
        let path = try home().path
        return SettingsFile(
            environment: Environment(["XDG_CONFIG_HOME": path + "/home", "XDG_CONFIG_DIRS": path + "/machine"]))
    }

    private static let own = "home/suntracker/suntracker.conf"
    private let whenQuiet = try? SettingName("Notifications.WhenQuiet")

    private func whenQuietBecomes(_ value: String) throws -> [SettingEdit] { [.set(try #require(whenQuiet), value)] }

    @Test("writes through links, keeps the mode, and leaves no other file behind")
    func links() throws {
        let folder = try home()
        try folder.write("[Notifications]\n", to: "dotfiles/sun")
        try folder.setMode(0o640, of: "dotfiles/sun")
        try folder.link(Self.own, to: "../../link")
        try folder.link("link", to: folder.path("dotfiles/sun"))
        try file().edit(whenQuietBecomes("journal"))
        #expect(folder.read("dotfiles/sun") == "[Notifications]\nWhenQuiet=journal\n")
        #expect(try folder.mode("dotfiles/sun") == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/dotfiles") == ["sun"])
        #expect(folder.target(of: Self.own) == "../../link")
    }

    @Test(
        "is refused with the error of the reader if the file, or a link on the way to it, cannot be read",
        arguments: [
            ("", "../dotfiles/sun"), ("suntracker", "../dotfiles"),
            ("suntracker/suntracker.conf", "../../dotfiles/sun"),
            ("suntracker/suntracker.conf", "suntracker.conf"), ("suntracker/suntracker.conf", "/"),
            ("suntracker/suntracker.conf", "/dev/zero"),
        ])
    func unreadable(name: String, target: String) throws {
        try home().link("home" + (name.isEmpty ? "" : "/\(name)"), to: target)
        let reader = #expect(throws: SettingsError.self) { try file().load() }
        let editor = #expect(throws: CommandError.self) { try file().edit(whenQuietBecomes("journal")) }
        #expect(editor?.description == reader?.description)
        #expect(editor?.exitStatus == 78)
        #expect(try home().names == ["home"])
    }

    @Test("writes the file that --config names even if it does not exist yet, but not through a link to nothing")
    func named() throws {
        try SettingsFile(path: home().path("new/x.conf"), environment: Environment([:])).edit(
            whenQuietBecomes("journal"))
        #expect(try home().read("new/x.conf") == "[Notifications]\nWhenQuiet=journal\n")
        try home().link("link", to: "nowhere")
        let link = try home().path("link")
        let error = #expect(throws: CommandError.self) {
            try SettingsFile(path: link, environment: Environment([:])).edit(whenQuietBecomes("journal"))
        }
        #expect(
            error?.description.hasPrefix("\(link): it is a symbolic link to nowhere, which does not exist; ") == true)
    }

    @Test("rejects an edit of a file that is not a key file, without changing it")
    func notKeyFile() throws {
        let path = try home().write("hello\n", to: "suntracker.conf")
        let error = #expect(throws: CommandError.self) {
            try SettingsFile(path: path, environment: Environment([:])).edit([.set(.source, "auto")])
        }
        let message = try #require(error?.description)
        #expect(message.contains("suntracker.conf:1: \"hello\": invalid line; "), "\(message)")
        #expect(try home().read("suntracker.conf") == "hello\n")
    }

    @Test(
        "rejects a value that another file overrides, even with the same one, and names its line",
        arguments: ["journal", "silent"])
    func overruled(value: String) throws {
        let part = try home().write(
            "[Notifications]\n\nWhenQuiet=silent\n", to: "home/suntracker/suntracker.conf.d/a.conf")
        let error = #expect(throws: CommandError.self) { try file().edit(whenQuietBecomes(value)) }
        #expect(error?.description == "\(part):3: WhenQuiet: this line overrides your own settings; change it there")
        #expect(try home().read(Self.own) == nil)
    }

    @Test("does not edit a file that is not UTF-8")
    func notUTF8() throws {
        let path = try home().path + "/suntracker.conf"
        let bytes = Data("# caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) })
        try bytes.write(to: URL(filePath: path))
        #expect(throws: CommandError.self) {
            try SettingsFile(path: path, environment: Environment([:])).edit(whenQuietBecomes("journal"))
        }
        #expect(FileManager.default.contents(atPath: path) == bytes)
    }

    @Test("no settings are the default settings")
    func defaults() throws {
        let entries = SettingName.all.compactMap { name in
            name.defaultValue.map { SettingsEntry(origin: nil, group: name.group, key: name.key, value: $0) }
        }
        let settings = try Settings(entries: entries, places: FewPlaces())
        #expect(settings == Settings())
    }
}
