public import Solar

/// The course of day and night for an observer.
///
/// The light comes when the Sun rises through the altitude of `boundary.day`, and goes when it sets through that of
/// `boundary.night`. The day is the union of the periods of light, each with its ends moved by the offsets. A period that
/// becomes empty vanishes, and periods that overlap join. If the Sun passes neither altitude within a year, the light is
/// that of its altitude.
///
/// If the day begins lower than the night does, as with `Day=civil-dawn` and the night at sunset, there are nights in which
/// the Sun stays between the two. They end when it rises through the altitude of the night. Otherwise these nights would
/// last until the first civil dawn in late summer.
public struct PhaseCourse: Hashable, Sendable {
    /// Where day and night begin.
    public let boundary: PhaseBoundary
    /// The observer.
    public let observer: Observer
    /// The span last found, and the time for which it is the answer.
    private var known: Known?

    private struct Known: Hashable {
        let span: PhaseSpan
        let validity: Range<Instant>
    }

    private static let day = Duration.seconds(86_400)
    /// How far to search on each side before the search of a whole year. The first nearly always suffices.
    private static let reaches = [day * 3, day * 40]
    private static let year = day * 366 + LightWindow.margin

    /// The course at a place.
    public init(of boundary: PhaseBoundary, at observer: Observer) {
        self.boundary = boundary
        self.observer = observer
    }

    /// The phase at an instant, and for how long it lasts. Another query in the same phase is a comparison.
    public mutating func span(at instant: Instant) -> PhaseSpan {
        if let known, known.validity.contains(instant) { return known.span }
        let span = search(at: instant)
        // The year in which no end was found goes on with every day.
        let end = span.until ?? instant + Self.day
        known = Known(span: span, validity: instant..<max(end, instant + .microseconds(1)))
        return span
    }

    private func search(at instant: Instant) -> PhaseSpan {
        for reach in Self.reaches {
            let window = LightWindow(from: instant - reach, to: instant + reach, boundary, observer)
            if let span = window.span(at: instant) { return span }
        }
        let window = LightWindow(from: instant - Self.year, to: instant + Self.year, boundary, observer)
        return window.spanOfAll(at: instant)
    }
}
