import Solar
import Tracker
import Wording

/// The check of the place.
extension MachineFacts {
    private static let setPlace = "suntracker place NAME"

    var placeCheck: Check.Result {
        guard let location else { return .skipped("unknown, because the settings are invalid") }
        guard let running = service.answer.running else {
            return knowsPlace ? .well("known without the service") : .fault(Self.noPlace)
        }
        guard location.watch != nil, let authorization = running.authorization else {
            return running.place == nil ? .fault(Self.noPlace) : .well("known without GeoClue")
        }
        if ["denied", "restricted"].contains(authorization.state) {
            return .fault(Self.refusal(authorization, knowsPlace: running.place != nil))
        }
        guard running.place?.source != "geoclue" else { return .well(authorization.text) }
        if let provider, provider.hasEnded {
            return .fault(
                Fault(
                    "\(provider.text), so GeoClue may be unable to provide a location", LocationProvider.remedy,
                    Self.setPlace))
        }
        guard running.place != nil else { return .fault(Self.noPlace) }
        return .well([authorization.text, provider?.text].compactMap(\.self).joined(separator: "; "))
    }

    private static let noPlace = Fault("no place is known, so nothing is announced", "to set one", setPlace)

    /// Returns the fault for a refused location. For some refusals, the advice already is to set a place.
    private static func refusal(_ authorization: RunningService.Authorization, knowsPlace: Bool) -> Fault {
        let refused = "GeoClue does not provide the location (\(authorization.state))"
        let problem = knowsPlace ? refused : "\(refused), and no place is known, so nothing is announced"
        return authorization.advice.contains(setPlace)
            ? Fault(problem, authorization.advice) : Fault(problem, "\(authorization.advice). Or set a place", setPlace)
    }
}
