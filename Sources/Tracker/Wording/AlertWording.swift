import Solar

extension AnnouncementText {
    /// A template of an alert with its placeholders filled in.
    func filled(_ template: MessageTemplate) -> String { template.filled(in: value) }

    private func value(of placeholder: MessageTemplate.Placeholder) -> String {
        switch placeholder {
        case .alert: rule.alert?.name ?? rule.id
        case .event: rule.event.displayName
        case .offset: offset
        case .time: time
        case .date: date
        case .weekday: localTime.civilTime(at: instant).date.dayName
        case .place:
            place.name?.description ?? "\(place.roundedCoordinate.latitude), \(place.roundedCoordinate.longitude)"
        case .daylight: daylight.formattedDaylight
        case .change: change.comparedToYesterday
        case .next: nextEnd
        }
    }

    /// `21 November`.
    var date: String {
        localTime.civilTime(at: instant).date.formatted(relativeTo: localTime.civilTime(at: now).date)
    }

    private var offset: String {
        guard let offset = rule.alert?.offset, offset != .zero else { return "at" }
        // Below an hour it is as exact as it was written: one of half a minute is not "0 min".
        let distance = abs(offset) < .seconds(3600) ? offset.formatted : offset.formattedDistance
        return "\(distance) \(offset < .zero ? "before" : "after")"
    }

    /// The next sunrise or sunset after the event, whichever comes first.
    private var nextEnd: String {
        let ends = [SolarEvent.sunrise, .sunset].compactMap { event -> (event: SolarEvent, instant: Instant)? in
            guard case .occurs(let next) = Sun.nextOccurrence(of: event, after: instant, at: place.observer) else {
                return nil
            }
            return (event, next)
        }
        guard let next = ends.min(by: { $0.instant < $1.instant }) else { return "" }
        guard next.instant - instant < .seconds(30 * 3600) else {
            let date = localTime.civilTime(at: next.instant).date
            return "\(next.event.name) on \(date.formatted(relativeTo: localTime.civilTime(at: now).date))"
        }
        return "\(next.event.name) at \(localTime.timeOfDay(at: next.instant))"
    }
}
