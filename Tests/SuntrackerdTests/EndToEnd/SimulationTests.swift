// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@testable import Systemd

/// `suntrackerd --simulate` on a separate bus. Without a bus, `Transcripts/simulation.txt` shows what it prints.
@Suite("A simulation with a notification server")
nonisolated struct SimulationTests {
    private let bus: PrivateBus
    private let server: RecordingServer

    init() throws {
        bus = try PrivateBus()
        server = try RecordingServer(at: bus.address)
    }

    private func start() throws -> RunningService {
        try RunningService(
            ["--place", "39.74,-104.99", "--simulate", "2026-03-19", "--until", "2026-03-20"], on: bus,
            after: "exec >printed")
    }

    /// The printed lines, without the start and the end of the simulation.
    private func printed() throws -> [String] {
        try #require(bus.folder.read("printed")).split(separator: "\n").dropFirst().map(String.init).filter {
            !$0.contains("The simulation ends.")
        }
    }

    @Test("shows the notifications, stands still until each is shown, and neither takes the name nor saves a state")
    func shown() throws {
        try bus.folder.write("[Panel]\nIcon=yes\n", to: ".config/suntracker/suntracker.conf")
        try server.own("org.kde.StatusNotifierWatcher")
        let simulation = try start()
        for event in ["Sunrise", "Sunset"] {
            var before: [String] = []
            #expect(try server.popup { _ in before = (try? printed()) ?? [] }.summary == "\(event) in Denver")
            #expect(!before.joined().contains(event))
        }
        let question = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            [.string("io.github.suntracker.Suntracker1")], startsService: false)
        #expect(try server.call(question) == [.boolean(false)])
        #expect(simulation.status() == 0)
        #expect(
            try printed() == [
                "Notifications are shown by recorder.",
                "2026-03-19 00:00  Night (would start suntracker-night.target)",
                "2026-03-19 07:04  Sunrise in Denver (shown by recorder; would start suntracker-day.target)",
                "2026-03-19 19:11  Sunset in Denver (shown by recorder; would start suntracker-night.target)",
            ])
        #expect(server.icons.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: bus.folder.path(".local")))
    }

    @Test(
        "prints the notifications, and says why, if the server refuses to introduce itself or to show one",
        arguments: [
            ("GetServerInformation", ["Notifications are printed, because out of order."]),
            (
                "Notify",
                [
                    "Notifications are shown by recorder.",
                    "2026-03-19 07:04  Sunrise in Denver (not shown: out of order; would start suntracker-day.target)",
                ]
            ),
        ])
    func refused(member: String, reasons: [String]) throws {
        let simulation = try start()
        try server.reply(to: member, .failure(BusError(name: BusError.failed, message: "out of order")))
        #expect(simulation.status() == 0)
        let lines = try printed()
        #expect(reasons.allSatisfy(lines.contains))
        let sunrise = try #require(lines.firstIndex { $0.contains("  Sunrise in Denver") })
        #expect(lines[sunrise + 1].contains("sunset 19:11 · 12 h 6 min of daylight"))
        #expect(!lines.joined().contains("shown by recorder;"))
    }
}
