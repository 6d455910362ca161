package import Solar
package import Tracker

/// Today's sunrise and sunset at a place, as texts.
package struct PlaceDaylight: Hashable, Sendable {
    /// The time of day of sunrise; nil if there is none.
    package let sunrise: String?
    /// The time of day of sunset; nil if there is none.
    package let sunset: String?
    /// What the Sun does instead on a day without both: `up all day`.
    package let instead: String?

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
        instead =
            switch (day.sunrise, day.sunset) {
            case (.never(.above), .never): "up all day"
            case (.never(.below), .never): "down all day"
            default: nil
            }
    }

    /// The daylight of a place whose time zone is unknown.
    package static let unknown = PlaceDaylight(sunrise: nil, sunset: nil, instead: nil)

    package init(sunrise: String?, sunset: String?, instead: String?) {
        (self.sunrise, self.sunset, self.instead) = (sunrise, sunset, instead)
    }

    /// `sunrise 06:51, sunset 16:39`, `Sun up all day`.
    var sentence: String {
        if let instead { return "Sun \(instead)" }
        return [sunrise.map { "sunrise \($0)" }, sunset.map { "sunset \($0)" }].compactMap { $0 }
            .joined(separator: ", ")
    }
}
