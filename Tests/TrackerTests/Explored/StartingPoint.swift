// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

@testable import Configuration
@testable import Tracker

/// The start of a walk, and what is computed from it once.
final class StartingPoint {
    let setup: Setup
    /// The time until which a walk continues at least, after the faults have ended.
    let ends: Instant
    /// The settings after a reload.
    let otherSettings: Settings
    let ledger: Ledger?
    let fix: Place?
    let almanac: Almanac

    private var course: PhaseCourse?

    init(_ setup: Setup) {
        self.setup = setup
        ends = setup.begins + setup.length
        otherSettings = setup.otherSettings ?? setup.settings
        ledger = setup.isFirst ? nil : setup.ledger
        fix = setup.settings.location.fixed == nil ? setup.place.asFix : nil
        almanac = Almanac(begins: setup.begins, at: setup.place.observer)
        course = PhaseCourse(of: setup.settings.phases, at: setup.place.observer, in: SimulatedZone.denver)
    }

    func phase(at instant: Instant) -> Phase? { course?.span(at: instant).phase }
}

/// Searches for the Sun's events once for all runs of a walk.
final class Almanac {
    private let begins: Instant
    private var agendas: [Rules: Agenda] = [:]
    private var course: PhaseCourse?
    private let observer: Observer

    private struct Rules: Hashable {
        let rules: [Rule]
        let zone: String?
    }

    init(begins: Instant, at observer: Observer) { (self.begins, self.observer) = (begins, observer) }

    /// Provides a new tracker with the events that an earlier tracker has searched for.
    func warm(_ tracker: inout Tracker) {
        guard tracker.place?.observer == observer else { return }
        let key = Rules(rules: tracker.inEffect.rules, zone: tracker.localTime.zoneName)
        var agenda = agendas[key] ?? Agenda(rules: key.rules, observer: observer, localTime: tracker.localTime)
        _ = agenda.next(after: begins - .seconds(6 * 3600))
        agendas[key] = agenda
        tracker.agenda = agenda
        if course == nil { course = PhaseCourse(of: tracker.settings.phases, at: observer, in: tracker.localTime) }
        _ = course?.span(at: begins)
        tracker.phases.course = course
    }
}

/// A starting point, described by a test.
struct Setup: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var begins: Instant
    var length = Duration.seconds(40 * 60)
    var place = TestPlace.denver.place
    var settings: Settings
    var otherSettings: Settings?
    var hooks = HookCatalog()
    var isFirst = false
    var startsHooksLate = false
    /// The phase that was set manually before the walk begins.
    var wish = PhaseWitness.Wish()
    /// How far the clock is ahead at the first start of the service.
    var ahead = Duration.zero
    /// The maximum number of faults in a walk. If many faults are possible, three would take an hour.
    var mostFaults = 3
    var faults: [Step]

    init(
        _ name: String, begins: String, faults: [Step], _ change: (inout Setup) -> Void = { _ in }
    ) {
        (testDescription, self.begins, self.faults) = (name, at(begins), faults)
        settings = TestPlace.denver.settings
        settings.notifications.grace = .seconds(120)
        settings.notifications.sound = .named("bell")
        change(&self)
    }

    /// The ledger of a service that has been running for an hour.
    fileprivate var ledger: Ledger {
        var ledger = Ledger(settledThrough: begins - .seconds(3600))
        ledger.override = wish.phase.map {
            PhaseOverride(
                phase: $0.phase, made: begins - .seconds(60), until: $0.until, endsAtBoundary: $0.until == nil,
                login: Login(id: "login-0"))
        }
        return ledger
    }

    /// The place that GeoClue reports, where the Sun rises and sets four minutes earlier than in Denver.
    static let east = Place(
        observer: Observer(coordinate(39.74, -103.99)), name: nil,
        provenance: Provenance(source: .geoclue, accuracy: 25))

    /// An alert this many minutes after the sunset. Its texts are fixed, so the length of the day need not be computed.
    static func alert(_ name: String, minutes: Int64, hook: Bool = false) -> Alert {
        var alert = Alert(name: name, event: .solar(.sunset))
        alert.offset = .seconds(minutes * 60)
        alert.title = try? MessageTemplate("Tea")
        alert.body = try? MessageTemplate("Now")
        alert.hook = hook ? AlertHook(program: "/bin/tea", arguments: []) : nil
        return alert
    }
}

extension Place {
    /// The place as the last fix.
    fileprivate var asFix: Place {
        var place = self
        place.provenance = Provenance(source: .lastFix, accuracy: 25, observed: at("2026-11-21T12:00:00Z"))
        return place
    }
}
