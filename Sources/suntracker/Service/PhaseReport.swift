import Solar
import Tracker
import Wording

/// The current phase: the report of `suntracker phase`.
struct PhaseReport: Report {
    let span: PhaseSpan
    let relativeTime: RelativeTime

    /// `night until 06:52 tomorrow`, `day until 23:30, set manually`.
    func text(columns: Int?) -> String {
        let words = relativeTime.words
        let name = span.phase.displayName(in: words)
        // TRANSLATORS: {phase} is "day" or "night"
        return switch (span.until.map(relativeTime.moment), span.isSetByHand) {
        case (let time?, false): words("{phase} until {time}", ["phase": name, "time": time])
        case (let time?, true): words("{phase} until {time}, set manually", ["phase": name, "time": time])
        case (nil, false): name
        case (nil, true): words("{phase}, set manually", ["phase": name])
        }
    }

    /// An object with `phase`, `phaseSetByHand` and `phaseUntil`, which is left out if the phase does not end within a
    /// year.
    var object: JSONObject {
        [
            "phase": span.phase.rawValue, "phaseUntil": span.until.map(relativeTime.localTime.timestamp),
            "phaseSetByHand": span.isSetByHand,
        ]
    }
}
