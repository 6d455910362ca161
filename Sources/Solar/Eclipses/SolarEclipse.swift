// SPDX-License-Identifier: MIT
/// What a place sees of a solar eclipse: the part of it that happens above the horizon.
///
/// The horizon is where the Sun rises and sets (`SolarEvent.sunrise`). If the Sun sets during the eclipse and rises again
/// before its end, `start` and `end` enclose the time in between, too.
public struct SolarEclipse: Hashable, Sendable {
    /// How the Moon covers the Sun.
    public enum Kind: String, Sendable {
        /// It covers a part.
        case partial
        /// It covers the middle, and a ring shines around it.
        case annular
        /// It covers all.
        case total
    }

    /// The kind of what is seen. An eclipse that is total while the Sun is below the horizon is partial here.
    public let kind: Kind
    /// The first contact, or the sunrise if the eclipse is in progress then.
    public let start: Instant
    /// When most of the Sun's diameter is covered while the Sun is above the horizon.
    public let greatest: Instant
    /// The last contact, or the sunset if the eclipse is in progress then.
    public let end: Instant
    /// From second to third contact, as far as it is seen: the total or annular phase. Nil if the eclipse is partial.
    public let central: Range<Instant>?
    /// The part of the Sun's diameter that is covered at `greatest`; above 1 in a total eclipse.
    public let magnitude: Double
    /// The part of the Sun's area that is covered at `greatest`, 0 to 1.
    public let obscuration: Double

    /// The years whose eclipses are known. In other years, none is found.
    public static let years = 2026...2060
}

extension Sun {
    /// Returns the solar eclipses that begin to be seen in the interval, in chronological order.
    ///
    /// Contacts and the greatest eclipse are accurate to 2 s in TT, magnitudes to 0.001. Clocks and the rotation of the
    /// Earth differ from the prediction by more in later years: see <doc:Accuracy>.
    public static func eclipses(in interval: Range<Instant>, at observer: Observer) -> [SolarEclipse] {
        elements(in: interval).compactMap { SolarEclipse($0, at: observer) }.filter { interval.contains($0.start) }
    }

    /// The elements of the eclipses that can begin to be seen in the interval.
    private static func elements(in interval: Range<Instant>) -> some Sequence<BesselianElements> {
        func hours(_ instant: Instant) -> Double { UniversalTime.days(at: instant) * 24 }
        // The shadow is on the Earth for six hours at most; another one is for the difference to TT.
        let times = hours(interval.lowerBound) - 7...hours(interval.upperBound) + 7
        return BesselianElements.all.indices.lazy.map { BesselianElements.all[$0] }
            .filter { times.contains(Double($0.hour)) }
    }

    /// The times between which the Sun is above the horizon of sunrise and sunset within an interval: alternately the
    /// beginning and the end of such a time.
    fileprivate static func bounds(ofDaylightIn interval: Range<Instant>, at observer: Observer) -> [Instant] {
        let crossings = occurrences(of: [.sunrise, .sunset], in: interval, at: observer)
        var sun = LocalSun(over: observer.coordinate)
        let start = UniversalTime.days(at: interval.lowerBound)
        let startsUp =
            crossings.first.map { $0.event == .sunset }
            ?? (Recurrence.horizon(of: observer).side(at: start, for: &sun) == .above)
        var bounds = startsUp ? [interval.lowerBound] : []
        for crossing in crossings { bounds.append(crossing.instant) }
        if !bounds.count.isMultiple(of: 2) { bounds.append(interval.upperBound) }
        return bounds
    }
}

extension SolarEclipse {
    /// What is seen of an eclipse at a place; nil if nothing is.
    fileprivate init?(_ elements: BesselianElements, at observer: Observer) {
        let middle = Double(elements.hour) / 24
        let deltaT = UniversalTime.deltaT(at: middle)
        let eclipse = LocalEclipse(elements, at: observer, deltaT: deltaT)
        func instant(_ hours: Double) -> Instant? {
            UniversalTime.instant(at: middle + hours / 24 - deltaT / 86_400)
        }
        func interval(_ hours: ClosedRange<Double>) -> Range<Instant>? {
            guard let start = instant(hours.lowerBound), let end = instant(hours.upperBound) else { return nil }
            return start..<max(start, end)
        }
        func shadow(_ instant: Instant) -> LocalEclipse.Shadow {
            eclipse.shadow(at: (UniversalTime.days(at: instant) - middle) * 24 + deltaT / 3600)
        }

        guard let times = eclipse.times(), let whole = interval(times.partial), let peak = instant(times.greatest)
        else { return nil }
        let bounds = Sun.bounds(ofDaylightIn: whole, at: observer)
        let isUpAtPeak = !bounds.count { $0 <= peak }.isMultiple(of: 2)
        let candidates = isUpAtPeak ? [peak] : bounds
        guard let start = bounds.first, let end = bounds.last,
            let greatest = candidates.max(by: { shadow($0).magnitude < shadow($1).magnitude })
        else { return nil }

        self.start = start
        self.greatest = greatest
        self.end = end
        var seenCentral: Range<Instant>?
        if let central = times.central.flatMap(interval) {
            for index in stride(from: 0, to: bounds.count, by: 2) {
                let part = central.clamped(to: bounds[index]..<bounds[index + 1])
                if !part.isEmpty { seenCentral = part }
            }
        }
        central = seenCentral
        kind = central == nil ? .partial : eclipse.shadow(at: times.greatest).innerUmbra < 0 ? .total : .annular
        magnitude = shadow(greatest).magnitude
        obscuration = shadow(greatest).obscuration
    }
}
