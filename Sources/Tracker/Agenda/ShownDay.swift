// SPDX-License-Identifier: MIT
import Configuration
package import Solar

/// The day that people call today: a date, and the solar day at the place to show for it.
package struct ShownDay: Equatable, Sendable {
    /// The current date in the local time zone.
    package let date: CivilDate
    /// The solar day that contains 12:00 of the date. If the local time zone belongs to another part of the world, the
    /// current solar day at the place.
    package let day: SolarDay
    /// Whether the local time zone belongs to another part of the world.
    package let isElsewhere: Bool

    /// The largest distance of solar noon from 12:00 in the time zone of a place: three hours in the west of China,
    /// plus one hour for daylight saving time and clock changes in the morning.
    private static let maximumNoonOffset = Duration.seconds(4 * 3600)

    package init(at now: Instant, for observer: Observer, localTime: any LocalTime) {
        date = localTime.civilTime(at: now).date
        let midday = localTime.start(of: date) + .seconds(12 * 3600)
        let dayOfDate = Sun.day(containing: midday, at: observer)
        isElsewhere = abs((dayOfDate.noon - midday).microseconds) > Self.maximumNoonOffset.microseconds
        day = isElsewhere ? Sun.day(containing: now, at: observer) : dayOfDate
    }
}
