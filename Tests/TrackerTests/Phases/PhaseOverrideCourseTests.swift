import Solar
import TestSupport
import Testing

@testable import Tracker

/// Random days of a machine whose user sets the phase, beside a model of what is in force.
private struct RandomDays {
    private var random: SeededRandom
    private var now = at("2026-11-21T12:00:00Z")
    private var logins = 1
    private var life: Life
    private var course: PhaseCourse?
    /// The override by the model.
    private var override: (phase: Phase, until: Instant?)?
    /// The phase that hooks were called for last in this login.
    private var called: Phase?

    init(seed: UInt64) {
        random = SeededRandom(seed)
        course = PhaseCourse(of: PhaseBoundary(), at: TestPlace.denver.observer, in: SimulatedZone.denver)
        life = Life(at: now, login: Login(id: "1"))
        life.finish(at: now)
        called = course?.span(at: now).phase
    }

    private mutating func settings(at instant: Instant) throws -> Phase {
        var course = try #require(course)
        return course.span(at: instant).phase
    }

    /// Whether a boundary lies between two instants.
    private func hasBoundary(from start: Instant, to end: Instant) throws -> Bool {
        var course = try #require(course)
        return try #require(course.span(at: start).until) <= end
    }

    private mutating func pass(to next: Instant) throws {
        if let (phase, until) = override {
            let isPast = try until.map { $0 <= next } ?? hasBoundary(from: now, to: next)
            if try isPast || until == nil && settings(at: next) == phase { override = nil }
        }
        now = next
    }

    /// The next run of the service, with what is on the disk.
    private mutating func restart() throws {
        life.ledger = try life.ledger.map { try Ledger(text: $0.text) }
        life = life.restarted(at: now, login: Login(id: "\(logins)"))
    }

    mutating func play(_ steps: Int) throws {
        for step in 0..<steps {
            let action = Int.random(in: 0..<10, using: &random)
            var isNewLogin = false
            switch action {
            case 0...3:
                let until =
                    Bool.random(using: &random) ? now + .seconds(Int.random(in: 1...100_000, using: &random)) : nil
                let requests: [PhaseRequest] = [
                    .set(.day, until: until), .set(.night, until: until), .toggle(until: until), .auto,
                ]
                let request = requests[Int.random(in: 0..<4, using: &random)]
                let inForce = try override?.phase ?? settings(at: now)
                let phase: Phase? =
                    switch request {
                    case .set(let phase, _): phase
                    case .toggle: inForce.other
                    case .auto: nil
                    }
                override = try phase.flatMap { try until == nil && settings(at: now) == $0 ? nil : ($0, until) }
                life.take(.phaseRequested(request), at: now)
            case 4, 5:
                // Awake: the timer fires whenever it is armed for. Asleep: all at once.
                try pass(to: now + .seconds(Int.random(in: 1...100_000, using: &random)))
                life.take(action == 4 ? .timerFired : .clockStepped, at: now)
            case 6:
                let back = now - .seconds(Int.random(in: 1...40_000, using: &random))
                if let set = override, try set.until == nil && settings(at: back) == set.phase { override = nil }
                now = back
                life.take(.clockStepped, at: now)
            case 7:
                try pass(to: now + .seconds(Int.random(in: 1...60_000, using: &random)))
                try restart()
            case 8:
                (logins, isNewLogin, override) = (logins + 1, true, nil)
                try restart()
            default:
                life.take(.stopRequested, at: now)
                try restart()
            }
            let expected = try override?.phase ?? settings(at: now)
            let calls = life.calls.map { $0.split(separator: " ")[0] }
            #expect(calls == (isNewLogin || expected != called ? ["\(expected)"] : []), "step \(step): \(action)")
            called = expected
            life.finish(at: now)
            #expect((life.ledger?.override != nil) == (override != nil), "step \(step): \(action)")
            let inForce = life.tracker.phaseSpan(at: now)?.phase
            #expect(inForce == expected, "step \(step): \(action)")
        }
    }
}

@Suite("The phase set by hand") struct PhaseOverrideCourseTests {
    @Test("is in force as long as it should be, and hooks are called once for each change, on random days")
    func randomDays() throws {
        for seed in Scope.seeds ?? 0...(Scope.isFull ? 2000 : 60) {
            var days = RandomDays(seed: seed)
            try days.play(80)
        }
    }
}
