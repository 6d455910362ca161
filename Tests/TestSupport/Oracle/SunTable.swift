public import Solar

/// The sunrises and sunsets of places, each computed once: straight from `Sun.occurrences`.
public final class SunTable {
    private var months: [Month: [Sun.Occurrence]] = [:]

    private struct Month: Hashable {
        let observer: Observer
        let number: Int64
    }

    private static let month: Int64 = 32 * 86_400_000_000

    /// An empty table.
    public init() {}

    /// Those later than `start` and not later than `end`, in the order of time.
    public func occurrences(after start: Instant, through end: Instant, at observer: Observer) -> [Sun.Occurrence] {
        guard start < end else { return [] }
        return (Self.number(start)...Self.number(end)).flatMap { month($0, at: observer) }
            .filter { $0.instant > start && $0.instant <= end }
    }

    /// The first one after `start`, if it is not later than `end`.
    public func first(after start: Instant, through end: Instant, at observer: Observer) -> Sun.Occurrence? {
        guard start < end else { return nil }
        for number in Self.number(start)...Self.number(end) {
            if let found = month(number, at: observer).first(where: { $0.instant > start }) {
                return found.instant <= end ? found : nil
            }
        }
        return nil
    }

    /// Whether the event happens at that very instant.
    public func contains(_ event: String, at instant: Instant, for observer: Observer) -> Bool {
        month(Self.number(instant), at: observer).contains { $0.instant == instant && $0.event.name == event }
    }

    private static func number(_ instant: Instant) -> Int64 {
        Int64((Double(instant.microseconds) / Double(month)).rounded(.down))
    }

    private func month(_ number: Int64, at observer: Observer) -> [Sun.Occurrence] {
        let key = Month(observer: observer, number: number)
        if let known = months[key] { return known }
        let start = Instant(microseconds: number * Self.month)
        let found = Sun.occurrences(
            of: [.sunrise, .sunset], in: start..<start + .microseconds(Self.month), at: observer)
        months[key] = found
        return found
    }
}
