import Solar
import Tracker

/// The records that the chronicle has of the daemon's inputs.
extension SimulatedMachine {
    /// Records an input before the daemon handles it; nil for an input without a record of its own.
    func note(_ input: Input?) {
        switch input {
        case .reloaded(let settings, let hooks)?, .settingsEdited(let settings, let hooks)?:
            (self.settings, self.hooks) = (settings, hooks)
            if let input { record(.learned(input)) }
        case .timeZoneChanged(let localTime, let principalPlace)?:
            self.localTime = localTime
            locations.timeZonePlace = principalPlace
            if let input { record(.learned(input)) }
        case .located?, .locationAuthorization?, .fixOverdue?, .timerFired?, .clockStepped?, .ledgerKept?,
            .ledgerNotKept?, .fixKept?,
            .fixNotKept?:
            if let input { record(.learned(input)) }
        case .hooksCalled(let subject): record(.hooksCalled(subject))
        case .hookFailed(let failure, _): record(.hookFailed(failure))
        case .popupShown(let id): record(.answered(id, nil))
        case .popupFailed(let id, let failure): record(.answered(id, failure))
        case .notificationServerAppeared: record(.serverAppeared)
        // Nothing more is announced before the stop.
        case .stopRequested: return record(.stopRequested)
        default: break
        }
        record(.looked)
    }
}
