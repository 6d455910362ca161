import Synchronization
import Systemd

/// A user manager, alone on a bus. Its units run until the test ends them.
@dynamicMemberLookup
final class FakeManager: Sendable {
    struct State {
        /// What was asked of the manager, and which units have ended.
        var log: [String] = []
        var waiting: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
        var client: FakeBus.Client?
        /// The units that run, with the job that starts each.
        var running: [String: Int] = [:]
        /// The slices that are stopped, with the job that stops each.
        var stopping: [String: Int] = [:]
        var jobs = 0
        /// Whether the units of a slice end as soon as it is asked to stop.
        var endsAtOnce = false
        /// Whether there are targets. They are started at once.
        var hasTargets = true
        /// The environment of its units, and how often it was asked for; nil for one that does not answer.
        var environment: [String]?
        var questions = 0

        mutating func job() -> Int {
            jobs += 1
            return jobs
        }
    }

    private let state = Mutex(State())
    private let bus: FakeBus

    subscript<Value: Sendable>(dynamicMember field: any WritableKeyPath<State, Value> & Sendable) -> Value {
        get { state.withLock { $0[keyPath: field] } }
        set { state.withLock { $0[keyPath: field] = newValue } }
    }

    /// Lets the last client know that a program has left the bus.
    func loseName() {
        let bus = "org.freedesktop.DBus"
        state.withLock { $0.client }?
            .emit(
                "/org/freedesktop/DBus", bus, "NameOwnerChanged", from: bus, .string(":1.9"), .string(":1.9"),
                .string(""))
    }

    init(at path: String) throws {
        bus = try FakeBus(at: path)
        bus.serve { [weak self] call in
            self?.answer(call)
            return true
        }
    }

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

    /// Ends a unit that was asked to stop, and with the last one of a slice, the stop of that.
    func end(_ unit: String) {
        note("end \(unit)")
        finish(unit, state.withLock { $0.running.removeValue(forKey: unit) }, "canceled")
        endSlices()
    }

    private func endSlices() {
        let ended = state.withLock { state in
            let ended = state.stopping.filter { slice, _ in !state.running.keys.contains { slice.isSlice(of: $0) } }
            for (slice, _) in ended { state.stopping[slice] = nil }
            return ended
        }
        for (slice, job) in ended { finish(slice, job, "done") }
    }

    private func finish(_ unit: String, _ job: Int?, _ result: String) {
        guard let job else { return }
        state.withLock { $0.client }?
            .emit(
                Self.path, Self.name + ".Manager", "JobRemoved", from: Self.name, .unsigned(UInt32(job)),
                .objectPath("/job/\(job)"), .string(unit), .string(result))
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

    private func answer(_ call: FakeBus.Call) {
        state.withLock { $0.client = call.client }
        switch (call.member, call.arguments.first, call.arguments.last) {
        case ("Get", _, .string("Environment")):
            guard let environment = self.environment else { return }
            let number = state.withLock { state in
                state.questions += 1
                return state.questions
            }
            note("environment \(number)")
            call.answer(.variant(.array(of: "s", environment.map { .string($0) })))
        case ("GetAll", .string(Self.name + ".Unit"), _):
            let unit = call.path.hasSuffix("night_2etarget") ? "suntracker-night.target" : "suntracker-day.target"
            note("look at \(unit)")
            let isActive = state.withLock { $0.running[unit] != nil }
            call.answer(.dictionary(["ActiveState": .string(isActive ? "active" : "inactive")]))
        case ("GetAll", _, _) where self.environment != nil:
            call.fail("org.freedesktop.DBus.Error.UnknownObject", "gone")
        case ("StartUnit", .string(let unit), _):
            note("start \(unit)")
            guard self.hasTargets else {
                return call.fail(Self.name + ".NoSuchUnit", "Unit \(unit) not found.")
            }
            run(unit)
            call.answer(.objectPath("/job/\(unit.utf8.count)"))
        case ("StartTransientUnit", .string(let unit), _):
            note("start \(unit)")
            let job = state.withLock { state -> Int? in
                guard state.running[unit] == nil else { return nil }
                let job = state.job()
                state.running[unit] = job
                return job
            }
            guard let job else { return call.fail(Self.name + ".UnitExists", "exists") }
            call.answer(.objectPath("/job/\(job)"))
        case ("StopUnit", .string(let slice), _):
            let job = state.withLock { state in
                let job = state.job()
                state.stopping[slice] = job
                return job
            }
            call.answer(.objectPath("/job/\(job)"))
            // After the answer: the test may end the units as soon as it knows.
            note("stop \(slice)")
            if self.endsAtOnce {
                for unit in state.withLock({ $0.running.keys }) where slice.isSlice(of: unit) { end(unit) }
            }
            endSlices()
        default:
            break
        }
    }

    private static let name = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
}

extension String {
    /// Whether it is the slice of that unit.
    fileprivate func isSlice(of unit: String) -> Bool {
        ["day", "night"].contains {
            self == "app-suntracker-\($0).slice" && unit.hasPrefix("suntracker-hook-\($0)-")
        }
    }
}
