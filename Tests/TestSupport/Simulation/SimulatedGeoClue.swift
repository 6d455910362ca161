import Solar
import Tracker

/// GeoClue on a simulated machine, with the watcher before it: it tells as long as it was asked to, and once where it was asked
/// for one fix.
extension SimulatedMachine {
    /// Watches so from now on, and reports there.
    func follow(_ watch: LocationWatch?, _ report: @escaping (LocationReport) -> Void) {
        self.watch = watch
        locationHandler = report
        watchOrders += 1
        (watcherIsDone, reportedAuthorization) = (false, .notDetermined)
        record(.ordered(watch))
    }

    /// The place is told, if anybody has asked. That one may know it is told first, where that is news.
    ///
    /// - Returns: false where it is so close to the border of what counts that nobody can say what should become of it.
    @discardableResult
    func findLocation(_ place: Place) -> Bool {
        guard let watch, !watcherIsDone else { return true }
        guard foresight.verdict(on: place, at: clock.now) != .unclear else { return false }
        report(watch.mode == .once ? .allowedOnce : .allowedAlways)
        guard self.watch != nil else { return true }
        self.report(.located(place)) { locationHandler(.fix(place)) }
        if watch.mode == .once { watcherIsDone = true }
        return true
    }

    /// The place is no longer known.
    func loseLocation() {
        guard watch != nil, !watcherIsDone else { return }
        deliver(.located(nil))
    }

    /// Whether the location may be known, or can be, is told, if anybody has asked, and it is news.
    func report(_ authorization: LocationAuthorization) {
        guard watch != nil, !watcherIsDone, authorization != reportedAuthorization else { return }
        reportedAuthorization = authorization
        self.report(.locationAuthorization(authorization)) { locationHandler(.authorization(authorization)) }
    }
}
