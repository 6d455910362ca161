// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Wording

@testable import Configuration
@testable import Tracker

extension Tracker {
    /// A tracker in Denver's time zone that has not started yet.
    static func inDenver(
        _ settings: Settings = TestPlace.denver.settings, hooks: HookCatalog = HookCatalog(), from now: Instant,
        locations: LocationChain = LocationChain(), ledger: Ledger? = nil, login: Login? = nil
    ) -> Tracker {
        Tracker(
            settings: settings, hooks: hooks, locations: locations, localTime: SimulatedZone.denver,
            places: NoPlaces(), ledger: ledger, now: now, login: login)
    }
}

extension [Output] {
    /// The last published state; nil if there is none.
    var state: PublishedState? { compactMap { if case .publish(let state) = $0 { state } else { nil } }.last }

    var popups: [Popup] { compactMap { if case .show(let popup) = $0 { popup } else { nil } } }

    var entries: [JournalEntry] {
        compactMap { if case .journal(let fact) = $0 { JournalEntry(fact) } else { nil } }
    }

    var calls: [HookCall] { compactMap { if case .callHooks(let call) = $0 { call } else { nil } } }

    /// The numbers of the writes of the ledger.
    var writes: [Int] { compactMap { if case .keep(_, let write) = $0 { write } else { nil } } }

    var ledgers: [Ledger] { compactMap { if case .keep(let ledger, _) = $0 { ledger } else { nil } } }
}

extension Alert {
    /// An alert half an hour before sunset, with a hook.
    static let lamps: Alert = {
        var alert = Alert(name: "lamps", event: .solar(.sunset))
        alert.offset = .seconds(-1800)
        alert.hook = AlertHook(program: "lamps-on", arguments: [])
        return alert
    }()
}

extension Ledger {
    /// Sets the state of an occurrence.
    mutating func mark(_ occurrence: Occurrence, _ state: State, at now: Instant = .earliest) {
        mark([(occurrence, state)], at: now)
    }
}
