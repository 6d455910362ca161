import Solar
import Tracker
import Wording

/// The current phase: the report of `suntracker phase`.
struct PhaseReport: Report {
    let span: PhaseSpan
    let relativeTime: RelativeTime

    /// `night until 06:52 tomorrow`, `day until 23:30, set manually`, `night until 06:52 tomorrow, set manually until 16:37`.
    func text(columns: Int?) -> String {
        let words = relativeTime.words
        let name = span.phase.displayName(in: words)
        let overrideEnd = span.overrideUntil == span.until ? nil : span.overrideUntil.map(relativeTime.moment)
        // TRANSLATORS: {phase} is "day" or "night"
        return switch (span.until.map(relativeTime.moment), span.isSetByHand, overrideEnd) {
        case (let time?, false, _): words("{phase} until {time}", ["phase": name, "time": time])
        case (let time?, true, nil): words("{phase} until {time}, set manually", ["phase": name, "time": time])
        case (let time?, true, let end?):
            // TRANSLATORS: the night goes on when it is no longer set manually
            words("{phase} until {time}, set manually until {end}", ["phase": name, "time": time, "end": end])
        case (nil, false, _): name
        case (nil, true, nil): words("{phase}, set manually", ["phase": name])
        case (nil, true, let end?): words("{phase}, set manually until {end}", ["phase": name, "end": end])
        }
    }

    /// An object with `phase`, `phaseSetByHand`, `phaseUntil` and `phaseSetByHandUntil`, which are left out if the phase or
    /// the override does not end within a year.
    var object: JSONObject {
        let scale = relativeTime.localTime
        return [
            "phase": span.phase.rawValue, "phaseUntil": span.until.map(scale.timestamp),
            "phaseSetByHand": span.isSetByHand, "phaseSetByHandUntil": span.overrideUntil.map(scale.timestamp),
        ]
    }
}
