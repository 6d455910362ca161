import Synchronization

/// A user manager, alone on a bus. Its units run until the test ends them.
final class FakeManager: Sendable {
    private struct State {
        var log: [String] = []
        var waiting: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
        var client: FakeBus.Client?
        /// The units that run, with the job that starts each.
        var running: [String: Int] = [:]
        /// The slices that are stopped, with the job that stops each.
        var stopping: [String: Int] = [:]
        var jobs = 0
        var endsAtOnce = false
        /// Whether there are targets.
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

    /// Whether the units of a slice end as soon as it is asked to stop.
    var endsAtOnce: Bool {
        get { state.withLock { $0.endsAtOnce } }
        set { state.withLock { $0.endsAtOnce = newValue } }
    }

    /// Whether there are targets. They are started at once.
    var hasTargets: Bool {
        get { state.withLock { $0.hasTargets } }
        set { state.withLock { $0.hasTargets = newValue } }
    }

    /// The environment of the units; nil for a manager that does not answer for it.
    var environment: [String]? {
        get { state.withLock { $0.environment } }
        set { state.withLock { $0.environment = newValue } }
    }

    /// Lets the last client know that a program has left the bus.
    func loseName() { state.withLock { $0.client }?.send(WireMessage.nameLost(":1.9")) }

    /// What was asked of the manager, and which units have ended.
    var log: [String] { state.withLock { $0.log } }

    init(at path: String) throws {
        bus = try FakeBus(at: path)
        bus.serve { [weak self] call, client in
            self?.answer(call, client)
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
        var body = WireBody()
        body.number(job)
        for text in ["/job/\(job)", unit, result] { body.string(text) }
        state.withLock { $0.client }?.send(WireMessage.jobRemoved(body))
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

    private func answer(_ call: WireMessage, _ client: FakeBus.Client) {
        state.withLock { $0.client = client }
        var body = WireBody()
        if call.has("\0Get\0"), call.has("\0Environment\0"), let environment {
            let number = state.withLock { state in
                state.questions += 1
                return state.questions
            }
            note("environment \(number)")
            body.environment(environment)
            client.send(call.answer(body, signature: "v"))
        } else if call.has("\0org.freedesktop.systemd1.Unit\0") {
            let unit = call.has("night_2etarget") ? "suntracker-night.target" : "suntracker-day.target"
            note("look at \(unit)")
            body.state(state.withLock { $0.running[unit] == nil } ? "inactive" : "active")
            client.send(call.answer(body, signature: "a{sv}"))
        } else if let unit = call.unit, call.has("\0StartUnit\0") {
            note("start \(unit)")
            guard hasTargets else {
                body.string("Unit \(unit) not found.")
                return client.send(
                    call.answer(body, signature: "s", error: "org.freedesktop.systemd1.NoSuchUnit"))
            }
            run(unit)
            body.string("/job/\(unit.utf8.count)")
            client.send(call.answer(body, signature: "o"))
        } else if call.has("\0GetAll\0"), environment != nil {
            body.string("gone")
            client.send(call.answer(body, signature: "s", error: "org.freedesktop.DBus.Error.UnknownObject"))
        } else if let unit = call.unit, call.has("\0StartTransientUnit\0") {
            note("start \(unit)")
            let job = state.withLock { state -> Int? in
                guard state.running[unit] == nil else { return nil }
                let job = state.job()
                state.running[unit] = job
                return job
            }
            if let job {
                body.string("/job/\(job)")
                client.send(call.answer(body, signature: "o"))
            } else {
                body.string("exists")
                client.send(call.answer(body, signature: "s", error: "org.freedesktop.systemd1.UnitExists"))
            }
        } else if let slice = call.unit, call.has("\0StopUnit\0") {
            let job = state.withLock { state in
                let job = state.job()
                state.stopping[slice] = job
                return job
            }
            body.string("/job/\(job)")
            client.send(call.answer(body, signature: "o"))
            // After the answer: the test may end the units as soon as it knows.
            note("stop \(slice)")
            if endsAtOnce {
                for unit in state.withLock({ $0.running.keys }) where slice.isSlice(of: unit) { end(unit) }
            }
            endSlices()
        }
    }
}

extension String {
    /// Whether it is the slice of that unit.
    fileprivate func isSlice(of unit: String) -> Bool {
        ["day", "night"].contains {
            self == "app-suntracker-\($0).slice" && unit.hasPrefix("suntracker-hook-\($0)-")
        }
    }
}
