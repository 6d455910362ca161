import Glibc
import Solar
import Tracker

/// Where the observer is, reckoned from what the machine was told: DESIGN.md, "Location", written down a second time.
///
/// - The place given goes first, then what GeoClue says, then what it said last, then the time zone's principal place;
///   `Source=` says which of them are asked.
/// - A fix counts where none is held, or where the next sunrise or the next sunset comes more than 15 s earlier or later
///   there than at the one held. Zero degrees north and east never count. Nor does a circle that is wider than the one held, while
///   both can be true: while they meet, and the one held is less than six hours old. It counts when the one held is that old,
///   unless another fix has come since that is no such circle, or the fix was lost.
/// - Where the time zone is asked as well, a fix does not count that was told in another zone and is more than 2500 km from the
///   principal place of this one. Then the next fix counts, and is asked for.
/// - A fix that counts is held from then on, and kept for the next start. One that does not leaves the one held as it is;
///   the first one after a start or a loss only says that the place remembered still holds, and how well that is known.
/// - What was held is a memory where it was lost, where GeoClue may not tell or cannot, and where nobody asks it.
struct LocationModel {
    /// A fix as far as others are judged by it.
    struct Fix: Hashable {
        let observer: Observer
        let accuracy: Double?
        let observed: Instant?
        /// The time zone in which it was told.
        var zone: String?

        init(observer: Observer, accuracy: Double?, observed: Instant?, zone: String?) {
            (self.observer, self.zone) = (observer, zone)
            // A circle of such a radius says nothing.
            self.accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            self.observed = observed
        }

        init(_ place: Place) {
            self.init(
                observer: place.observer, accuracy: place.provenance.accuracy, observed: place.provenance.observed,
                zone: place.provenance.timeZone)
        }
    }

    /// What becomes of a fix.
    enum Verdict {
        case counts, saysNothingNew, saysLess, isRejected
        /// It is so close to a border that to find the Sun in another way may lead to another verdict.
        case unclear
    }

    var settings = LocationSettings()
    private var principalPlace: Observer?
    /// What tells the time zone from others.
    private var zone: String?
    /// What GeoClue says now.
    private(set) var told: Fix?
    /// What it said last.
    private(set) var remembered: Fix?
    /// What says less than the one held.
    private var coarser: Fix?

    /// What the next fix is measured by.
    var held: Fix? { [told, remembered].compactMap { $0 }.first { !isContradicted($0) } }

    /// What is in force, and the word for who says so.
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

    /// What GeoClue is to be asked; nil for nothing.
    static func watch(wantedBy settings: LocationSettings) -> LocationWatch? {
        settings.source == .geoclue || settings.source == .auto && settings.fixed == nil ? settings.geoclue : nil
    }

    // MARK: What is told

    /// The service starts on what the disk has.
    mutating func begin(_ settings: LocationSettings, remembering fix: Fix?, principalPlace: Place?) {
        self.settings = settings
        (told, remembered, coarser) = (nil, fix, nil)
        _ = take(timeZoneOf: principalPlace)
        // Told where the time zone is nowhere: the machine got its zone later, and has not moved by that.
        if remembered?.zone == nil { remembered?.zone = zone }
    }

    mutating func take(_ settings: LocationSettings) {
        self.settings = settings
        if Self.watch(wantedBy: settings) == nil { lose() }
    }

    /// Whether the time zone is another one, and contradicts the fix.
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

    /// Whether the fix counts.
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

    /// The fix that said less than the one held, if it counts by now.
    mutating func takeCoarserFix(at clock: Instant) -> Fix? {
        guard let fix = coarser, let observed = (told ?? remembered)?.observed,
            (clock - observed).magnitude >= .seconds(6 * 3600)
        else { return nil }
        (told, remembered, coarser) = (fix, fix, nil)
        return fix
    }

    // MARK: What counts

    /// What becomes of a place that is told now.
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
    /// Along the great circle, by the angle between the two directions from the Earth's centre.
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
