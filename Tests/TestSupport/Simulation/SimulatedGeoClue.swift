import Solar
import Tracker

/// GeoClue on a simulated machine, with the location watcher in front of it. It reports as long as it is requested to,
/// and once if a single fix was requested. With `Mode=follow` it reports once for each request, and what it finds in
/// between at the next one.
extension SimulatedMachine {
    /// Replaces the current request, and sends reports to the closure from now on.
    func follow(_ watch: LocationWatch?, _ report: @escaping (LocationReport) -> Void) {
        self.watch = watch
        locationHandler = report
        watchOrders += 1
        (watcherIsDone, firstFixIsSettled, reportedAuthorization) = (false, false, .notDetermined)
        record(.ordered(watch))
    }

    /// Opens a request again, unless it still is open.
    func askAgain() {
        locationRequests += 1
        record(.askedLocation)
        if watcherIsDone { (watcherIsDone, firstFixIsSettled) = (false, false) }
    }

    /// Reports the place to which the machine has moved without a request, to one that is open now.
    func answerRequest() {
        guard let whereabouts, watch?.mode == .follow, !watcherIsDone else { return }
        findLocation(whereabouts)
    }

    /// Reports the location if it was requested. A change of the authorization is reported first.
    ///
    /// - Returns: false if the fix is so close to a threshold that the oracle cannot determine the verdict, or the service
    ///   waits for the disk.
    @discardableResult
    func findLocation(_ place: Place) -> Bool {
        guard let watch, !watcherIsDone else {
            if self.watch?.mode == .follow { whereabouts = place }
            return true
        }
        // Inputs that the service has not handled yet would affect the verdict.
        guard !writer.isAwaited else {
            if watch.mode == .follow { whereabouts = place }
            return false
        }
        whereabouts = nil
        guard foresight.verdict(on: place, at: clock.now) != .unclear else { return false }
        report(watch.mode == .once ? .allowedOnce : .allowedAlways)
        guard self.watch != nil else { return true }
        firstFixIsSettled = true
        self.report(.located(place)) { locationHandler(.fix(place)) }
        // The origin is not a place, so it does not end the request.
        if watch.mode == .once || watch.mode == .follow && !place.observer.coordinate.isOrigin { watcherIsDone = true }
        return true
    }

    /// Reports that access is allowed, and that no fix has come in the time for one.
    func missFix() {
        guard let watch, !watcherIsDone, !firstFixIsSettled else { return }
        report(watch.mode == .once ? .allowedOnce : .allowedAlways)
        guard self.watch != nil else { return }
        firstFixIsSettled = true
        if watch.mode == .follow { watcherIsDone = true }
        report(.fixOverdue) { locationHandler(.fixOverdue) }
    }

    /// Reports the authorization, if the location was requested and the authorization has changed.
    func report(_ authorization: LocationAuthorization) {
        guard watch != nil, !watcherIsDone, authorization != reportedAuthorization else { return }
        reportedAuthorization = authorization
        self.report(.locationAuthorization(authorization)) { locationHandler(.authorization(authorization)) }
    }
}
