import Solar
import Tracker

/// The expected requests for the location with `Mode=follow`.
///
/// - The location is asked for at once on each occasion, and never otherwise. An occasion less than half a minute after
///   the last request waits for the end of that time, together with all others. A fix that comes before answers them.
/// - A change of the desktop's setting is answered two seconds later, whatever else was asked or found.
/// - A clock that is set back delays no request.
/// - A machine that has moved is found within half a minute after an occasion.
struct LocationRequestOracle {
    var violations: [Oracle.Violation] = []
    private var clock = Instant.earliest
    private var isFollowing = false
    /// The last request.
    private var last = Instant.earliest
    /// When the next ones are due.
    private var due: Instant?
    private var dueForSetting: Instant?
    /// Whether the machine has moved, and when it must be found.
    private var hasMoved = false
    private var findBy: Instant?

    /// The input of the next look.
    private var occasions: [LocationOccasion] = []
    private var isFound = false
    /// The time of the current look; nil if it is settled.
    private var looked: Instant?
    private var (asks, expected) = (0, 0)

    private static let rest = Duration.seconds(30)

    init(violations: [Oracle.Violation] = []) { self.violations = violations }

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        switch record.what {
        case .occasion(let occasion): occasions.append(occasion)
        case .found: isFound = true
        case .moved(let observer):
            hasMoved = observer != nil
            if observer == nil { findBy = nil }
        case .looked:
            settle()
            look()
        case .askedLocation: asks += 1
        case .ordered(let watch): follow(watch)
        case .awake: if !record.isWaiting { rest() }
        case .ended(let end):
            if end != .killed(midway: true) { settle() }
            self = LocationRequestOracle(violations: violations)
        case .stopRequested: settle()
        default: break
        }
    }

    private mutating func complain(_ rule: Oracle.Rule, _ text: String) {
        violations.append(Oracle.Violation(rule: rule, clock: clock, text: text))
    }

    private mutating func look() {
        defer { (occasions, isFound) = ([], false) }
        (looked, asks, expected) = (clock, 0, 0)
        last = min(last, clock)
        due = due.map { min($0, clock + Self.rest) }
        dueForSetting = dueForSetting.map { min($0, clock + .seconds(2)) }
        findBy = findBy.map { min($0, clock + Self.rest) }
        if isFound { due = nil }
        guard isFollowing else { return }
        for occasion in occasions {
            if hasMoved, findBy == nil { findBy = clock + Self.rest }
            if occasion == .settingChanged {
                dueForSetting = dueForSetting ?? clock + .seconds(2)
            } else {
                due = due ?? max(clock, last + Self.rest)
            }
        }
        expected = [due, dueForSetting].contains { $0.map { $0 <= clock } ?? false } ? 1 : 0
    }

    /// The watcher begins to watch in this way, which includes a request.
    private mutating func follow(_ watch: LocationWatch?) {
        isFollowing = watch?.mode == .follow
        (last, due, dueForSetting, expected, findBy) = (clock, nil, nil, 0, nil)
    }

    /// Nothing is left to do until now.
    private mutating func rest() {
        settle()
        guard isFollowing else { return }
        if let next = [due, dueForSetting].compactMap({ $0 }).min(), next < clock {
            complain(.locationNotAsked, "the request of \(next) waits")
        }
        if let late = findBy, late < clock {
            complain(.moveNotNoticed, "the machine should have been found by \(late)")
            findBy = nil
        }
    }

    mutating func settle() {
        guard let looked else { return }
        if asks < expected { complain(.locationNotAsked, "the location is not asked for") }
        if asks > expected { complain(.needlessLocationRequest, "the location is asked for") }
        if asks > 0 { (last, due, dueForSetting) = (looked, nil, nil) }
        self.looked = nil
    }
}
