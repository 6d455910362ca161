import Solar
import Tracker

extension PopupOracle {
    /// A popup that should be shown, or said not to be.
    struct Wanted {
        let rule: String
        let instant, eventInstant: Instant
        let isMissed: Bool
        var deadline: Instant
        /// How long the wait for it may be.
        var patience: Duration
        let look: Int
        var state = State.wanted
        /// How often it was refused.
        var refusals = 0
        /// When it may be tried again after it was refused; nil where the clock has not run since.
        var ownTurn: Instant?
        /// A new server is there and was not asked.
        var isOwedAgain = false
        var tries = 0
        /// The shortest of the longest waits between two tries that were in force since it was wanted.
        var interval: Duration
    }

    enum State: Hashable {
        case wanted, asked(Popup.ID), refused, unanswered
    }
}
