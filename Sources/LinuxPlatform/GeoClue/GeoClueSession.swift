import Solar
import Systemd
import Tracker

/// A watch of the location through GeoClue, as a synchronous state machine: what the bus says in, what to do out.
///
/// It has no bus and no clock of its own. Whatever goes wrong is classified as an authorization (`GeoClueRequest`), and
/// that says what comes next: GeoClue is tried again by a timer only where the bus has no way to tell when.
struct GeoClueSession {
    /// What happens.
    enum Input: Hashable {
        /// The watch begins.
        case begin
        /// The bus is connected, or will be: what is called waits for it.
        case connected
        /// There is no connection, or no more.
        case disconnected
        /// GeoClue's name has an owner, or has none.
        case ownerChanged(hasOwner: Bool)
        /// A request was answered.
        case answered(GeoClueRequest, Result<[BusValue], BusError>)
        /// The client's signal LocationUpdated.
        case locationUpdated([BusValue])
        /// The client's signal PropertiesChanged.
        case propertiesChanged([BusValue])
        /// Somebody has switched location services on or off in the desktop's settings.
        case settingChanged
        /// The timer of `Output.retry` has fired.
        case retryTimerFired
        /// The watch ends.
        case end
    }

    /// What is to be done.
    enum Output: Hashable {
        /// Connect to the system bus and watch GeoClue's name; `connected` or `disconnected` answers.
        case connect
        /// Let go of the connection.
        case disconnect
        /// Ask; `answered` answers.
        case call(GeoClueRequest)
        /// Ask, without an answer.
        case send(GeoClueRequest)
        /// Listen to the signals of the client.
        case listen(client: String)
        /// Hear nothing any more of the client and of what was asked.
        case forget
        /// Arm the timer, in the place of any earlier one; nil disarms it.
        case retry(after: Duration?)
        /// Say this to whoever has asked for the watch.
        case report(LocationReport)
    }

    private enum Phase: Hashable {
        /// Nothing is asked: after this, something has to happen first.
        case resting(after: LocationAuthorization)
        case connecting
        case asking
        case starting(client: String)
        case watching(client: String)
        case ended
    }

    private let watch: LocationWatch
    private var phase = Phase.resting(after: .notDetermined)
    private var isConnected = false
    private var authorization = LocationAuthorization.notDetermined
    private var backOff = BackOff()

    /// A watch that has not begun.
    init(_ watch: LocationWatch) {
        self.watch = watch
    }

    /// What to do when this happens.
    mutating func handle(_ input: Input) -> [Output] {
        switch (input, phase) {
        case (_, .ended):
            return []
        case (.begin, _):
            phase = .connecting
            return [.connect]
        case (.end, _):
            return end()
        case (.connected, .connecting):
            isConnected = true
            return ask()
        case (.disconnected, _):
            isConnected = false
            return rest(.restricted(.noBus))
        case (.ownerChanged(hasOwner: true), .resting(let setback)):
            // One that does not keep itself alive is left to the timer, which somebody who has it started brings forward.
            guard setback != .restricted(.failing) else {
                return backOff.isLong ? [.retry(after: BackOff.afterRestart)] : []
            }
            return [.retry(after: nil)] + ask()
        case (.ownerChanged(hasOwner: false), .asking), (.ownerChanged(hasOwner: false), .starting),
            (.ownerChanged(hasOwner: false), .watching):
            // Its client went with it.
            phase = .asking
            return rest(.restricted(.failing))
        case (.settingChanged, .resting(after: .denied)):
            // A client that was refused is gone, and GeoClue with it, so that nobody else tells when that changes.
            return [.retry(after: BackOff.afterSetting)]
        case (.retryTimerFired, .resting):
            guard !isConnected else { return ask() }
            phase = .connecting
            return [.connect]
        case (.answered(_, .failure(let error)), _) where error == .connectionTerminated:
            // That is no answer; `disconnected` follows.
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
            // The client is kept: GeoClue starts it again by itself when the user turns location services on again.
            return report(isActive ? allowed : .denied(.turnedOff))
        default:
            return []
        }
    }

    private var allowed: LocationAuthorization { watch.mode == .once ? .allowedOnce : .allowedAlways }

    private mutating func ask() -> [Output] {
        phase = .asking
        return [.call(.getClient)]
    }

    private mutating func answered(_ request: GeoClueRequest, _ values: [BusValue]) -> [Output] {
        switch (request, phase) {
        case (.getClient, .asking):
            guard case .objectPath(let client)? = values.first else { return rest(.restricted(.failing)) }
            phase = .starting(client: client)
            return [.listen(client: client)]
                + GeoClueRequest.configuration(of: client, for: watch.accuracy).map { .call($0) }
                + [.call(.start(client: client))]
        case (.start(let started), .starting(let client)) where started == client:
            phase = .watching(client: client)
            return report(allowed)
        case (.location, .starting), (.location, .watching):
            guard case .dictionary(let properties)? = values.first, let place = Place(geoClueLocation: properties)
            else { return [] }
            backOff.reset()
            // A fix can overtake the answer to Start.
            let reports = report(allowed) + [.report(.fix(place))]
            // What is no place does not use up the one fix that was wanted.
            return watch.mode == .once && !place.observer.coordinate.isOrigin ? reports + end() : reports
        default:
            return []
        }
    }

    private mutating func refused(_ request: GeoClueRequest, _ error: BusError) -> [Output] {
        switch (request, phase) {
        case (.getClient, .asking), (.set, .starting), (.start, .starting):
            return rest(request.authorization(after: error))
        case (.location, .starting), (.location, .watching):
            // A location that has vanished was replaced by another, which is told of. One without an answer is not.
            return error.name == BusError.noReply ? rest(request.authorization(after: error)) : []
        default:
            return []
        }
    }

    /// Lets go of the client, if there is one, and waits for what can mend this.
    private mutating func rest(_ authorization: LocationAuthorization) -> [Output] {
        let release = release()
        phase = .resting(after: authorization)
        let delay = backOff.next(after: authorization)
        // That GeoClue has ended once is no news: it is started again.
        let isNews = authorization != .restricted(.failing) || backOff.failures > 1
        return release + (isNews ? report(authorization) : []) + [.retry(after: delay)]
    }

    private mutating func end() -> [Output] {
        let release = release()
        phase = .ended
        return release + [.retry(after: nil), .disconnect]
    }

    private func release() -> [Output] {
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

/// When to try again what has failed. Each wakeup is one that the service would not have without the failure.
struct BackOff: Hashable {
    /// How often in a row something has failed.
    private(set) var failures = 0

    /// The longest pause between two tries of a GeoClue that fails each time: 1 s, four times as long after each failure,
    /// and from the tenth on a day. A reload, and somebody else who has GeoClue started, bring the next one forward.
    static let longest = Duration.seconds(86_400)
    /// How long after somebody else has started a GeoClue that has failed before. One that ends again at once is not asked.
    static let afterRestart = Duration.seconds(60)
    /// How long after the switch in the desktop's settings: GeoClue's agent, which decides by it, learns of it at the same
    /// time.
    static let afterSetting = Duration.seconds(2)

    /// Whether the pause is longer than one for somebody else's GeoClue.
    var isLong: Bool { failures > 4 }

    /// Begins anew.
    mutating func reset() { failures = 0 }

    /// How long to wait; nil where only an event can help.
    mutating func next(after authorization: LocationAuthorization) -> Duration? {
        switch authorization {
        case .notDetermined, .allowedAlways, .allowedOnce:
            return nil
        case .denied, .restricted(.noGeoClue):
            // GeoClue reads its configuration when it starts, and one that is installed starts: the bus tells of both.
            failures = 0
            return nil
        case .restricted(.noAgent), .restricted(.noBus):
            // At a login the agent comes within minutes. Nothing tells of one that comes later, but whoever then uses
            // GeoClue has it started, which the bus tells of, and to try for ever would wake a desktop without an agent
            // for as long as it lives.
            failures += 1
            return failures > 3 ? nil : .seconds(60 << (2 * (failures - 1)))
        case .restricted(.failing):
            failures += 1
            return min(.seconds(1 << (2 * min(failures - 1, 9))), Self.longest)
        }
    }
}
