import Solar
import Tracker

/// What the service on a simulated machine learns, as the history tells it.
extension SimulatedMachine {
    /// Tells the history what the service learns.
    mutating func note(_ event: Event) {
        switch event {
        case .reloaded(let settings): learn(settings, by: .reload)
        case .settingsEdited(let settings): learn(settings, by: .edit)
        case .timeZoneChanged(let localTime, let principalPlace):
            self.localTime = localTime
            locations.timeZonePlace = principalPlace
            whereabouts.principalPlace = principalPlace?.observer
            history.note(.changed(situation, by: .zone), at: clock.now)
        case .located(let fix):
            let counts = fix.map { whereabouts.take($0, at: clock.now, by: sun) } ?? false
            if fix == nil { whereabouts.lose() }
            history.note(.located(counts ? whereabouts.held?.observer : nil), at: clock.now)
            history.note(.changed(situation, by: .watcher), at: clock.now)
        case .locationAuthorization(let authorization):
            whereabouts.take(authorization)
            history.note(.authorized(authorization), at: clock.now)
            history.note(.changed(situation, by: .watcher), at: clock.now)
        case .hooksCalled(let occurrence): history.note(.hooksCalled(occurrence), at: clock.now)
        case .hookFailed(let failure, _): history.note(.hookFailed(failure), at: clock.now)
        case .popupShown(let id): history.note(.answered(id, nil), at: clock.now)
        case .popupFailed(let id, let failure): history.note(.answered(id, failure), at: clock.now)
        case .notificationServerAppeared: history.note(.serverAppeared, at: clock.now)
        // It does not look round before it goes.
        case .stopRequested: return
        default: break
        }
        history.note(.looked, at: clock.now)
    }

    private mutating func learn(_ settings: Settings, by cause: Chronicle.Cause) {
        self.settings = settings
        whereabouts.take(settings.location)
        history.note(.changed(situation, by: cause), at: clock.now)
    }

    /// What is in force when the service is told everything.
    var situation: Chronicle.Situation {
        let place = whereabouts.inForce
        return Chronicle.Situation(
            observer: place?.observer, source: place?.source, settings: settings, localTime: localTime)
    }
}
