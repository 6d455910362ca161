import Dispatch
import Glibc
import Solar
import Synchronization
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@Suite("A hook whose manager leaves the bus, or whose bus ends, before the answer") struct LostHookTests {
    @Test(
        "is requested once more, reported as unknown, and released", .timeLimit(.minutes(20)),
        arguments: [EndingBus.Ending.manager, .bus])
    @MainActor
    func lostTwice(ending: EndingBus.Ending) async throws {
        let folder = try TemporaryFolder()
        let bus = try EndingBus(at: folder.path + "/bus", ending: ending)
        try folder.write("#!/bin/sh\n", to: "config/suntracker/hooks/sunset.d/lamps")
        try folder.setMode(0o755, of: "config/suntracker/hooks/sunset.d/lamps")
        let environment = Environment([
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CONFIG_DIRS": "/nonexistent",
        ])
        let runner = HookRunner(folders: HookFolders(environment: environment), environment: environment)

        let settings = TestPlace.denver.settings
        let machine = SimulatedMachine(
            at: sunsetInDenver - .seconds(60), settings: settings, localTime: SimulatedZone.denver)
        machine.hooks.events = [.solar(.sunset)]
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
        // The second request uses a connection of its own.
        #expect(bus.connections == 2)
        // The release happens on the next turn of the main queue.
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(runner.isIdle)
    }
}

/// A bus that accepts all clients and, when a unit is requested, answers that the manager has left, or ends.
final class EndingBus {
    /// Who leaves.
    enum Ending: Sendable {
        /// The user manager, over a connection that stays.
        case manager
        /// The bus.
        case bus
    }

    private let served = DispatchQueue(label: "bus")
    private let source: any DispatchSourceRead
    private let count = Count()

    /// The number of connections so far.
    var connections: Int { count.value.withLock { $0 } }

    private final class Count: Sendable {
        let value = Mutex(0)
    }

    init(at path: String, ending: Ending) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = withUnsafeBytes(of: &address) {
            bind(
                listener, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_un>.size))
        }
        try #require(result == 0 && listen(listener, 8) == 0)
        source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: served)
        source.setEventHandler { @Sendable [count] in
            count.value.withLock { $0 += 1 }
            let connection = accept(listener, nil, nil)
            // Until the client closes it, while further connections are accepted.
            DispatchQueue.global().async { Self.serve(connection, ending) }
        }
        source.setCancelHandler { @Sendable in close(listener) }
        source.activate()
    }

    deinit { source.cancel() }

    private static func serve(_ connection: Int32, _ ending: Ending) {
        defer { close(connection) }
        var heard: [UInt8] = []
        var isIn = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let length = read(connection, &buffer, buffer.count)
            guard length > 0 else { return }
            heard += buffer[..<length]
            if !isIn {
                // The handshake (D-Bus Specification, "Authentication Protocol"), which sd-bus sends at once.
                let end = Array("BEGIN\r\n".utf8)
                guard let begin = heard.indices.first(where: { heard[$0...].starts(with: end) }) else { continue }
                heard.removeSubrange(..<(begin + end.count))
                send("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8, to: connection)
                isIn = true
            }
            while let message = BusMessage(first: heard) {
                heard.removeFirst(message.bytes.count)
                if message.has("Hello") { send(message.answer(":1.1"), to: connection) }
                guard message.has("StartTransientUnit") else { continue }
                if ending == .bus { return }
                let text = "Message recipient disconnected from message bus without replying"
                send(message.answer(text, error: "org.freedesktop.DBus.Error.NoReply"), to: connection)
            }
        }
    }

    private static func send(_ bytes: some Sequence<UInt8>, to connection: Int32) {
        let bytes = Array(bytes)
        _ = write(connection, bytes, bytes.count)
    }
}

/// A message as it comes over the wire, little-endian (D-Bus Specification, "Message Format").
private struct BusMessage {
    let bytes: ArraySlice<UInt8>

    /// The first message of these bytes; nil if it is incomplete.
    init?(first heard: [UInt8]) {
        guard heard.count >= 16 else { return nil }
        func number(at index: Int) -> Int { (0..<4).reduce(0) { $0 | Int(heard[index + $1]) << (8 * $1) } }
        let length = 16 + (number(at: 12) + 7) / 8 * 8 + number(at: 4)
        guard heard.count >= length else { return nil }
        bytes = heard[..<length]
    }

    private var serial: ArraySlice<UInt8> { bytes[8..<12] }

    /// Whether the message contains a text.
    func has(_ text: String) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: text.utf8) } }

    /// An answer with one text, which for an error is its message.
    func answer(_ text: String, error: String? = nil) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func string(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) + [0] }
        func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8) }
        func letters(_ text: StaticString) -> [UInt8] { Array("\(text)".utf8) }

        var fields = padded([5, 1] + letters("u") + [0] + Array(serial))
        if let error { fields += padded([4, 1] + letters("s") + [0] + string(error)) }
        fields += [8, 1] + letters("g") + [0, 1] + letters("s") + [0]
        let body = string(text)
        // METHOD_RETURN or ERROR, NO_REPLY_EXPECTED, version 1.
        let head = letters("l") + [error == nil ? 2 : 3, 1, 1] + number(body.count) + number(1) + number(fields.count)
        return head + padded(fields) + body
    }
}
