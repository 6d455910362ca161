import Glibc
import Solar
import Tracker

/// The observer's place, derived from the reports of the machine: a second implementation of the rules for places.
///
/// - The place in the settings has precedence, then the current fix of GeoClue, its last fix, and the time zone's
///   principal place. `Source=` selects among them.
/// - A fix is significant if there is no other one, or if the next sunrise or sunset there is more than 15 s earlier or
///   later than at the fix in use. A fix at 0° N, 0° E is rejected. A fix with a wider circle is not significant while
///   both can be correct: the circles overlap, and the fix in use is less than six hours old. After six hours it
///   becomes significant, unless a fix without a wider circle has arrived since, or the location was lost.
/// - With `Source=auto`, a fix is contradicted if it was reported in another time zone, and is more than 2500 km from
///   the principal place of the current zone. The next fix is then significant, and is requested.
/// - A significant fix is used from then on, and is written for the next start. Any other fix leaves the one in use
///   unchanged; the first one after a start or a loss only confirms the remembered place, and updates its accuracy.
/// - The fix in use becomes a remembered one when the location is lost, when GeoClue refuses or is unavailable, and
///   when it is no longer requested.
struct LocationModel {
    /// A fix, with the properties that decide on later fixes.
    struct Fix: Hashable {
        let observer: Observer
        let accuracy: Double?
        let observed: Instant?
        /// The time zone in which it was reported.
        var zone: String?

        init(observer: Observer, accuracy: Double?, observed: Instant?, zone: String?) {
            (self.observer, self.zone) = (observer, zone)
            // An invalid radius is unknown.
            self.accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            self.observed = observed
        }

        init(_ place: Place) {
            self.init(
                observer: place.observer, accuracy: place.provenance.accuracy, observed: place.provenance.observed,
                zone: place.provenance.timeZone)
        }
    }

    /// The verdict on a fix.
    enum Verdict {
        case counts, saysNothingNew, saysLess, isRejected
        /// The fix is so close to a threshold that another method of finding the event may lead to another verdict.
        case unclear
    }

    var settings = LocationSettings()
    private var principalPlace: Observer?
    /// The identity of the time zone.
    private var zone: String?
    /// The current fix of GeoClue.
    private(set) var told: Fix?
    /// The last fix of GeoClue.
    private(set) var remembered: Fix?
    /// A less accurate fix than the one in use.
    private var coarser: Fix?

    /// The fix with which the next one is compared.
    var held: Fix? { [told, remembered].compactMap { $0 }.first { !isContradicted($0) } }

    /// The place in force, and the identifier of its source.
    var inForce: (observer: Observer, source: String)? {
        let given = settings.fixed.map { (observer: $0.observer, source: $0.provenance.source.identifier) }
        let byGeoClue = held.map { (observer: $0.observer, source: $0 == told ? "geoclue" : "last-fix") }
        let byZone = principalPlace.map { (observer: $0, source: "timezone") }
        return switch settings.source {
        case .fixed: given
        case .geoclue: byGeoClue
        case .timezone: byZone
        case .auto: given ?? byGeoClue ?? byZone
        }
    }

    /// The request to GeoClue; nil for none.
    static func watch(wantedBy settings: LocationSettings) -> LocationWatch? {
        settings.source == .geoclue || settings.source == .auto && settings.fixed == nil ? settings.geoclue : nil
    }

    // MARK: Inputs

    /// Starts with the state on the disk.
    mutating func begin(_ settings: LocationSettings, remembering fix: Fix?, principalPlace: Place?) {
        self.settings = settings
        (told, remembered, coarser) = (nil, fix, nil)
        _ = take(timeZoneOf: principalPlace)
        // The fix was reported without a time zone. The zone was set later, which is not a journey.
        if remembered?.zone == nil { remembered?.zone = zone }
    }

    mutating func take(_ settings: LocationSettings) {
        self.settings = settings
        if Self.watch(wantedBy: settings) == nil { lose() }
    }

    /// Returns whether the time zone has changed, and contradicts the fix.
    mutating func take(timeZoneOf place: Place?) -> Bool {
        let before = zone
        principalPlace = place?.observer
        zone = if case .timeZone(let name)? = place?.provenance.source { name } else { nil }
        return zone != before && remembered != nil && held == nil
    }

    private func isContradicted(_ fix: Fix) -> Bool {
        guard settings.source == .auto, let principalPlace, let then = fix.zone, let zone,
            zone != then
        else { return false }
        return fix.observer.coordinate.metres(to: principalPlace.coordinate) > 2_500_000
    }

    mutating func take(_ authorization: LocationAuthorization) {
        switch authorization {
        case .denied, .restricted: lose()
        case .notDetermined, .allowedAlways, .allowedOnce: break
        }
    }

    /// Returns whether the fix is significant.
    mutating func take(_ place: Place, at clock: Instant, by sun: SunTable) -> Bool {
        let fix = Fix(
            observer: place.observer, accuracy: place.provenance.accuracy, observed: clock, zone: zone)
        switch verdict(on: fix, by: sun) {
        case .counts:
            (told, remembered, coarser) = (fix, fix, nil)
            return true
        case .saysNothingNew:
            coarser = nil
            if told == nil, let remembered {
                told = Fix(observer: remembered.observer, accuracy: fix.accuracy, observed: clock, zone: fix.zone)
            }
        case .saysLess: coarser = fix
        case .isRejected, .unclear: break
        }
        return false
    }

    mutating func lose() { (told, coarser) = (nil, nil) }

    /// Returns the less accurate fix, if it is significant by now.
    mutating func takeCoarserFix(at clock: Instant) -> Fix? {
        guard let fix = coarser, let observed = (told ?? remembered)?.observed,
            (clock - observed).magnitude >= .seconds(6 * 3600)
        else { return nil }
        (told, remembered, coarser) = (fix, fix, nil)
        return fix
    }

    // MARK: Verdicts

    /// The verdict on a place that is reported now.
    func verdict(on place: Place, at clock: Instant, by sun: SunTable) -> Verdict {
        let accuracy = place.provenance.accuracy
        return verdict(on: Fix(observer: place.observer, accuracy: accuracy, observed: clock, zone: nil), by: sun)
    }

    private func verdict(on fix: Fix, by sun: SunTable) -> Verdict {
        let coordinate = fix.observer.coordinate
        if coordinate.latitude.degrees == 0, coordinate.longitude.degrees == 0 { return .isRejected }
        guard let held, let clock = fix.observed else { return .counts }
        var verdict = Verdict.saysNothingNew
        for event in [SolarEvent.sunrise, .sunset] {
            guard let next = sun.first(event, after: clock, through: clock + .day * 360, at: held.observer) else {
                return .unclear
            }
            let near = Sun.occurrences(of: [event], in: next - .seconds(60)..<next + .seconds(60), at: fix.observer)
            let shift = near.map { ($0.instant - next).magnitude }.min() ?? .seconds(60)
            if (shift - .seconds(15)).magnitude < .milliseconds(10) { return .unclear }
            if shift > .seconds(15) { verdict = .counts }
        }
        guard verdict == .counts, let radius = fix.accuracy, let heldRadius = held.accuracy, radius > heldRadius,
            let observed = held.observed
        else { return verdict }
        let age = (clock - observed).magnitude
        let gap = coordinate.metres(to: held.observer.coordinate) - radius - heldRadius
        if age < .seconds(6 * 3600) {
            return gap.magnitude < 1 ? .unclear : gap < 0 ? .saysLess : .counts
        }
        return .counts
    }
}

extension Coordinate {
    /// The great-circle distance, from the directions as seen from the Earth's centre.
    fileprivate func metres(to other: Coordinate) -> Double {
        let (here, there) = (direction, other.direction)
        let chord = zip(here, there).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
        return 2 * 6_371_009 * asin(min(1, chord / 2))
    }

    private var direction: [Double] {
        let (north, east) = (latitude.degrees * .pi / 180, longitude.degrees * .pi / 180)
        return [cos(north) * cos(east), cos(north) * sin(east), sin(north)]
    }
}
