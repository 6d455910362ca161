// SPDX-License-Identifier: MIT
import Systemd
import TestSupport
import Testing

/// A user manager on a separate bus. Its units run until the test ends them.
@MainActor
final class FakeManager {
    let bus: PrivateBus
    private var connection: Bus?
    private var objects: [BusObject] = []
    /// The units that run, with the job that starts each.
    private var running: [String: Int] = [:]
    /// The slices that are stopped, with the job that stops each.
    private var stopping: [String: Int] = [:]
    private var jobs = 0
    private var waiting: [(text: String, end: AsyncStream<Never>.Continuation)] = []
    /// The requests to the manager, and the units that have ended.
    private(set) var log: [String] = []
    /// The units that are no longer kept after their end, each as `release UNIT`.
    private var releases: Set<String> = []
    /// The environment of the unit that was started last.
    private(set) var lastEnvironment: [BusValue] = []
    /// Whether the units of a slice end immediately when the slice is stopped.
    var endsAtOnce = false
    /// Whether targets are installed. A target is started immediately.
    var hasTargets = true
    /// The environment for units. The log records a request for it only while it is empty.
    var environment = ["DISPLAY=:0"]
    /// The errors with which the manager replies to the next unit requests.
    var refusals: [BusError] = []
    /// Runs at the next unit request, instead of a reply.
    var insteadOfAnswer: (() throws -> Void)?

    private static let name = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"

    init() async throws {
        bus = try PrivateBus()
        try connect()
        try await bus.hasOwner(of: Self.name)
    }

    /// Connects to the bus, also after the bus was restarted.
    func connect() throws {
        let connection = try bus.connection()
        self.connection = connection
        let manager = try BusObject(
            on: connection, path: Self.path, interface: Self.name + ".Manager",
            members: [
                .property("Environment", "as") { [weak self] in
                    guard let self else { return .array(of: "s", []) }
                    if environment.isEmpty { note("environment") }
                    return .array(of: "s", environment.map { .string($0) })
                },
                .method("StartUnit", "ss", returns: "o", "name\0mode\0job\0") { [weak self] in
                    self?.startTarget($0, $1)
                },
                .method(
                    "StartTransientUnit", "ssa(sv)a(sa(sv))", returns: "o", "name\0mode\0properties\0aux\0job\0"
                ) { [weak self] in self?.start($0, $1) },
                .method("StopUnit", "ss", returns: "o", "name\0mode\0job\0") { [weak self] in self?.stop($0, $1) },
                .method("UnrefUnit", "s", "name\0") { [weak self] in
                    if case .string(let unit)? = $0.first { self?.release(unit) }
                    $1(.success([]))
                },
                .signal("JobRemoved", "uoss", "id\0job\0unit\0result\0"),
            ])
        objects = [manager] + (try ["day", "night"].map { try target("suntracker-\($0).target", on: connection) })
        try connection.requestName(Self.name)
    }

    private func target(_ name: String, on connection: Bus) throws -> BusObject {
        try BusObject(
            on: connection, path: try Bus.path(Self.path + "/unit", of: name), interface: Self.name + ".Unit",
            members: [
                .property("ActiveState", "s") { [weak self] in
                    self?.note("look at \(name)")
                    return .string(self?.running[name] == nil ? "inactive" : "active")
                }
            ])
    }

    /// Returns when the log or the releases contain the text. The time limit of the suite, which cancels the test, ends the wait.
    func heard(_ text: String) async {
        if log.contains(text) || releases.contains(text) { return }
        let (nothing, end) = AsyncStream.makeStream(of: Never.self)
        waiting.append((text, end))
        for await _ in nothing {}
    }

    /// Runs a unit as if another program had started it.
    func run(_ unit: String) {
        jobs += 1
        running[unit] = jobs
    }

    /// Ends a unit that was asked to stop. If it is the last unit of a slice, the slice's stop job ends, too.
    func end(_ unit: String) {
        note("end \(unit)")
        finish(unit, running.removeValue(forKey: unit), "failed")
        endSlices()
    }

    private func endSlices() {
        for (slice, job) in stopping where !running.keys.contains(where: { Self.slice(of: $0) == slice }) {
            stopping[slice] = nil
            finish(slice, job, "done")
        }
    }

    private static func slice(of unit: String) -> String? {
        ["day", "night"].first { unit.hasPrefix("suntracker-hook-\($0)-") }.map { "app-suntracker-\($0).slice" }
    }

    private func finish(_ unit: String, _ job: Int?, _ result: String) {
        guard let job else { return }
        let signal: [BusValue] = [
            .unsigned(UInt32(job)), .objectPath("/job/\(job)"), .string(unit), .string(result),
        ]
        do { try objects.first?.emit("JobRemoved", signal) } catch { Issue.record(error) }
    }

    private func note(_ text: String) {
        log.append(text)
        endWait(for: text)
    }

    private func release(_ unit: String) {
        releases.insert("release \(unit)")
        endWait(for: "release \(unit)")
    }

    private func endWait(for text: String) {
        let ready = waiting.filter { $0.text == text }
        waiting.removeAll { $0.text == text }
        for waiting in ready { waiting.end.finish() }
    }

    private func answer(_ reply: BusObject.Reply) { reply(.success([.objectPath("/job/\(jobs)")])) }

    private func startTarget(_ arguments: [BusValue], _ reply: BusObject.Reply) {
        guard case .string(let unit)? = arguments.first else { return }
        note("start \(unit)")
        guard hasTargets else {
            return reply(.failure(BusError(name: Self.name + ".NoSuchUnit", message: "Unit \(unit) not found.")))
        }
        run(unit)
        answer(reply)
    }

    private func start(_ arguments: [BusValue], _ reply: BusObject.Reply) {
        guard arguments.count == 4, case .string(let unit) = arguments[0], case .array(_, let properties) = arguments[2]
        else { return }
        note("start \(unit)")
        for case .structure(let property) in properties where property.first == .string("Environment") {
            if case .array(_, let variables)? = property.last { lastEnvironment = variables }
        }
        if let happens = insteadOfAnswer {
            insteadOfAnswer = nil
            do { try happens() } catch { Issue.record(error) }
        } else if !refusals.isEmpty {
            reply(.failure(refusals.removeFirst()))
        } else if running[unit] == nil {
            run(unit)
            answer(reply)
        } else {
            reply(.failure(BusError(name: Self.name + ".UnitExists", message: "exists")))
        }
    }

    private func stop(_ arguments: [BusValue], _ reply: BusObject.Reply) {
        guard case .string(let slice)? = arguments.first else { return }
        jobs += 1
        stopping[slice] = jobs
        answer(reply)
        // After the reply, because the test may end the units as soon as it sees this entry.
        note("stop \(slice)")
        if endsAtOnce { for unit in running.keys where Self.slice(of: unit) == slice { end(unit) } }
        endSlices()
    }
}

extension PrivateBus {
    /// A connection of the test. It does not end while the main queue is busy, as it would after the default timeout.
    @MainActor func connection() throws(SystemError) -> Bus {
        try Bus.open(address: address, timeout: .seconds(86_400))
    }

    /// Returns when a program owns the name. The time limit of a test, which cancels it, ends the wait; so does the same
    /// limit in the process of an exit test, which nobody cancels.
    @MainActor func hasOwner(of name: String) async throws {
        let client = try connection()
        let question = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", [.string(name)],
            startsService: false)
        let end = ContinuousClock.now + .seconds(1200)
        while (try? await client.answer(to: question).get()) == nil {
            try Task.checkCancellation()
            try #require(ContinuousClock.now < end)
        }
    }
}

extension Bus {
    /// Returns the reply to a call.
    func answer(to call: BusCall) async throws -> Result<[BusValue], BusError> {
        let (answers, continuation) = AsyncStream.makeStream(of: Result<[BusValue], BusError>.self)
        let slot = try self.call(call, deadline: .seconds(86_400)) { continuation.yield($0) }
        defer { withExtendedLifetime(slot) {} }
        var iterator = answers.makeAsyncIterator()
        return try #require(await iterator.next())
    }
}
