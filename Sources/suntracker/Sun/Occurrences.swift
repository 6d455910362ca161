// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

struct NeverWithinYear: Error, Hashable {
    /// The side of its altitude on which the Sun stays; nil for an event without an altitude.
    let side: Sun.Side?
}

extension AnnouncedEvent {
    func next(
        after instant: Instant, at observer: Observer, in localTime: any LocalTime
    ) -> Result<ListedEvent, NeverWithinYear> {
        if case .solar(let event) = self {
            switch Sun.nextOccurrence(of: event, after: instant, at: observer) {
            case .occurs(let instant): return .success(ListedEvent(self, at: instant))
            case .never(let side): return .failure(NeverWithinYear(side: side))
            }
        }
        let end = self == .solarEclipse ? Instant.latest : instant + .seconds(366 * 86_400)
        let next = Self.occurrences(of: [self], in: instant + .microseconds(1)..<end, at: observer, localTime).first
        return next.map { .success($0) } ?? .failure(NeverWithinYear(side: nil))
    }

    static func occurrences(
        of events: [AnnouncedEvent], in interval: Range<Instant>, at observer: Observer, _ localTime: any LocalTime
    ) -> [ListedEvent] {
        let solar = events.compactMap { if case .solar(let event) = $0 { event } else { nil } }
        var found = Sun.occurrences(of: solar, in: interval, at: observer)
            .map { ListedEvent(.solar($0.event), at: $0.instant) }
        guard solar.count < events.count else { return found }
        let polar = events.compactMap { if case .polar(let event) = $0 { event } else { nil } }
        if !polar.isEmpty {
            found += Sun.polarEvents(in: interval, at: observer).filter { polar.contains($0.event) }
                .map { ListedEvent(.polar($0.event), at: $0.instant) }
        }
        if events.contains(.zoneTransition) {
            var last = interval.lowerBound - .microseconds(1)
            while let change = localTime.nextZoneTransition(after: last, before: interval.upperBound) {
                found.append(ListedEvent(.zoneTransition, at: change.instant))
                last = change.instant
            }
        }
        if events.contains(.solarEclipse) { found += eclipses(in: interval, at: observer).map(ListedEvent.init) }
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

    func times(in interval: Range<Instant>, at place: Place) -> [ListedEvent] {
        var agenda = agenda(of: rules, at: place)
        let tick = Duration.microseconds(1)
        return agenda.occurrences(after: interval.lowerBound - tick, through: interval.upperBound - tick)
            .map { announcement($0, at: place) }
    }

    /// Returns the next announcement of each alert after an instant, in the order of the rules; nil for none within a
    /// year.
    func next(after instant: Instant, at place: Place) -> [(name: String, next: ListedEvent?)] {
        rules.map { rule in
            var agenda = agenda(of: [rule], at: place)
            return (rule.id, agenda.next(after: instant).map { announcement($0, at: place) })
        }
    }

    private func agenda(of rules: [Rule], at place: Place) -> Agenda {
        Agenda(rules: rules, observer: place.observer, localTime: localTime)
    }

    private func announcement(_ occurrence: Occurrence, at place: Place) -> ListedEvent {
        ListedEvent(
            AlertTime(
                occurrence: occurrence, isQuiet: quiet.contains(occurrence.due, in: localTime),
                title: occurrence.title(at: place, localTime: localTime)))
    }
}

struct AlertTime: Sendable {
    let occurrence: Occurrence
    /// Whether the announcement is within the quiet time (`Quiet=`).
    let isQuiet: Bool
    /// The first line of the notification, in English.
    let title: String

    /// `moved from 15:40, quiet`; empty if the announcement is neither moved nor quiet.
    func remark(in words: Localizer, _ localTime: any LocalTime) -> String {
        words.list(
            [
                // TRANSLATORS: of an alert that comes later or earlier because of the limits in the settings
                occurrence.movedFrom.map { words("moved from {time}", ["time": localTime.timeOfDay(at: $0)]) },
                isQuiet ? words.inContext("outcome", "quiet") : nil,
            ].compactMap(\.self))
    }
}

/// A line of a list: an event, or an alert.
struct ListedEvent: Sendable {
    /// `sunset`, `alert:lamps`.
    let name: String
    var instant: Instant
    private(set) var event: AnnouncedEvent?
    /// The eclipse that begins.
    private(set) var eclipse: SolarEclipse?
    private(set) var alert: AlertTime?

    init(_ event: AnnouncedEvent, at instant: Instant) {
        (name, self.instant, self.event) = (event.name, instant, event)
    }

    init(_ eclipse: SolarEclipse) {
        self.init(.solarEclipse, at: eclipse.start)
        self.eclipse = eclipse
    }

    init(_ alert: AlertTime) {
        (name, instant, self.alert) = (alert.occurrence.rule.id, alert.occurrence.due, alert)
    }

    /// What a line says next to the time; empty for most events.
    func remark(in words: Localizer, _ localTime: any LocalTime) -> String {
        alert?.remark(in: words, localTime)
            ?? eclipse.map { EclipseText($0, localTime: localTime, in: words).remark } ?? ""
    }

    func json(in zone: any LocalTime) -> JSONObject {
        [
            "event": name, "time": zone.timestamp(instant), "basis": alert?.occurrence.rule.event.name,
            "basisTime": (alert?.occurrence.eventInstant).map(zone.timestamp),
            "movedFrom": (alert?.occurrence.movedFrom).map(zone.timestamp), "quiet": alert?.isQuiet,
            "title": alert?.title, "kind": eclipse?.kind.rawValue, "start": (eclipse?.start).map(zone.timestamp),
            "greatest": (eclipse?.greatest).map(zone.timestamp), "end": (eclipse?.end).map(zone.timestamp),
            "magnitude": eclipse?.shownMagnitude, "obscuration": eclipse?.shownObscuration,
        ]
    }
}
