import Dispatch
import Glibc
import Synchronization
import Testing

/// A user manager, alone on a bus. Its units run until the test ends them.
final class FakeManager: Sendable {
    private struct State {
        var log: [String] = []
        var waiting: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
        var connection: Int32 = -1
        /// The units that run, with the job that starts each.
        var running: [String: Int] = [:]
        var stopping: [String: Int] = [:]
        var jobs = 0

        mutating func job() -> Int {
            jobs += 1
            return jobs
        }
    }

    private let state = Mutex(State())
    // Set once, and cancelled once.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// What was asked of the manager, and which units have ended.
    var log: [String] { state.withLock { $0.log } }

    init(at path: String) throws {
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
        source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: DispatchQueue(label: "manager"))
        source.setEventHandler { @Sendable [weak self] in
            let connection = accept(listener, nil, nil)
            guard let self else { return }
            DispatchQueue.global().async { self.serve(connection) }
        }
        source.setCancelHandler { @Sendable in close(listener) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Returns when that was asked.
    func heard(_ text: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if !state.log.contains(text) { state.waiting.append((text, continuation)) }
                return state.log.contains(text)
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets a unit run that another program has started.
    func run(_ unit: String) { state.withLock { $0.running[unit] = $0.job() } }

    /// Ends a unit that was asked to stop.
    func end(_ unit: String) {
        note("end \(unit)")
        let (connection, jobs) = state.withLock { state in
            (
                state.connection,
                [(state.running.removeValue(forKey: unit), "canceled"), (state.stopping[unit], "done")]
            )
        }
        for (job, result) in jobs {
            guard let job else { continue }
            var body = WireBody()
            body.number(job)
            for text in ["/job/\(job)", unit, result] { body.string(text) }
            send(WireMessage.jobRemoved(body), to: connection)
        }
    }

    private func note(_ text: String) {
        let ready = state.withLock { state in
            state.log.append(text)
            let ready = state.waiting.filter { $0.text == text }
            state.waiting.removeAll { $0.text == text }
            return ready
        }
        for waiting in ready { waiting.continuation.resume() }
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        state.withLock { $0.connection = connection }
        var heard: [UInt8] = []
        var isIn = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let length = read(connection, &buffer, buffer.count)
            guard length > 0 else { return }
            heard += buffer[..<length]
            if !isIn {
                let end = Array("BEGIN\r\n".utf8)
                guard let begin = heard.indices.first(where: { heard[$0...].starts(with: end) }) else { continue }
                heard.removeSubrange(..<(begin + end.count))
                send(Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8), to: connection)
                isIn = true
            }
            while let message = WireMessage(first: heard) {
                heard.removeFirst(message.bytes.count)
                if let answer = answer(message) { send(answer, to: connection) }
            }
        }
    }

    /// The answer to a call; nil for none.
    private func answer(_ message: WireMessage) -> [UInt8]? {
        var body = WireBody()
        if message.has("\0Hello\0") {
            body.string(":1.1")
            return message.answer(body, signature: "s")
        }
        if message.has("\0ListUnitsByPatterns\0") {
            let phase = message.has("hook-day-*") ? "day" : "night"
            note("list \(phase)")
            let units = state.withLock { state in
                state.running.keys.filter { $0.hasPrefix("suntracker-hook-\(phase)-") }
            }
            body.units(units.sorted())
            return message.answer(body, signature: "a(ssssssouso)")
        }
        guard let unit = message.unit else { return nil }
        if message.has("\0StartTransientUnit\0") {
            note("start \(unit)")
            let job = state.withLock { state -> Int? in
                guard state.running[unit] == nil else { return nil }
                let job = state.job()
                state.running[unit] = job
                return job
            }
            guard let job else {
                body.string("exists")
                return message.answer(body, signature: "s", error: "org.freedesktop.systemd1.UnitExists")
            }
            body.string("/job/\(job)")
            return message.answer(body, signature: "o")
        }
        guard message.has("\0StopUnit\0") else { return nil }
        let job = state.withLock { state in
            let job = state.job()
            state.stopping[unit] = job
            return job
        }
        // After the answer: the test may end the unit as soon as it knows.
        body.string("/job/\(job)")
        send(message.answer(body, signature: "o"), to: state.withLock { $0.connection })
        note("stop \(unit)")
        return nil
    }

    private func send(_ bytes: [UInt8], to connection: Int32) { _ = write(connection, bytes, bytes.count) }
}

/// The arguments of a message, little-endian (D-Bus Specification, "Marshaling").
private struct WireBody {
    private(set) var bytes: [UInt8] = []

    mutating func align(to size: Int) { bytes += [UInt8](repeating: 0, count: (size - bytes.count % size) % size) }

    mutating func number(_ value: Int) {
        align(to: 4)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    mutating func string(_ text: String) {
        number(text.utf8.count)
        bytes += Array(text.utf8) + [0]
    }

    /// The units as ListUnits returns them.
    mutating func units(_ names: [String]) {
        var array = WireBody()
        for name in names {
            array.align(to: 8)
            for text in [name, "", "loaded", "activating", "start", "", "/unit"] { array.string(text) }
            array.number(1)
            for text in ["start", "/job"] { array.string(text) }
        }
        number(array.bytes.count)
        align(to: 8)
        bytes += array.bytes
    }
}

/// A message as it comes over the wire (D-Bus Specification, "Message Format").
private struct WireMessage {
    let bytes: [UInt8]

    /// The first message of these bytes; nil if it is incomplete.
    init?(first heard: [UInt8]) {
        guard heard.count >= 16 else { return nil }
        func number(at index: Int) -> Int { (0..<4).reduce(0) { $0 | Int(heard[index + $1]) << (8 * $1) } }
        let length = 16 + (number(at: 12) + 7) / 8 * 8 + number(at: 4)
        guard heard.count >= length else { return nil }
        bytes = Array(heard[..<length])
    }

    func has(_ text: String) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: text.utf8) } }

    /// The first name of a hook's unit in it.
    var unit: String? {
        let prefix = "suntracker-hook-"
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: prefix.utf8) }) else { return nil }
        return String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
    }

    func answer(_ body: WireBody, signature: String, error: String? = nil) -> [UInt8] {
        var fields = WireBody()
        fields.field(5, "u", number: (0..<4).reduce(0) { $0 | Int(bytes[8 + $1]) << (8 * $1) })
        if let error { fields.field(4, "s", text: error) }
        fields.field(7, "s", text: "org.freedesktop.systemd1")
        fields.signature(signature)
        return Self.message(type: error == nil ? 2 : 3, fields, body)
    }

    static func jobRemoved(_ body: WireBody) -> [UInt8] {
        var fields = WireBody()
        fields.field(1, "o", text: "/org/freedesktop/systemd1")
        fields.field(2, "s", text: "org.freedesktop.systemd1.Manager")
        fields.field(3, "s", text: "JobRemoved")
        fields.field(7, "s", text: "org.freedesktop.systemd1")
        fields.signature("uoss")
        return message(type: 4, fields, body)
    }

    private static func message(type: UInt8, _ fields: WireBody, _ body: WireBody) -> [UInt8] {
        var message = WireBody()
        message.start(type)
        message.number(body.bytes.count)
        message.number(1)
        message.number(fields.bytes.count)
        message.append(fields)
        message.align(to: 8)
        message.append(body)
        return message.bytes
    }
}

extension WireBody {
    /// Little-endian, NO_REPLY_EXPECTED, version 1.
    fileprivate mutating func start(_ type: UInt8) { bytes += [UInt8(ascii: "l"), type, 1, 1] }

    fileprivate mutating func append(_ other: WireBody) { bytes += other.bytes }

    fileprivate mutating func field(_ code: UInt8, _ type: String, text: String? = nil, number value: Int = 0) {
        align(to: 8)
        bytes += [code, 1] + Array(type.utf8) + [0]
        if let text { string(text) } else { number(value) }
    }

    fileprivate mutating func signature(_ text: String) {
        align(to: 8)
        bytes += [8, 1, UInt8(ascii: "g"), 0, UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    }
}
