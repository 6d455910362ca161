import Solar
import Tracker

/// What the service on a simulated machine learns, as the history tells it.
extension SimulatedMachine {
    /// Tells the history what the service learns.
    mutating func note(_ event: Input) {
        switch event {
        case .reloaded(let settings, let hooks): learn(settings, hooks, by: .reload)
        case .settingsEdited(let settings, let hooks): learn(settings, hooks, by: .edit)
        case .timeZoneChanged(let localTime, let principalPlace):
            self.localTime = localTime
            locations.timeZonePlace = principalPlace
            if whereabouts.take(timeZoneOf: principalPlace) { record(.contradicted) }
            record(.changed(situation, by: .zone))
        case .located(let fix):
            let counts = fix.map { whereabouts.take($0, at: clock.now, by: sun) } ?? false
            if fix == nil { whereabouts.lose() }
            record(.located(counts ? whereabouts.held?.observer : nil))
            record(.changed(situation, by: .watcher))
        case .locationAuthorization(let authorization):
            whereabouts.take(authorization)
            record(.authorized(authorization))
            record(.changed(situation, by: .watcher))
        case .hooksCalled(let occurrence): record(.hooksCalled(occurrence))
        case .hookFailed(let failure, _): record(.hookFailed(failure))
        case .popupShown(let id): record(.answered(id, nil))
        case .popupFailed(let id, let failure): record(.answered(id, failure))
        case .notificationServerAppeared: record(.serverAppeared)
        // It does not look round before it goes.
        case .stopRequested: return record(.stopRequested)
        case .timerFired, .clockStepped:
            if let fix = whereabouts.takeCoarserFix(at: clock.now) {
                record(.located(fix.observer))
                record(.changed(situation, by: .watcher))
            }
        default: break
        }
        record(.looked)
    }

    private mutating func learn(_ settings: Settings, _ hooks: HookCatalog, by cause: Chronicle.Cause) {
        (self.settings, self.hooks) = (settings, hooks)
        whereabouts.take(settings.location)
        record(.changed(situation, by: cause))
    }

    /// What is in force when the service is told everything.
    var situation: Chronicle.Situation {
        let place = whereabouts.inForce
        return Chronicle.Situation(
            observer: place?.observer, source: place?.source, settings: settings, hooks: hooks, localTime: localTime)
    }
}
