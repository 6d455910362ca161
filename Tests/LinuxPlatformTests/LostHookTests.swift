import Dispatch
import Glibc
import Solar
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@Suite("A hook whose bus ends before the answer") struct LostHookTests {
    @Test("is asked for once more, said to be unknown, and forgotten", .timeLimit(.minutes(1)))
    @MainActor
    func lostTwice() async throws {
        let folder = try TemporaryFolder()
        let bus = try EndingBus(at: folder.path + "/bus")
        try folder.write("#!/bin/sh\n", to: "config/suntracker/hooks/sunset.d/lamps")
        try folder.setMode(0o755, of: "config/suntracker/hooks/sunset.d/lamps")
        let environment = Environment([
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CONFIG_DIRS": "/nonexistent",
        ])
        let runner = HookRunner(folders: HookFolders(environment: environment), environment: environment)

        var settings = TestPlace.denver.settings
        settings.hooks.events = [.solar(.sunset)]
        var machine = SimulatedMachine(
            at: sunsetInDenver - .seconds(60), settings: settings, localTime: SimulatedZone.denver)
        machine.start()
        machine.advance(to: sunsetInDenver)
        let call = try #require(machine.hookCalls.first)

        var failures: [HookFailure] = []
        await withCheckedContinuation { continuation in
            runner.start(call) { report in
                switch report {
                case .failed(let failure): failures.append(failure)
                case .called: continuation.resume()
                }
            }
        }
        #expect(failures.map(\.hook) == [folder.path + "/config/suntracker/hooks/sunset.d/lamps"])
        #expect(bus.connections == 2)
        // What is let go of is let go of on the next turn of the main queue.
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(runner.isIdle)
    }
}

/// A bus that lets everybody in and ends when it is asked for a unit.
private final class EndingBus {
    private let listener: Int32
    private let served = DispatchQueue(label: "bus")
    private let source: any DispatchSourceRead
    private let count = Count()

    /// How many have come. To be asked when nobody comes any more.
    var connections: Int { served.sync { count.value } }

    private final class Count: @unchecked Sendable {
        var value = 0
    }

    init(at path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = withUnsafeBytes(of: &address) { [listener] in
            bind(
                listener, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_un>.size))
        }
        try #require(result == 0 && listen(listener, 8) == 0)
        source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: served)
        source.setEventHandler { @Sendable [listener, count] in
            count.value += 1
            Self.serve(accept(listener, nil, nil))
        }
        source.setCancelHandler { @Sendable [listener] in close(listener) }
        source.activate()
    }

    deinit { source.cancel() }

    /// The handshake of the D-Bus Specification ("Authentication Protocol"), which sd-bus sends in one go, and then all
    /// messages up to the one that asks for the unit.
    private static func serve(_ connection: Int32) {
        defer { close(connection) }
        var heard = ""
        var isIn = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !heard.contains("StartTransientUnit") {
            let length = read(connection, &buffer, buffer.count)
            guard length > 0 else { return }
            heard += String(decoding: buffer[..<length], as: UTF8.self)
            guard !isIn, heard.contains("BEGIN") else { continue }
            isIn = true
            let answer = Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8)
            _ = write(connection, answer, answer.count)
        }
    }
}
