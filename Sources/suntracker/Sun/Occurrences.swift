// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

/// The reason why an event does not occur within a year.
struct NeverWithinYear: Error, Hashable {
    /// The side of its altitude on which the Sun stays; nil for an event without an altitude.
    let side: Sun.Side?
}

extension AnnouncedEvent {
    func next(
        after instant: Instant, at observer: Observer, in localTime: any LocalTime
    ) -> Result<Instant, NeverWithinYear> {
        if case .solar(let event) = self {
            switch Sun.nextOccurrence(of: event, after: instant, at: observer) {
            case .occurs(let instant): return .success(instant)
            case .never(let side): return .failure(NeverWithinYear(side: side))
            }
        }
        if self == .solarEclipse {
            let eclipse = Self.eclipses(in: instant + .microseconds(1)..<Instant.latest, at: observer).first
            return eclipse.map { .success($0.start) } ?? .failure(NeverWithinYear(side: nil))
        }
        let year = instant + .microseconds(1)..<instant + .seconds(366 * 86_400)
        let next = Self.occurrences(of: [self], in: year, at: observer, localTime).first
        return next.map { .success($0.instant) } ?? .failure(NeverWithinYear(side: nil))
    }

    static func occurrences(
        of events: [AnnouncedEvent], in interval: Range<Instant>, at observer: Observer, _ localTime: any LocalTime
    ) -> [(event: AnnouncedEvent, instant: Instant)] {
        let solar = events.compactMap { if case .solar(let event) = $0 { event } else { nil } }
        var found: [(event: AnnouncedEvent, instant: Instant)] = Sun.occurrences(of: solar, in: interval, at: observer)
            .map { (.solar($0.event), $0.instant) }
        guard solar.count < events.count else { return found }
        found += Sun.polarEvents(in: interval, at: observer).map { (.polar($0.event), $0.instant) }
            .filter { events.contains($0.0) }
        if events.contains(.zoneTransition) {
            var last = interval.lowerBound - .microseconds(1)
            while let change = localTime.nextZoneTransition(after: last, before: interval.upperBound) {
                found.append((.zoneTransition, change.instant))
                last = change.instant
            }
        }
        if events.contains(.solarEclipse) {
            found += eclipses(in: interval, at: observer).map { (.solarEclipse, $0.start) }
        }
        return found.sorted { $0.instant < $1.instant }
    }
}

extension [AnnouncedEvent] {
    /// Throws the error if the days are among those whose eclipses are not known, and eclipses are asked for.
    func checkYears(from first: CivilDate, to last: CivilDate) throws(CommandError) {
        let years = SolarEclipse.years
        guard contains(.solarEclipse), let outside = [first, last].first(where: { !years.contains($0.year) })
        else { return }
        throw .argument(
            "\(outside) is out of range; solar eclipses are known from \(years.lowerBound) to \(years.upperBound)")
    }
}

/// The times of some alerts, computed by the code that the service itself uses.
struct AlertTimes: Sendable {
    let rules: [Rule]
    let quiet: QuietTime
    /// The time zone for the bounds, the days and the quiet time.
    let localTime: any LocalTime

    func times(in interval: Range<Instant>, at place: Place) -> [AlertTime] {
        var agenda = agenda(of: rules, at: place)
        let tick = Duration.microseconds(1)
        return agenda.occurrences(after: interval.lowerBound - tick, through: interval.upperBound - tick)
            .map { AlertTime($0, at: place, in: self) }
    }

    /// Returns the next announcement of each alert after an instant, in the order of the rules; nil for none within a
    /// year.
    func next(after instant: Instant, at place: Place) -> [(name: String, time: AlertTime?)] {
        rules.map { rule in
            var agenda = agenda(of: [rule], at: place)
            return (rule.id, agenda.next(after: instant).map { AlertTime($0, at: place, in: self) })
        }
    }

    private func agenda(of rules: [Rule], at place: Place) -> Agenda {
        Agenda(rules: rules, observer: place.observer, localTime: localTime)
    }
}

struct AlertTime: Hashable, Sendable {
    private let occurrence: Occurrence
    /// Whether the announcement is within the quiet time (`Quiet=`).
    let isQuiet: Bool
    /// The first line of the notification, in English.
    let title: String

    fileprivate init(_ occurrence: Occurrence, at place: Place, in times: AlertTimes) {
        self.occurrence = occurrence
        isQuiet = times.quiet.contains(occurrence.due, in: times.localTime)
        title = occurrence.title(at: place, localTime: times.localTime)
    }

    /// `alert:lamps`.
    var name: String { occurrence.rule.id }
    var instant: Instant { occurrence.due }
    /// The instant of the event that the alert refers to.
    var eventInstant: Instant { occurrence.eventInstant }
    /// The time of the announcement without the alert's bounds; nil if they do not move it.
    var movedFrom: Instant? { occurrence.movedFrom }

    /// `moved from 15:40, quiet`; empty if the announcement is neither moved nor quiet.
    ///
    /// - Parameter time: formats a time of day.
    func remark(in words: Localizer, _ time: (Instant) -> String) -> String {
        words.list(
            [
                // TRANSLATORS: of an alert that comes later or earlier because of the limits in the settings
                movedFrom.map { words("moved from {time}", ["time": time($0)]) },
                isQuiet ? words.inContext("outcome", "quiet") : nil,
            ].compactMap(\.self))
    }

    fileprivate func json(at instant: Instant, in zone: any LocalTime) -> JSONObject {
        [
            "event": name, "time": zone.timestamp(instant), "basis": occurrence.rule.event.name,
            "basisTime": zone.timestamp(eventInstant),
            "movedFrom": movedFrom.map(zone.timestamp), "quiet": isQuiet, "title": title,
        ]
    }
}

/// A line of a list: an event, or an alert.
struct ListedEvent: Sendable {
    var instant: Instant
    /// `sunset`, `alert:lamps`.
    let name: String
    /// The event; nil for an alert.
    var event: AnnouncedEvent?
    /// The alert; nil for an event.
    var alert: AlertTime?

    /// The eclipse that begins.
    var eclipse: SolarEclipse?

    /// Events and alerts, in chronological order.
    static func list(
        _ events: [(event: AnnouncedEvent, instant: Instant)], _ alerts: [AlertTime], at observer: Observer
    ) -> [ListedEvent] {
        let events = events.map { event, instant in
            let eclipse = event == .solarEclipse ? SolarEclipse(startingAt: instant, at: observer) : nil
            return ListedEvent(event, at: instant, eclipse: eclipse)
        }
        guard !alerts.isEmpty else { return events }
        return (events + alerts.map(ListedEvent.init))
            .sorted { $0.instant < $1.instant }
    }

    init(_ event: AnnouncedEvent, at instant: Instant, eclipse: SolarEclipse? = nil) {
        (self.instant, name, self.event, self.eclipse) = (instant, event.name, event, eclipse)
    }

    private init(_ alert: AlertTime) { (instant, name, self.alert) = (alert.instant, alert.name, alert) }

    /// What a line says next to the time; empty for most events.
    func remark(in words: Localizer, _ localTime: any LocalTime) -> String {
        alert?.remark(in: words, localTime.timeOfDay)
            ?? eclipse.map { EclipseText($0, localTime: localTime, in: words).remark } ?? ""
    }

    func json(in zone: any LocalTime) -> JSONObject {
        if let alert { return alert.json(at: instant, in: zone) }
        return [
            "event": name, "time": zone.timestamp(instant), "kind": eclipse?.kind.rawValue,
            "start": (eclipse?.start).map(zone.timestamp), "greatest": (eclipse?.greatest).map(zone.timestamp),
            "end": (eclipse?.end).map(zone.timestamp), "magnitude": eclipse?.magnitude.thousandths,
            "obscuration": eclipse?.obscuration.thousandths,
        ]
    }
}
