import Solar
import Tracker

/// Day and night by their definition, from the Sun's crossings of the two altitudes.
///
/// The light comes when the Sun rises through the altitude of the day, and goes when it sets through that of the night. If the
/// day's is the lower one, the light also comes with a rise through that of the night, and goes with a setting through that of
/// the day. It is day at an instant if any period of light, with both ends moved by their offsets, contains it. Where the
/// altitudes are the same and there is no offset, the Sun's altitude itself tells whether it is day.
final class PhaseTable {
    /// A phase with its ends; nil for one that is more than a year away.
    struct Span: Hashable {
        let phase: Phase
        let since, until: Instant?
    }

    private struct Key: Hashable {
        let boundary: PhaseBoundary
        let observer: Observer
    }

    private struct Period {
        /// Nil if it is before or after the months in question.
        let begin, end: Instant?

        func contains(_ instant: Instant) -> Bool {
            begin ?? .earliest <= instant && instant < end ?? .latest
        }
    }

    private let sun: SunTable
    private var latest: [Key: Span] = [:]
    private var periods: [Key: (months: ClosedRange<Int64>, periods: [Period])] = [:]

    init(sun: SunTable) { self.sun = sun }

    /// The phase at an instant; nil without a place.
    func span(at instant: Instant, in situation: Chronicle.Situation?) -> Span? {
        guard let situation, let observer = situation.observer else { return nil }
        let key = Key(boundary: situation.settings.phases, observer: observer)
        if let last = latest[key], let since = last.since, let until = last.until, since <= instant, instant < until {
            return last
        }
        let span = search(at: instant, key)
        latest[key] = span
        return span
    }

    /// The first change of the phase after `start`, up to and including `end`.
    func change(after start: Instant, through end: Instant, in situation: Chronicle.Situation) -> Instant? {
        span(at: start, in: situation)?.until.flatMap { $0 <= end ? $0 : nil }
    }

    /// Whether the Sun's altitude shows that it is another phase than this one.
    func isContradicted(_ span: Span, at instant: Instant, in situation: Chronicle.Situation) -> Bool {
        let boundary = situation.settings.phases
        guard boundary.day == boundary.night, boundary.day.offset == .zero, let observer = situation.observer,
            [span.since, span.until].allSatisfy({ $0.map { ($0 - instant).magnitude > .seconds(5) } ?? true })
        else { return false }
        return (altitude(at: instant, observer) > degrees(boundary.day.limit)) != (span.phase == .day)
    }

    private func altitude(at instant: Instant, _ observer: Observer) -> Double {
        SolarPosition(at: instant).horizontal(at: observer.coordinate).altitude
    }

    /// For an observer whose horizon is at eye level.
    private func degrees(_ limit: PhaseLimit) -> Double {
        switch limit {
        case .sun: -50.0 / 60
        case .civil: -6
        case .nautical: -12
        case .astronomical: -18
        case .altitude(let altitude): altitude.degrees
        }
    }

    // MARK: The definition

    private func search(at instant: Instant, _ key: Key) -> Span {
        let middle = SunTable.number(instant)
        for reach in [1, 13] as [Int64] {
            let months = middle - reach...middle + reach
            let periods = periods(key, months, around: instant)
            let span = span(at: instant, periods)
            // What is beyond the months may still join or move what is close to their ends.
            let first = Instant(microseconds: months.lowerBound * SunTable.month) + .week
            let last = Instant(microseconds: (months.upperBound + 1) * SunTable.month) - .week
            if let since = span.since, let until = span.until, since > first, until < last { return span }
            if reach > 1 { return span }
        }
        preconditionFailure("the last reach returns")
    }

    private func span(at instant: Instant, _ periods: [Period]) -> Span {
        func isDay(_ instant: Instant) -> Bool { periods.contains { $0.contains(instant) } }
        func isChange(_ edge: Instant) -> Bool { isDay(edge) != isDay(edge - .microseconds(1)) }
        let edges = periods.flatMap { [$0.begin, $0.end] }.compactMap { $0 }.sorted()
        return Span(
            phase: isDay(instant) ? .day : .night, since: edges.last { $0 <= instant && isChange($0) },
            until: edges.first { $0 > instant && isChange($0) })
    }

    private func periods(_ key: Key, _ months: ClosedRange<Int64>, around instant: Instant) -> [Period] {
        if let known = periods[key], known.months == months { return known.periods }
        let (day, night) = (key.boundary.day, key.boundary.night)
        let isLower = degrees(day.limit) < degrees(night.limit)
        let limits = [day.limit] + (isLower ? [night.limit] : [])
        let rises = crossings(limits.map { $0.event(.rising) }, months, key.observer)
        let sets = crossings(
            ([night.limit] + (isLower ? [day.limit] : [])).map { $0.event(.setting) }, months, key.observer)
        let crossings = (rises.map { ($0, true) } + sets.map { ($0, false) }).sorted { $0.0 < $1.0 }
        var found: [Period] = []
        var (isLit, rise) = (Bool?.none, Instant?.none)
        for (instant, rises) in crossings where rises != isLit {
            isLit = rises
            if !rises { found.append(Period(begin: rise.map { $0 + day.offset }, end: instant + night.offset)) }
            rise = rises ? instant : nil
        }
        if isLit ?? (altitude(at: instant, key.observer) >= degrees(day.limit)) {
            found.append(Period(begin: rise.map { $0 + day.offset }, end: nil))
        }
        periods[key] = (months, found)
        return found
    }

    private func crossings(_ events: [SolarEvent], _ months: ClosedRange<Int64>, _ observer: Observer) -> [Instant] {
        months.flatMap { number in events.flatMap { sun.month(number, of: $0, at: observer) } }
    }
}
