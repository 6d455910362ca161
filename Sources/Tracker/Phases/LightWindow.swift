// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// The days in a window of time.
struct LightWindow {
    /// A period of light with its ends moved by the offsets, or several periods that were merged.
    private struct Day {
        /// When it begins; nil if that is before the window.
        var begin: Instant?
        /// When it ends; nil if that is after the window.
        var end: Instant?

        func contains(_ instant: Instant) -> Bool { end.map { instant < $0 } ?? true }
    }

    private let start, end: Instant
    /// The days that are not empty, ordered by time, with time between any two of them.
    private var days: [Day] = []

    /// - Parameter observer: required for a boundary that depends on the place.
    init(
        from start: Instant, to end: Instant, _ boundary: PhaseBoundary, _ observer: Observer?,
        _ localTime: any LocalTime
    ) {
        (self.start, self.end) = (start, end)
        if let observer,
            case (.passage(let day, let dayOffset), .passage(let night, let nightOffset)) =
                (boundary.day, boundary.night)
        {
            addLight(from: (day, dayOffset), to: (night, nightOffset), observer)
        } else {
            for day in boundary.datedDays(from: start, to: end, observer, localTime) { add(day.begin, day.end) }
        }
    }

    private typealias Passage = (limit: PhaseLimit, offset: Duration)

    /// Adds the periods between the passages, with their ends moved by the offsets.
    private mutating func addLight(from day: Passage, to night: Passage, _ observer: Observer) {
        let (rising, setting) = Self.events(day.limit, night.limit, observer)
        var isLit = Self.isLit(at: start, rising, setting, day.limit, observer)
        var rise: Instant?
        for crossing in Sun.occurrences(of: rising + setting, in: start..<max(start, end), at: observer) {
            let rises = rising.contains(crossing.event)
            guard rises != isLit else { continue }
            isLit = rises
            if rises {
                rise = crossing.instant
            } else {
                add(rise.map { $0 + day.offset }, crossing.instant + night.offset)
                rise = nil
            }
        }
        if isLit { add(rise.map { $0 + day.offset }, nil) }
    }

    private static func events(_ day: PhaseLimit, _ night: PhaseLimit, _ observer: Observer) -> (
        rising: [SolarEvent], setting: [SolarEvent]
    ) {
        guard day.degrees(for: observer) < night.degrees(for: observer) else {
            return ([day.event(.rising)], [night.event(.setting)])
        }
        return ([day.event(.rising), night.event(.rising)], [night.event(.setting), day.event(.setting)])
    }

    private static func isLit(
        at instant: Instant, _ rising: [SolarEvent], _ setting: [SolarEvent], _ day: PhaseLimit, _ observer: Observer
    ) -> Bool {
        if let last = Sun.previousOccurrence(ofAny: rising + setting, before: instant, at: observer) {
            return rising.contains(last.event)
        }
        return day.isBelow(SolarPosition(at: instant), for: observer)
    }

    /// Adds a period, unless it is empty. An end that is outside the window is nil.
    private mutating func add(_ begin: Instant?, _ end: Instant?) {
        if let begin, let end, begin >= end { return }
        if let last = days.indices.last, let before = days[last].end, let begin, begin <= before {
            days[last].end = end
        } else {
            days.append(Day(begin: begin, end: end))
        }
    }

    /// The phase at an instant. Its ends are nil if they are too close to the ends of the window, because passages
    /// outside the window may move them.
    func span(at instant: Instant) -> PhaseSpan {
        // The last day that has begun, and the next one.
        let next = days.firstIndex { day in day.begin.map { $0 > instant } ?? false } ?? days.endIndex
        let (before, after) = (days[..<next].last, days[next...].first)
        let isDay = before?.contains(instant) ?? false
        let (since, until) = isDay ? (before?.begin, before?.end) : (before?.end, after?.begin)
        return PhaseSpan(
            isDay ? .day : .night, since: since.flatMap { $0 - Self.margin > start ? $0 : nil },
            until: until.flatMap { $0 + Self.margin < end ? $0 : nil })
    }

    /// A time that is longer than a period of light with its offsets.
    static let margin = Duration.seconds(4 * 86_400)
}
