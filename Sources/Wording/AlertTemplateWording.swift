// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

extension AnnouncementText {
    /// The text of an alert's template.
    func filled(_ template: MessageTemplate) -> String { template.filled(in: value) }

    private func value(of placeholder: MessageTemplate.Placeholder) -> String {
        switch placeholder {
        case .alert: rule.alert?.name ?? rule.id
        case .event: rule.event.displayName(in: words, on: place.observer.coordinate.hemisphere)
        case .offset: offset
        case .when: rule.event.moment(shift, from: distance, in: words)
        case .time: time
        case .date: date
        case .weekday: rule.event.date(at: instant, in: localTime).dayName(in: words)
        case .place:
            place.name?.text(in: words)
                ?? "\(place.roundedCoordinate.latitude), \(place.roundedCoordinate.longitude)"
        case .daylight: daylight.formattedDaylight(in: words)
        case .change: change.comparedToYesterday(in: words)
        case .next: nextEnd
        }
    }

    /// The date of the event: `21 November`.
    var date: String { shown(rule.event.date(at: instant, in: localTime)) }

    private var offset: String {
        switch shift {
        case .before: words("{duration} before", ["duration": distance])
        case .at: words.inContext("before an event", "at")
        case .after: words("{duration} after", ["duration": distance])
        }
    }

    private var offsetFromEvent: Duration {
        rule.alert == nil ? .zero : (isLateAndAhead ? now : occurrence.due) - instant
    }

    private var shift: AnnouncedEvent.Shift {
        offsetFromEvent == .zero ? .at : offsetFromEvent < .zero ? .before : .after
    }

    /// The offset in words. Below an hour, it is as exact as in the settings, so half a minute is not "0 min".
    private var distance: String {
        abs(offsetFromEvent) < .seconds(3600)
            ? offsetFromEvent.formatted(in: words) : offsetFromEvent.formattedDistance(in: words)
    }

    /// The next sunrise or sunset after the event, whichever comes first.
    private var nextEnd: String {
        let next = Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: instant, at: place.observer)
        guard let next else { return "" }
        return next.event.next(at: next.instant, after: instant, now: now, localTime: localTime, in: words)
    }
}
