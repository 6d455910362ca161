// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed service on stock Debian systems, in scenarios/stock.bash.
@Suite(.unless(EmulatedMachine.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct StockMachineTests {
    /// A machine of the scenario with a sunrise: its Debian suite, and who may create user namespaces on it.
    struct Machine: Sendable, CustomTestStringConvertible {
        let suite: EmulatedMachine.Suite
        let namespaces: Namespaces

        enum Namespaces: String, CaseIterable {
            /// Every user, as in Debian.
            case `default`
            /// Nobody (user.max_user_namespaces=0).
            case refused
        }

        static let all = suites.flatMap { suite in Namespaces.allCases.map { Machine(suite: suite, namespaces: $0) } }

        /// The act that contains the sunrise.
        var act: String { namespaces == .refused ? "Refused" : "Instant" }

        /// systemd 254 and later create the user namespace that the service's mount namespace needs.
        var hasFileSystemProtection: Bool { suite != .bookworm && namespaces == .default }

        var testDescription: String { "\(suite), user namespaces: \(namespaces)" }
    }

    private static let suites = EmulatedMachine.Suite.allCases

    /// The runs of the scenario. Each machine is booted once.
    private static let lives = Dictionary(
        uniqueKeysWithValues: suites.map { suite in
            (suite, Task { try await EmulatedMachine.run("stock", suite: suite) })
        })

    /// The results on the machine of a suite.
    static func results(on suite: EmulatedMachine.Suite) async throws -> Results {
        try await #require(lives[suite]).value
    }

    private func found(on suite: EmulatedMachine.Suite) async throws -> Results { try await Self.results(on: suite) }

    /// The announcements of an act.
    private func announcements(_ act: String, in found: Results) throws -> [Results.Entry] {
        try found.announcements().filter { $0["SUNTRACKER_PLACE"] == act }
    }

    @Test("The machine has the expected systemd and user namespaces", arguments: Machine.all)
    func machine(_ machine: Machine) async throws {
        let found = try await found(on: machine.suite)
        let namespaces = try found.fact("\(machine.namespaces).namespaces")
        #expect(namespaces == (machine.namespaces == .refused ? "refused" : "allowed"))
        let version = try #require(Int(found.fact("systemd")))
        switch machine.suite {
        case .bookworm: #expect(version == 252)
        case .trixie: #expect(version == 257)
        case .forky: #expect(version > 257)
        }
    }

    @Test(
        "An ordinary user installs and enables the service; it is ready before the command returns",
        arguments: suites)
    func starts(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        #expect(try found.fact("active") == "active")
        #expect(try found.fact("target") == "active inactive")
        #expect(try found.fact("status").hasPrefix("Next: sunrise in Asleep "))
        let status = try found.text("status.txt")
        #expect(status.contains("Active: active (running)"), "\(status)")
        #expect(!status.lowercased().contains("warning"), "\(status)")
    }

    @Test(
        "A sunrise is announced on time, with one entry that the user can read, and one popup with an action",
        arguments: Machine.all)
    func announces(_ machine: Machine) async throws {
        let found = try await found(on: machine.suite)
        let announced = try announcements(machine.act, in: found)
        #expect(announced.map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
        let entry = try #require(announced.first)
        #expect(try found.number("\(machine.act).early") > 0, "the service was ready before the sunrise")
        // place_with is exact to a few milliseconds, and the time in the entry to a microsecond.
        let written = try entry.moment("_SOURCE_REALTIME_TIMESTAMP")
        let delay = try written - found.number("\(machine.act).sunrise")
        // As fast as the machine is: a start of the service took this many seconds.
        let limit = try 1 + found.number("\(machine.act).took")
        #expect((-0.1..<limit).contains(delay), "\(delay) s after the sunrise")
        #expect(try written >= entry.moment("SUNTRACKER_EVENT_TIME"))
        #expect(try (0..<limit).contains(#require(entry.lateness)))
        let message = try #require(entry["MESSAGE"])
        #expect(try found.lines("read.txt").contains { $0 == message })

        let popups = try found.recordedPopups("stock").filter { $0.summary.contains(" in \(machine.act)") }
        #expect(popups.map(\.summary) == ["Sunrise in \(machine.act)"])
        #expect(popups.first?.actions == "default")
    }

    @Test("A hook, and the page after a click, start outside the service's sandbox", arguments: suites)
    func startsPrograms(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        for act in ["Instant", "Asleep", "Refused"] {
            #expect(
                try found.lines("hook.\(act).txt")
                    == ["event=sunrise", "place=\(act)", "NoNewPrivs:0", "Seccomp:0"])
        }
        let opened = try found.lines("opened.txt")
        #expect(opened.first == "page=/home/tester/.local/state/suntracker/chart.html")
        let bytes = opened.compactMap { $0.wholeMatch(of: /bytes=(\d+)/).flatMap { Int($0.1) } }
        #expect(bytes.allSatisfy { $0 > 10_000 } && bytes.count == 1, "the page is there: \(opened)")
        #expect(opened.contains("NoNewPrivs:0") && opened.contains("Seccomp:0"), "\(opened)")
    }

    @Test("A sunrise during a suspend is announced on resume", arguments: suites)
    func asleep(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        let announced = try announcements("Asleep", in: found)
        #expect(announced.map { $0["SUNTRACKER_EVENT"] } == ["sunrise"])
        // The machine is suspended for 450 s, at most 240 s before the sunrise.
        let lateness = try #require(announced.first?.lateness)
        #expect((60..<300).contains(lateness), "\(lateness) s")
        let popups = try found.recordedPopups("stock").map(\.summary).filter { $0.contains(" in Asleep") }
        #expect(popups.count == 1)
        #expect(popups.first?.wholeMatch(of: /Sunrise in Asleep was [1-5] min ago/) != nil, "\(popups)")
    }

    @Test(
        "After SIGKILL between the entry and the popup, the next run announces it again, marked; one popup is visible",
        arguments: suites)
    func killed(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        let announced = try announcements("Killed", in: found)
        #expect(announced.map { $0["SUNTRACKER_EVENT"] } == ["sunset", "sunset"])
        #expect(announced.map { $0["SUNTRACKER_RECOVERED"] } == [nil, "1"])
        let popups = try found.recordedPopups("stock").filter { $0.summary.contains(" in Killed") }
        #expect(Set(popups.map(\.number)).count == 1, "\(popups)")
    }

    @Test(
        "Neither systemd nor the service writes a warning or an error to the journal",
        arguments: Machine.all)
    func isQuiet(_ machine: Machine) async throws {
        let found = try await found(on: machine.suite)
        #expect(try found.text("warnings.\(machine.namespaces).txt").isEmpty)
        // systemd's messages about the crash, two lines since newer versions.
        let ofTheCrash = ["Main process exited, code=killed, status=9/KILL", "Failed with result 'signal'."]
        let others = try found.lines("warnings.killed.txt").filter { line in
            !ofTheCrash.contains { line.hasSuffix("suntrackerd.service: \($0)") }
        }
        #expect(others.isEmpty)
    }

    @Test(
        "The service runs with its system call filter everywhere, and in a mount namespace if systemd can create one",
        arguments: Machine.all)
    func sandbox(_ machine: Machine) async throws {
        let found = try await found(on: machine.suite)
        let status = try found.lines("\(machine.namespaces).status").map {
            $0.split(whereSeparator: \.isWhitespace)
        }
        func value(_ field: Substring) -> Substring? { status.first { $0.first == field }?.last }
        #expect(value("Seccomp:") == "2")
        #expect(value("NoNewPrivs:") == "1")

        let isItsOwn = try found.text("\(machine.namespaces).mnt") != found.text("\(machine.namespaces).mnt.person")
        #expect(isItsOwn == machine.hasFileSystemProtection)
        let root = try found.lines("\(machine.namespaces).mountinfo").map { $0.split(separator: " ") }.last {
            $0[4] == "/"
        }
        #expect(root?[5].hasPrefix("ro") == machine.hasFileSystemProtection)
    }

    @Test("status finds no problem, even if nobody may create user namespaces", arguments: Machine.all)
    func status(_ machine: Machine) async throws {
        let found = try await found(on: machine.suite)
        let status = "\(machine.namespaces).status"
        for format in ["text", "json"] { #expect(try found.fact("\(status).\(format)") == "0") }
        let said = try found.text("\(status).text")
        #expect(try found.status("\(status).json").problems.isEmpty, "\(said)")
    }

    @Test("etc/install --remove stops the service and leaves nothing", arguments: suites)
    func removes(_ suite: EmulatedMachine.Suite) async throws {
        let found = try await found(on: suite)
        #expect(try found.fact("active_removed") == "inactive")
        #expect(try found.fact("target_removed") == "inactive inactive")
        #expect(try found.lines("tree.after") == found.lines("tree.before"))
    }
}
