import Solar
import Tracker

/// What the chronicle has of the inputs of a simulated machine's daemon.
extension SimulatedMachine {
    /// Records an input that the daemon is about to handle; nil for one that leaves no trace of its own.
    func note(_ input: Input?) {
        switch input {
        case .reloaded(let settings, let hooks)?, .settingsEdited(let settings, let hooks)?:
            (self.settings, self.hooks) = (settings, hooks)
            if let input { record(.learned(input)) }
        case .timeZoneChanged(let localTime, let principalPlace)?:
            self.localTime = localTime
            locations.timeZonePlace = principalPlace
            if let input { record(.learned(input)) }
        case .located?, .locationAuthorization?, .timerFired?, .clockStepped?:
            if let input { record(.learned(input)) }
        case .hooksCalled(let occurrence): record(.hooksCalled(occurrence))
        case .hookFailed(let failure, _): record(.hookFailed(failure))
        case .popupShown(let id): record(.answered(id, nil))
        case .popupFailed(let id, let failure): record(.answered(id, failure))
        case .notificationServerAppeared: record(.serverAppeared)
        // Nothing is announced any more before the end.
        case .stopRequested: return record(.stopRequested)
        default: break
        }
        record(.looked)
    }
}
