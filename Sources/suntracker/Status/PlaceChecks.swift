import Solar
import Tracker
import Wording

/// The check of the place.
extension MachineFacts {
    private static let setPlace = "suntracker place NAME"

    var placeCheck: Check.Result {
        guard let location else { return .skipped("unknown, because the settings are invalid") }
        guard let running = service.answer.running else {
            return knowsPlace ? .well("known without the service") : .problem(Self.noPlace)
        }
        guard location.watch != nil, let authorization = running.authorization else {
            return running.place == nil ? .problem(Self.noPlace) : .well("known without GeoClue")
        }
        if ["denied", "restricted"].contains(authorization.state) {
            return .problem(Self.refusal(authorization, knowsPlace: running.place != nil))
        }
        guard running.place?.source != "geoclue" else { return .well(authorization.text) }
        if let provider, provider.hasEnded {
            return .problem(
                Problem(
                    "\(provider.text), so GeoClue may be unable to provide a location", LocationProvider.remedy,
                    Self.setPlace))
        }
        guard running.place != nil else { return .problem(Self.noPlace) }
        return .well([authorization.text, provider?.text].compactMap(\.self).joined(separator: "; "))
    }

    private static let noPlace = Problem("no place is known, so nothing is announced", "to set one", setPlace)

    /// Returns the problem of a refused location. For some refusals, the advice already is to set a place.
    private static func refusal(_ authorization: RunningService.Authorization, knowsPlace: Bool) -> Problem {
        let refused = "GeoClue does not provide the location (\(authorization.state))"
        let summary = knowsPlace ? refused : "\(refused), and no place is known, so nothing is announced"
        return authorization.advice.contains(setPlace)
            ? Problem(summary, authorization.advice)
            : Problem(summary, "\(authorization.advice). Or set a place", setPlace)
    }
}
