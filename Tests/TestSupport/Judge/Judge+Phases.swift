// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The promise about day and night: a phase that was set manually lasts until its end, even after a crash, and otherwise
/// the settings decide. A clock that was ahead by more than 45 minutes does not end it for good.
///
/// The phase according to the settings is computed from what the clocks show, or from the altitude of the Sun. Where
/// that takes a search (`PhaseCourse`), only a phase with an end is judged.
extension Judge {
    struct Phases: Hashable {
        /// The phase that was set manually; nil if there is none.
        var wish: Wish?
        /// The phase that must be published, if it is known, and the phase that is.
        var expected: Phase?
        var published: Phase?
    }

    /// A phase that was set manually.
    struct Wish: Hashable {
        let phase: Phase
        /// The end; nil for the next boundary.
        let until: Instant?
        /// When a boundary ended it.
        var ended: Instant?
        var isOver = false
        /// Whether its end is not known, because it takes a search.
        var isUnknown = false

        init(_ phase: Phase, until: Instant?) { (self.phase, self.until) = (phase, until) }

        /// The wish in a ledger.
        init(_ override: PhaseOverride) {
            self.init(override.phase, until: override.endsAtBoundary ? nil : override.until)
            isOver = override.isOver
            ended = override.isOver ? override.until : nil
            // The boundary may have passed since.
            isUnknown = override.endsAtBoundary && !override.isOver
        }
    }

    /// The phase according to the settings.
    enum BySettings: Hashable {
        case phase(Phase)
        /// It depends on a place, and there is none.
        case noPlace
        case unknown
    }

    private mutating func follow(_ request: PhaseRequest, _ settings: BySettings) {
        guard case .set(let phase, let until) = request else { return phases.wish = nil }
        phases.wish = until == nil && settings == .phase(phase) ? nil : Wish(phase, until: until)
        if until == nil, settings == .unknown { phases.wish?.isUnknown = true }
    }

    /// Follows the time and the settings of a look.
    mutating func followPhase(_ request: PhaseRequest?, clockRan: Bool) {
        guard let situation else { return }
        let settings = phaseBySettings(in: situation)
        if let request { follow(request, settings) }
        if var wish = phases.wish {
            if let end = wish.until ?? wish.ended {
                wish.isOver = end <= clock || wish.isOver && end - clock <= .seconds(45 * 60)
            }
            if wish.until == nil, !wish.isOver {
                if settings == .phase(wish.phase) { (wish.isOver, wish.ended) = (true, clock) }
                if settings == .unknown || !clockRan && !wish.isOver { wish.isUnknown = true }
            }
            phases.wish = wish
        }
        phases.expected =
            if let wish = phases.wish, wish.isUnknown {
                nil
            } else if let wish = phases.wish, !wish.isOver {
                wish.phase
            } else if case .phase(let phase) = settings {
                phase
            } else {
                nil
            }
    }

    private func phaseBySettings(in situation: Chronicle.Situation) -> BySettings {
        switch (situation.settings.phases.day, situation.settings.phases.night) {
        case (.time(let day), .time(let night)):
            // Near a change of the clocks, a time of day may come twice or not at all.
            let (from, to) = (clock - .day * 2, clock + .day * 2)
            guard situation.localTime.nextZoneTransition(after: from, before: to) == nil else { return .unknown }
            let reading = situation.localTime.civilTime(at: clock)
            let minutes = reading.hour * 60 + reading.minute
            let sinceDay = (minutes - day.minutes + 1440) % 1440
            return .phase(sinceDay < (night.minutes - day.minutes + 1440) % 1440 ? .day : .night)
        case (.passage(.sun, offset: .zero), .passage(.sun, offset: .zero)):
            guard let observer = situation.observer else { return .noPlace }
            let altitude = SolarPosition(at: clock).horizontal(at: observer.coordinate).altitude
            let height = altitude - observer.sunriseAltitude
            return height.magnitude < 0.01 ? .unknown : .phase(height > 0 ? .day : .night)
        default:
            return .unknown
        }
    }

    /// Checks that the published phase is the expected one, and the ledger has what was requested.
    mutating func settlePhases() {
        guard isRunning, let expected = phases.expected, let published = phases.published else { return }
        if published != expected { complain(.wrongPhase, about: expected.rawValue) }
        guard let last = disk.last else { return }
        let (kept, wish) = (last.override.map(Wish.init), phases.wish)
        if kept?.phase != wish?.phase || kept?.until != wish?.until || kept?.isOver != wish?.isOver {
            complain(.phaseNotInLedger, about: expected.rawValue)
        }
    }
}
