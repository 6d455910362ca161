import Solar
import Tracker

/// The day for a custom module of Waybar (waybar-custom(5), "return-type").
struct WaybarModule: Hashable, Encodable {
    /// When the Sun next rises or sets: `16:39`, or `26 July` where that is more than a day away.
    let text: String
    /// Which it does, for `format-icons`: `sunrise` or `sunset`; `none` where it does neither within a year.
    let alt: String
    /// What there is to know, a line each.
    let tooltip: String
    /// How light it is, for style sheets: `day`, `civil`, `nautical`, `astronomical` or `night`.
    let `class`: String
    /// How much of the day or of the night is over: 0 to 95, in steps of 5.
    let percentage: Int

    init(_ today: Today) {
        let lines = [today.place.heading, today.dateParts.joined(separator: ", ")]
        let facts = today.facts(.untilNext).map { "\($0.name): \($0.sentence)" }
        text = today.next.map { today.relativeTime.glance(at: $0.instant).escapedForMarkup } ?? "–"
        alt = today.next?.event.name ?? "none"
        // Waybar takes both texts for markup.
        tooltip = (lines + facts).joined(separator: "\n").escapedForMarkup
        `class` = today.light.word
        percentage = today.progress?.percentage ?? 0
    }
}

extension Today {
    /// One line for a custom module of Waybar: an object of `text`, `alt`, `tooltip`, `class` and `percentage`.
    package func waybar() throws -> String { try WaybarModule(self).jsonText(inOneLine: true) }

    /// How far the day or the night has got; nil if the Sun does not both rise and set within a year on either side.
    var progress: Progress? {
        let last = [SolarEvent.sunrise, .sunset].compactMap { event in
            // Strictly before: what happens just now has happened.
            Sun.previousOccurrence(of: event, before: relativeTime.now + .microseconds(1), at: place.observer).instant
        }.max()
        guard let last, let next else { return nil }
        return Progress(from: last, to: next.instant, now: relativeTime.now)
    }

    /// How much of a day or a night is over, in twentieths.
    struct Progress {
        let start: Instant
        private let length: Int64
        private let passed: Int64

        init(from start: Instant, to end: Instant, now: Instant) {
            self.start = start
            length = max(1, (end - start).microseconds)
            passed = min(max(0, (now - start).microseconds), length)
        }

        private var twentieths: Int64 { min(passed * 20 / length, 19) }

        var percentage: Int { Int(twentieths) * 5 }

        /// When it gets to the next twentieth, or to the end.
        var nextStep: Instant { start + .microseconds(((twentieths + 1) * length + 19) / 20) }
    }
}

extension RelativeTime {
    /// In more time than this, something is told by its date.
    static let glanced = Duration.seconds(24 * 3600)

    /// `16:41`; `26 July` for what is not in the next 24 hours.
    func glance(at instant: Instant) -> String {
        instant - now < Self.glanced ? localTime.timeOfDay(at: instant) : day(of: instant)
    }
}
