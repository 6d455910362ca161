import Glibc
import Solar
import Tracker

/// Where the observer is, reckoned from what the machine was told: DESIGN.md, "Location", written down a second time.
///
/// - The place given goes first, then what GeoClue says, then what it said last, then the time zone's principal place;
///   `Source=` says which of them are asked.
/// - A fix counts where none is held, or where the next sunrise or the next sunset comes more than 15 s earlier or later
///   there than at the one held. Zero degrees north and east never count. Nor does a circle that is wider than the one held, while
///   both can be true: while they meet, and the one held is less than six hours old.
/// - A fix that counts is held from then on, and kept for the next start. One that does not leaves the one held as it is;
///   the first one after a start or a loss only says that the place remembered still holds, and how well that is known.
/// - What was held is a memory where it was lost, where GeoClue may not tell or cannot, and where nobody asks it.
struct Whereabouts {
    /// A fix as far as others are judged by it.
    struct Fix: Hashable {
        let observer: Observer
        let accuracy: Double?
        let observed: Instant?

        init(observer: Observer, accuracy: Double?, observed: Instant?) {
            self.observer = observer
            // A circle of such a radius says nothing.
            self.accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            self.observed = observed
        }

        init(_ place: Place) {
            self.init(
                observer: place.observer, accuracy: place.provenance.accuracy, observed: place.provenance.observed)
        }
    }

    /// What becomes of a fix.
    enum Verdict {
        case counts, saysNothingNew, isRejected
        /// It is so close to a border that to find the Sun in another way may lead to another verdict.
        case unclear
    }

    var settings = LocationSettings()
    var principalPlace: Observer?
    /// What GeoClue says now.
    private(set) var told: Fix?
    /// What it said last.
    private(set) var remembered: Fix?

    /// What the next fix is measured by.
    var held: Fix? { told ?? remembered }

    /// What is in force, and the word for who says so.
    var inForce: (observer: Observer, source: String)? {
        let given = settings.fixed.map { (observer: $0.observer, source: $0.provenance.source.word) }
        let byGeoClue =
            told.map { (observer: $0.observer, source: "geoclue") }
            ?? remembered.map { (observer: $0.observer, source: "last-fix") }
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
    mutating func begin(_ settings: LocationSettings, remembering fix: Fix?, principalPlace: Observer?) {
        (self.settings, self.principalPlace) = (settings, principalPlace)
        (told, remembered) = (nil, fix)
    }

    mutating func take(_ settings: LocationSettings) {
        self.settings = settings
        if Self.watch(wantedBy: settings) == nil { told = nil }
    }

    mutating func take(_ authorization: LocationAuthorization) {
        switch authorization {
        case .denied, .restricted: told = nil
        case .notDetermined, .allowedAlways, .allowedOnce: break
        }
    }

    /// Whether the fix counts.
    mutating func take(_ place: Place, at clock: Instant, by sun: SunTable) -> Bool {
        let fix = Fix(observer: place.observer, accuracy: place.provenance.accuracy, observed: clock)
        switch verdict(on: fix, by: sun) {
        case .counts:
            (told, remembered) = (fix, fix)
            return true
        case .saysNothingNew:
            if told == nil, let remembered {
                told = Fix(observer: remembered.observer, accuracy: fix.accuracy, observed: clock)
            }
        case .isRejected, .unclear: break
        }
        return false
    }

    mutating func lose() { told = nil }

    // MARK: What counts

    /// What becomes of a place that is told now.
    func verdict(on place: Place, at clock: Instant, by sun: SunTable) -> Verdict {
        verdict(on: Fix(observer: place.observer, accuracy: place.provenance.accuracy, observed: clock), by: sun)
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
            return gap.magnitude < 1 ? .unclear : gap < 0 ? .isRejected : .counts
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
