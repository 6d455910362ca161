package import Solar
import Terminal
package import Tracker

/// What somebody who watches the day sees as time passes, and when it next looks different.
package struct TodayWatch: Sendable {
    private let place: Place
    private let localTime: any LocalTime
    private let form: Form

    /// What is seen.
    package enum Form: Hashable, Sendable {
        /// The day for a person.
        case text(TodayForm)
        /// A line for Waybar.
        case waybar
        /// A line of JSON. What changes all the time (`now`, `altitude`) makes no new one.
        case json
    }

    /// Watches the day at a place.
    package init(at place: Place, localTime: any LocalTime, as form: Form) {
        (self.place, self.localTime, self.form) = (place, localTime, form)
    }

    /// What is seen at an instant.
    package func text(at now: Instant) throws -> String {
        let today = Today(at: place, now: now, localTime: localTime)
        return switch form {
        case .text(let form): today.text(form)
        case .waybar: try today.waybar()
        case .json: try today.json(inOneLine: true)
        }
    }

    /// What makes two sights different.
    struct Sight: Hashable {
        private let text: String
        private let module: WaybarModule?
        private let facts: [Fact]

        fileprivate init(text: String = "", module: WaybarModule? = nil, facts: [Fact] = []) {
            (self.text, self.module, self.facts) = (text, module, facts)
        }
    }

    func sight(of today: Today) -> Sight {
        switch form {
        case .text(let form): Sight(text: today.text(form))
        case .waybar: Sight(module: WaybarModule(today))
        case .json: Sight(text: today.date.description, facts: today.facts(.untilNext))
        }
    }

    /// The first instant after now at which something else is seen.
    package func nextChange(after now: Instant) -> Instant {
        var (instant, today) = (now, Today(at: place, now: now, localTime: localTime))
        let sight = sight(of: today)
        // A date shows in every form, so that this ends at midnight at the latest; at the end of time there is none.
        while instant < .latest {
            instant = nextPossibleChange(of: today)
            today = Today(at: place, now: instant, localTime: localTime)
            if self.sight(of: today) != sight { break }
        }
        return instant
    }

    /// The first instant at which something else may be seen; between it and now there is none.
    private func nextPossibleChange(of today: Today) -> Instant {
        let now = today.relativeTime.now
        let midnight = nextMidnight(after: now, on: today.date)
        var instants = [midnight]
        instants += localTime.nextClockChange(after: now, before: midnight).map { [$0.instant] } ?? []
        let afterNow = now + .microseconds(1)
        instants += Sun.occurrences(of: Self.events, in: afterNow..<max(afterNow, midnight), at: place.observer)
            .prefix(1).map(\.instant)
        switch form {
        case .text(let form):
            instants += DayBar.nextStep(after: now, inColumns: form.columns, localTime: localTime).map { [$0] } ?? []
            if let next = today.next?.instant {
                let toDated = next - RelativeTime.dated + .microseconds(1)
                instants.append(toDated > now ? toDated : now + RoughDistance(from: now, to: next).span)
            }
        case .waybar:
            instants += today.next.map { [$0.instant - RelativeTime.glanced + .microseconds(1)] } ?? []
            instants += today.progress.map { [$0.nextStep] } ?? []
        case .json:
            break
        }
        return instants.filter { $0 > now }.min() ?? .latest
    }

    /// What changes the light; and solar midnight, with which the Sun's day changes.
    private static let events =
        Light.allCases.compactMap(\.bounds).flatMap { [$0.dawn, $0.dusk] } + [SolarEvent.solarMidnight]

    /// A zone may have left out the date after this.
    private func nextMidnight(after now: Instant, on date: CivilDate) -> Instant {
        (1...3).lazy.map { localTime.start(of: date.adding(days: $0)) }.first { $0 > now } ?? .latest
    }
}
