// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

@testable import suntracker

/// Reports on events of the Sun only.
extension NextEvents {
    init(
        of events: [SolarEvent], after now: Instant, at place: Place, localTime: any LocalTime,
        alerts: AlertTimes? = nil,
        in words: Localizer = .english
    ) {
        self.init(
            of: events.map(AnnouncedEvent.solar), after: now, at: place, localTime: localTime, alerts: alerts, in: words
        )
    }
}

extension EventTable {
    init(
        of events: [SolarEvent], from firstDay: CivilDate, days: Int, at place: Place, in zone: any LocalTime,
        alerts: AlertTimes? = nil, words: Localizer = .english
    ) {
        self.init(
            of: events.map(AnnouncedEvent.solar), from: firstDay, days: days, at: place, in: zone, alerts: alerts,
            words: words)
    }
}
