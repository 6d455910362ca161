package import Solar
package import Tracker

/// Today's sunrise and sunset at a place, as texts.
package struct PlaceDaylight: Hashable, Sendable {
    /// The time of day of sunrise; nil if there is none.
    package let sunrise: String?
    /// The time of day of sunset; nil if there is none.
    package let sunset: String?
    /// The side of the horizon on which the Sun stays on a day without both.
    package let stays: Sun.Side?

    /// The daylight of the current date in the place's time zone.
    ///
    /// - Parameter localTime: The time in the place's zone.
    package init(at coordinate: Coordinate, now: Instant, localTime: any LocalTime) {
        let date = localTime.civilTime(at: now).date
        let day = Sun.day(containing: localTime.start(of: date) + .seconds(12 * 3600), at: Observer(coordinate))
        func time(_ result: Sun.SearchResult) -> String? {
            if case .occurs(let instant) = result { localTime.timeOfDay(at: instant) } else { nil }
        }
        (sunrise, sunset) = (time(day.sunrise), time(day.sunset))
        if case (.never(let side), .never) = (day.sunrise, day.sunset) { stays = side } else { stays = nil }
    }

    /// The daylight of a place whose time zone is unknown.
    package static let unknown = PlaceDaylight(sunrise: nil, sunset: nil, stays: nil)

    package init(sunrise: String?, sunset: String?, stays: Sun.Side?) {
        (self.sunrise, self.sunset, self.stays) = (sunrise, sunset, stays)
    }

    /// What the Sun does instead of rising and setting: `up all day`.
    func instead(in words: Words) -> String? {
        // TRANSLATORS: of the Sun, in the columns of sunrise and sunset
        stays.map { $0 == .above ? words("up all day") : words("down all day") }
    }

    /// `sunrise 06:51, sunset 16:39`, `Sun up all day`.
    func sentence(in words: Words) -> String {
        if let stays { return stays == .above ? words("Sun up all day") : words("Sun down all day") }
        let moments: [(event: SolarEvent, time: String?)] = [(.sunrise, sunrise), (.sunset, sunset)]
        return words.list(
            moments.compactMap { event, time in
                time.map { words("{event} {time}", ["event": event.displayName(in: words), "time": $0]) }
            })
    }
}
