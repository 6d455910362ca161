// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The Debian package on stock Debian systems, in scenarios/packages.bash.
@Suite(.unless(EmulatedMachine.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct PackageTests {
    private static let suites: [EmulatedMachine.Suite] = [.bookworm, .trixie]

    private static let lives = Dictionary(
        uniqueKeysWithValues: suites.map { suite in (suite, Task { try await life(on: suite) }) })

    private static func life(on suite: EmulatedMachine.Suite) async throws -> Results {
        try await EmulatedMachine.run("packages", suite: suite, stage: { try await Checkout.packagedStage })
    }

    private func found(on suite: EmulatedMachine.Suite) async throws -> Results {
        try await #require(Self.lives[suite]).value
    }

    private static let unit = "/usr/lib/systemd/user/suntrackerd.service"

    @Test("apt installs the file; the unit is known to logged-in users, and not started", arguments: suites)
    func installs(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        let said = try found.text("apt.install.txt")
        #expect(try found.fact("apt.install") == "0", "\(said)")
        #expect(try found.fact("load") == "loaded")
        #expect(try found.fact("unit") == Self.unit)
        #expect(try found.fact("enabled_installed") == "disabled")
        #expect(try found.fact("active_installed") == "inactive")
        #expect(try found.text("verify.txt").isEmpty)
        #expect(try found.text("analyzed.txt").isEmpty)
        #expect(try (Int(found.fact("catalog_entries")) ?? 0) > 10)
        let outside = try found.lines("files.txt").filter { file in
            !["/usr", "/etc/geoclue", "/etc/xdg"].contains { file == $0 || file.hasPrefix($0 + "/") }
        }
        #expect(outside == ["/.", "/etc"])
    }

    @Test(
        "An ordinary user logs in and enables the service; a sunrise is announced once, and the journal explains it",
        arguments: suites)
    func announces(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        #expect(try found.fact("login") == "Class=user Name=ada Service=login State=active")
        #expect(try found.fact("linger") == "no")
        #expect(try found.fact("program") == "/usr/bin/suntrackerd same")
        #expect(try found.number("First.early") > 0, "the service was ready before the sunrise")
        #expect(try announcements("First", in: found) == ["sunrise"])
        #expect(try popups("First", in: found) == ["Sunrise in First"])
        let explained = try found.text("explained.txt")
        #expect(explained.contains("░░ Subject: sunrise was announced\n"), "\(explained)")
        #expect(explained.contains("░░     journalctl --user SUNTRACKER_EVENT=sunrise\n"), "\(explained)")
    }

    private func announcements(_ act: String, in found: Results) throws -> [String?] {
        try found.entries().filter { $0["SUNTRACKER_PLACE"] == act }.map { $0["SUNTRACKER_EVENT"] }
    }

    private func popups(_ act: String, in found: Results) throws -> [String] {
        let summaries = try found.recordedPopups("packages").map(\.summary)
        return summaries.filter { $0.hasSuffix(" in \(act)") && !$0.hasPrefix("Preview: ") }
    }

    @Test(
        "An upgrade restarts a running service, not a stopped one; a sunrise during it is announced once",
        arguments: suites)
    func upgrades(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        let said = try found.text("apt.upgrade.txt")
        #expect(try found.fact("apt.upgrade") == "0", "\(said)")
        #expect(try found.fact("version").hasSuffix("-2"))
        func moment(_ name: String) throws -> Double { try found.number("upgrade.\(name)") }
        #expect(try moment("began") < moment("sunrise") && moment("sunrise") < moment("ended"))
        #expect(try found.fact("restarted") == "yes")
        #expect(try found.fact("active_upgraded") == "active")
        #expect(try found.fact("enabled_upgraded") == "enabled")
        #expect(try found.fact("program_upgraded") == "/usr/bin/suntrackerd same")
        #expect(try found.fact("active_while_stopped") == "inactive")
        #expect(try announcements("Upgraded", in: found) == ["sunrise"])
        #expect(try popups("Upgraded", in: found) == ["Sunrise in Upgraded"])
    }

    @Test("Each documented command line that needs a service works with the programs of the package", arguments: suites)
    func documentation(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        let lines = try found.lines("documented.tsv").map { $0.split(separator: "\t", maxSplits: 1) }
        #expect(lines.count > 15)
        for line in lines { #expect(line[0] == "0", "\(line[1]): \(line[0]), see documented.txt") }
        #expect(try found.lines("opened.txt").first == "page=/home/ada/.local/state/suntracker/chart.html")
        #expect(try found.text("complaints.txt").isEmpty)
    }

    @Test(
        "apt remove stops the service and keeps the settings; apt purge leaves only files in homes",
        arguments: suites)
    func removes(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        #expect(try found.fact("global_link") == Self.unit)
        let said = try found.text("apt.remove.txt")
        #expect(try found.fact("apt.remove") == "0", "\(said)")
        #expect(try found.fact("load_removed") == "not-found")
        #expect(try found.fact("active_removed") == "inactive")
        #expect(try found.fact("processes_removed") == "0")
        let before = try Set(found.lines("tree.before"))
        let removed = try found.lines("tree.removed").filter { isOfThePackage($0) && !before.contains($0) }
        #expect(
            removed.filter { $0.hasPrefix("f ") } == [
                "f /etc/geoclue/conf.d/90-suntracker.conf ", "f /etc/xdg/suntracker/suntracker.conf ",
                "f /var/lib/dpkg/info/suntracker.list ", "f /var/lib/dpkg/info/suntracker.postrm ",
            ])
        let saidLast = try found.text("apt.purge.txt")
        #expect(try found.fact("apt.purge") == "0", "\(saidLast)")
        let after = try found.lines("tree.after")
        #expect(after.filter { isOfThePackage($0) && !before.contains($0) } == [])
        let link = "/home/ada/.config/systemd/user/default.target.wants/suntrackerd.service"
        #expect(after.filter { $0.hasPrefix("l ") && $0.contains("suntrackerd") } == ["l \(link) \(Self.unit)"])
        let now = Set(after)
        #expect(before.filter { isOfThePackage($0) && !now.contains($0) } == [])
        #expect(try found.fact("settings_kept") != "0")
    }

    /// Whether the package is responsible for the file, and not the user, the journal, apt or systemd.
    private func isOfThePackage(_ line: Substring) -> Bool {
        let path = line.dropFirst(2)
        return !["/home/ada/", "/root/", "/var/log/", "/var/cache/", "/var/lib/apt/", "/var/lib/systemd/", "/media/"]
            .contains { path.hasPrefix($0) }
    }
}
