// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import Tracker

/// A watch of the location through GeoClue, as a synchronous state machine. Its inputs are events of the bus; its
/// outputs are the actions to perform.
///
/// It accesses neither the bus nor a clock. Each failure maps to an authorization (`GeoClueRequest`), which determines
/// the next step. A timer retries only if no signal of the bus would report that GeoClue works again.
///
/// The phases, and what leads from one to the next:
///
///     resting     begin, a retry, another owner of GeoClue's name, asked again    -> connecting, or asking if connected
///     connecting  the connection is made                                          -> asking
///     asking      GetClient is answered with a client                             -> starting
///     starting    Start is answered                                               -> watching
///     starting, watching
///                 a good fix, or the best one in 30 s                             -> ended
///                 only a vague fix in 30 s, with Mode=once                         -> watching
///                 the client is refused or turned off, or the owner leaves        -> resting
///     watching    no first fix in ten minutes, with Mode=follow                   -> ended
///     any         an error, no connection                                         -> resting
///     any         end                                                             -> ended
struct GeoClueSession {
    enum Input: Equatable {
        case begin
        /// The connection is established, or in progress; calls wait for it.
        case connected
        /// The connection could not be established, or was lost.
        case disconnected
        /// The owner of GeoClue's name has changed.
        case ownerChanged(hasOwner: Bool)
        case answered(GeoClueRequest, Result<[BusValue], BusError>)
        /// The client's signal LocationUpdated.
        case locationUpdated([BusValue])
        /// The client's signal PropertiesChanged.
        case propertiesChanged([BusValue])
        /// The user has turned location services on or off in the desktop's settings.
        case settingChanged
        case fired(Timer)
        /// With `Mode=follow`, the location was requested again.
        case askedAgain
        case end
    }

    enum Output: Hashable {
        /// Connect to the system bus and watch GeoClue's name; answered by `connected` or `disconnected`.
        case connect
        case disconnect
        /// Send a request; answered by `answered`.
        case call(GeoClueRequest)
        /// Send a request without waiting for a reply.
        case send(GeoClueRequest)
        case listen(client: String)
        /// Cancel the subscriptions and the pending requests, and disarm the timers.
        case forget
        /// Arm a timer, or arm it again; nil disarms it.
        case arm(Timer, after: Duration?)
        case report(LocationReport)
    }

    /// A timer, which is armed only while the session waits for it.
    enum Timer {
        /// GeoClue has failed.
        case retry
        /// GeoClue allows access, but has not sent a location yet.
        case firstFix
        /// The first location is vague, coarse or old.
        case betterFix
    }

    private enum Phase: Equatable {
        /// No request is pending; the session waits for an input after this authorization.
        case resting(after: LocationAuthorization)
        case connecting
        case asking
        case starting(client: String)
        case watching(client: String)
        case ended
    }

    let watch: LocationWatch
    /// The time of the request, to which the time stamps of locations are compared.
    private let asked: Instant
    private var phase = Phase.resting(after: .notDetermined)
    private var isConnected = false
    private var authorization = LocationAuthorization.notDetermined
    private var backOff = BackOff()
    private var progress = Progress.fixMissing
    /// A vague location, which is reported if no better one arrives in time.
    private var vague: Place?

    private enum Progress {
        case fixMissing
        /// The timer for the first fix is armed.
        case firstAwaited
        /// The first fix has arrived, or its absence has been reported.
        case settled
        /// The first fix was vague, coarse or old; the timer for a better one is armed.
        case betterAwaited
    }

    /// Whether the session has ended: nothing is received any more, and there is no client.
    var isEnded: Bool { phase == .ended }

    /// The time within which the first fix must arrive. At city level, GeoClue scans Wi-Fi networks every 300 s
    /// (WIFI_SCAN_TIMEOUT_LOW_ACCURACY in src/gclue-wifi.c), and the first scan can fail while the network comes up.
    static let firstFixTimeout = Duration.seconds(2 * 300)

    /// The age at the time of the request from which a location counts as old.
    static let freshness = Duration.seconds(5)
    /// The time for which the client is kept for a better fix, if the first one is coarse or old, and after which a vague
    /// one is reported.
    static let betterFixTimeout = Duration.seconds(30)

    init(_ watch: LocationWatch, at now: Instant) {
        (self.watch, asked) = (watch, now)
    }

    /// Handles an input, and returns the actions to perform.
    mutating func handle(_ input: Input) -> [Output] {
        if input == .fired(.firstFix) { return reportMissingFix() }
        return transition(input) + awaitFirstFix()
    }

    /// Arms the timer for the first fix while GeoClue allows access, and disarms it otherwise.
    private mutating func awaitFirstFix() -> [Output] {
        let isAllowed = if case .watching = phase { authorization == allowed } else { false }
        switch (progress, isAllowed) {
        case (.fixMissing, true):
            progress = .firstAwaited
            return [.arm(.firstFix, after: Self.firstFixTimeout)]
        case (.firstAwaited, false):
            progress = .fixMissing
            return [.arm(.firstFix, after: nil)]
        default:
            return []
        }
    }

    private mutating func reportMissingFix() -> [Output] {
        guard progress == .firstAwaited else { return [] }
        progress = .settled
        return [.arm(.firstFix, after: nil), .report(.fixOverdue(nil))] + (watch.mode == .follow ? end() : [])
    }

    private mutating func transition(_ input: Input) -> [Output] {
        switch (input, phase) {
        case (_, .ended):
            return []
        case (.begin, _):
            return connectAndAsk()
        case (.end, _):
            return end()
        case (.connected, .connecting):
            isConnected = true
            return connectAndAsk()
        case (.disconnected, _):
            isConnected = false
            return rest(.restricted(.noBus))
        case (.ownerChanged(hasOwner: false), .asking), (.ownerChanged(hasOwner: false), .starting),
            (.ownerChanged(hasOwner: false), .watching):
            // The client ended together with GeoClue.
            phase = .asking
            // Only a better fix was still awaited.
            return progress == .betterAwaited && vague == nil ? end() : rest(.restricted(.failing))
        case (.ownerChanged(hasOwner: true), .resting(let cause)), (.askedAgain, .resting(let cause)):
            // If GeoClue keeps failing, the timer retries. The delay becomes shorter if another program has started
            // GeoClue, or if the machine may have moved.
            guard cause != .restricted(.failing) else {
                return backOff.isLong ? [.arm(.retry, after: BackOff.afterRestart)] : []
            }
            return [.arm(.retry, after: nil)] + connectAndAsk()
        case (.fired(.betterFix), .starting), (.fired(.betterFix), .watching):
            let report: [Output] = vague.map { [.report(.fix($0))] } ?? []
            // With Mode=once, there is no other request for a better one.
            guard watch.mode == .once, vague != nil || authorization != allowed else { return report + end() }
            progress = .settled
            return report
        case (.settingChanged, .resting(after: .denied)) where watch.mode == .once:
            // GeoClue exited after the refusal, so it does not signal the change itself. With Mode=follow, the owner
            // asks again because of the change.
            return [.arm(.retry, after: BackOff.afterSetting)]
        case (.fired(.retry), .resting):
            return connectAndAsk()
        case (.answered(_, .failure(let error)), _) where error == .connectionTerminated:
            // This is not a reply of GeoClue; `disconnected` will follow.
            return []
        case (.answered(let request, .failure(let error)), _):
            return refused(request, error)
        case (.answered(let request, .success(let values)), _):
            return answered(request, values)
        case (.locationUpdated(let values), .starting), (.locationUpdated(let values), .watching):
            guard values.count == 2, case .objectPath(let new) = values[1], new != "/" else { return [] }
            return [.call(.location(path: new))]
        case (.propertiesChanged(let values), .watching):
            guard values.count >= 2, case .dictionary(let properties) = values[1],
                case .boolean(let isActive) = properties["Active"]
            else { return [] }
            if !isActive, watch.mode == .follow { return rest(.denied(.turnedOff)) }
            // The client is kept, because GeoClue itself starts it again when the user turns location services on.
            return report(isActive ? allowed : .denied(.turnedOff))
        default:
            return []
        }
    }

    private var allowed: LocationAuthorization { watch.mode == .once ? .allowedOnce : .allowedAlways }

    /// Sends the request to GeoClue as soon as there is a connection.
    private mutating func connectAndAsk() -> [Output] {
        phase = isConnected ? .asking : .connecting
        return [isConnected ? .call(.getClient) : .connect]
    }

    private mutating func answered(_ request: GeoClueRequest, _ values: [BusValue]) -> [Output] {
        switch (request, phase) {
        case (.getClient, .asking):
            guard case .objectPath(let client)? = values.first else { return rest(.restricted(.failing)) }
            phase = .starting(client: client)
            return [.listen(client: client)]
                + GeoClueRequest.configuration(of: client, for: watch).map { .call($0) }
                + [.call(.start(client: client))]
        case (.start(let started), .starting(let client)) where started == client:
            phase = .watching(client: client)
            return report(allowed)
        case (.location, .starting), (.location, .watching):
            guard case .dictionary(let properties)? = values.first, let place = Place(geoClueLocation: properties)
            else { return [] }
            backOff.reset()
            if place.isVague {
                // A better one has been reported.
                guard vague != nil || progress == .fixMissing || progress == .firstAwaited else { return [] }
                vague = place
            } else if place.isLocation {
                vague = nil
            }
            // A fix can arrive before the reply to Start.
            let reports = report(allowed) + (place.isVague ? [] : [.report(.fix(place))])
            // The origin (0°, 0°) is not a real place, so it does not count as the first fix.
            guard place.isLocation || place.isVague else { return reports }
            let timer: [Output] = progress == .firstAwaited ? [.arm(.firstFix, after: nil)] : []
            if progress != .betterAwaited { progress = .settled }
            return timer + reports + release(after: place)
        default:
            return []
        }
    }

    private mutating func refused(_ request: GeoClueRequest, _ error: BusError) -> [Output] {
        switch (request, phase) {
        case (.getClient, .asking), (.set, .starting), (.start, .starting):
            return rest(request.authorization(after: error))
        case (.location, .starting), (.location, .watching):
            // A location that no longer exists was replaced by another one, which has been signalled. After a timeout,
            // there is none.
            return error.name == BusError.noReply ? rest(request.authorization(after: error)) : []
        default:
            return []
        }
    }

    /// Releases the client, if any, and waits for an input that can end the failure.
    private mutating func rest(_ authorization: LocationAuthorization) -> [Output] {
        let release = release()
        phase = .resting(after: authorization)
        let retry: [Output] = backOff.next(after: authorization).map { [.arm(.retry, after: $0)] } ?? []
        // A single exit of GeoClue is not reported, because GeoClue is started again.
        let isReported = authorization != .restricted(.failing) || backOff.failures > 1
        return release + (isReported ? report(authorization) : []) + retry
    }

    /// Releases the client after a fix, unless a better one may follow.
    private mutating func release(after fix: Place) -> [Output] {
        guard fix.isVague || !watch.accuracy.isMet(by: fix) || !isFresh(fix) else { return end() }
        defer { progress = .betterAwaited }
        return progress == .betterAwaited ? [] : [.arm(.betterFix, after: Self.betterFixTimeout)]
    }

    /// Whether a location was observed for this request. GeoClue first sends the last location that it has. This
    /// location may date from before a suspend if another program keeps GeoClue running, or from the last request if
    /// that was less than a minute ago.
    private func isFresh(_ fix: Place) -> Bool {
        fix.provenance.observed.map { asked - $0 < Self.freshness } ?? true
    }

    private mutating func end() -> [Output] {
        let release = release()
        phase = .ended
        return release + [.disconnect]
    }

    private mutating func release() -> [Output] {
        switch progress {
        case .firstAwaited: progress = .fixMissing
        case .betterAwaited: progress = .settled
        case .fixMissing, .settled: break
        }
        switch phase {
        case .starting(let client), .watching(let client):
            let goodbye: [Output] = [.send(.stop(client: client)), .send(.deleteClient(client))]
            return (isConnected ? goodbye : []) + [.forget]
        case .resting, .connecting, .asking, .ended:
            return [.forget]
        }
    }

    private mutating func report(_ authorization: LocationAuthorization) -> [Output] {
        guard authorization != self.authorization else { return [] }
        self.authorization = authorization
        return [.report(.authorization(authorization))]
    }
}
