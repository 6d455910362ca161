// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing

@testable import Systemd

/// The built command and the built service, on a separate bus.
@Suite("suntracker phase --watch")
nonisolated struct PhaseWatchTests {
    private let bus: PrivateBus
    private let server: RecordingServer

    init() throws {
        bus = try PrivateBus()
        server = try RecordingServer(at: bus.address)
        // With these settings, the day lasts five more hours at least.
        let hour = Int(Date().timeIntervalSince1970) / 3600
        let settings = String(
            format: "[Location]\nLatitude=0\nLongitude=0\n[Phases]\nDay=%02d:30\nNight=%02d:30\n", (hour + 18) % 24,
            (hour + 6) % 24)
        try bus.folder.write(settings, to: ".config/suntracker/suntracker.conf")
    }

    /// Sets the phase in the service.
    private func set(_ phase: String...) throws {
        #expect(try bus.command(["phase"] + phase).run().status == 0)
    }

    private func startService() throws -> RunningService {
        // This process stands for the user manager: an override would end together with it.
        let service = try RunningService(["--place", "0,0"], on: bus, variables: ["MANAGERPID": "\(getpid())"])
        // After the preview, the service is on the bus.
        _ = try server.preview()
        return service
    }

    @Test(
        "prints the phase when it is set manually, but not when the service starts, stops or is restarted",
        arguments: [["phase", "--watch"], ["today", "--watch", "--template", "{phase}"]])
    func follows(arguments: [String]) throws {
        let watch = try RunningProgram(bus.command(arguments))
        func line() throws -> String { try watch.output.line() }
        #expect(try line() == "day")
        var service = try startService()
        try set("night")
        #expect(try line() == "night")
        #expect(service.stop() == 0)
        service = try startService()
        try set("auto")
        #expect(try line() == "day")
        try set("night")
        #expect(try line() == "night")
        try set("auto")
        #expect(try line() == "day")
        #expect(service.stop() == 0)
        _ = watch.stop()
        #expect(watch.output.rest() == "")
    }

    @Test("prints the phase of a service that responds late")
    func late() throws {
        let name = "io.github.suntracker.Suntracker1"
        let service = try startService()
        try set("night")
        let properties = try server.call(
            BusCall(
                name, "/io/github/suntracker/Suntracker1", "org.freedesktop.DBus.Properties", "GetAll",
                [.string(name)], startsService: false))
        #expect(service.stop() == 0)
        // The server stands for a busy service.
        try server.own(name)
        let watch = try RunningProgram(bus.command(["phase", "--watch"]))
        #expect(try watch.output.line() == "day", "without a response in a second")
        // The command no longer waits for the first one.
        for _ in 1...2 { try server.reply(to: "GetAll", .success(properties)) }
        #expect(try watch.output.line() == "night")
        _ = watch.stop()
    }

    @Test("A phase is set until the given time")
    func until() throws {
        let service = try startService()
        let before = Date().timeIntervalSince1970
        try set("night", "--until", "2h")
        let report = try bus.command(["phase", "--format", "json"]).run()
        #expect(report.status == 4, "night")
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        #expect(object["phaseSetManually"] as? Bool == true)
        let until = try #require((object["phaseUntil"] as? String).flatMap { Instant(rfc3339: $0) }, "\(object)")
        #expect((before + 7199...before + 7500).contains(until.unixSeconds), "\(object)")
        #expect(service.stop() == 0)
    }
}
