// SPDX-License-Identifier: MIT
import Configuration
package import Solar
package import Tracker

package struct EclipseText {
    let eclipse: SolarEclipse
    let localTime: any LocalTime
    let words: Localizer

    package init(_ eclipse: SolarEclipse, localTime: any LocalTime, in words: Localizer = .english) {
        self.eclipse = eclipse
        self.localTime = localTime
        self.words = words
    }

    /// `Solar eclipse: 94 % at 10:47`, or on another day `Solar eclipse on Monday: 94 % at 10:47`.
    func summary(at now: Instant) -> String {
        let today = localTime.civilTime(at: now).date
        let date = localTime.civilTime(at: eclipse.greatest).date
        guard date != today else { return title }
        // TRANSLATORS: the title of a notification: at most 48 characters. {day} is "on Monday" or "on 2 August"
        return words("Solar eclipse {day}: {cover}", ["day": date.day(from: today, in: words), "cover": briefCover])
    }

    /// `Solar eclipse: 94 % at 10:47`.
    package var title: String {
        // TRANSLATORS: the title of a notification: at most 48 characters. {cover} is "94 % at 10:47"
        words("Solar eclipse: {cover}", ["cover": briefCover])
    }

    private var briefCover: String {
        // TRANSLATORS: in the title of a solar eclipse: when most of the Sun is covered, and how much
        words("{number} % at {time}", ["number": "\(percentage)", "time": time(eclipse.greatest)])
    }

    /// `from 09:31 to 12:04`, `total for 6 min 19 s`.
    var details: [String] {
        // TRANSLATORS: from when to when an eclipse is seen
        let span = words("from {start} to {end}", ["start": time(eclipse.start), "end": time(eclipse.end)])
        guard let central = eclipse.central else { return [span] }
        let duration: KeyValuePairs = ["duration": (central.upperBound - central.lowerBound).formatted(in: words)]
        return [
            span,
            eclipse.kind == .total
                // TRANSLATORS: how long the Moon covers all of the Sun: total for 6 min 19 s
                ? words("total for {duration}", duration)
                // TRANSLATORS: how long the Sun is a ring around the Moon: annular for 7 min 46 s
                : words("annular for {duration}", duration),
        ]
    }

    /// The details, with what everybody must know who looks up among the first 60 characters.
    var advice: [String] {
        // TRANSLATORS: in the notification of a solar eclipse
        details.prefix(1) + [words("never look without eclipse glasses")] + details.dropFirst()
    }

    /// What a list says next to its time: `94 % of the Sun covered at 10:47, until 12:04`.
    package var remark: String {
        // TRANSLATORS: of an eclipse: until its end
        words.list([cover] + details.dropFirst() + [words("until {time}", ["time": time(eclipse.end)])])
    }

    /// `94 % of the Sun covered at 10:47`.
    package var cover: String {
        // TRANSLATORS: when most of the Sun is covered in an eclipse, and how much
        words(
            "{number} % of the Sun covered at {time}", ["number": "\(percentage)", "time": time(eclipse.greatest)])
    }

    /// Only a total eclipse covers 100 %.
    private var percentage: Int { eclipse.kind == .total ? 100 : min(99, Int((eclipse.obscuration * 100).rounded())) }

    private func time(_ instant: Instant) -> String { words.quantity(localTime.timeOfDay(at: instant)) }
}

extension AnnouncementText {
    /// The eclipse that the occurrence is about; nil for other events, and if none is seen at the place any more.
    var eclipse: EclipseText? {
        guard rule.event == .solarEclipse else { return nil }
        return SolarEclipse(startingAt: instant, at: place.observer).map {
            EclipseText($0, localTime: localTime, in: words)
        }
    }
}

extension JournalEntry.Field {
    /// The fields of the eclipse that the occurrence is about; none for other events.
    static func eclipse(of occurrence: Occurrence, at place: Place?, fractionDigits: Int) -> [JournalEntry.Field] {
        guard occurrence.rule.event == .solarEclipse, let place,
            let eclipse = SolarEclipse(startingAt: occurrence.eventInstant, at: place.observer)
        else { return [] }
        return [
            JournalEntry.Field("SUNTRACKER_ECLIPSE_KIND", eclipse.kind.rawValue),
            JournalEntry.Field("SUNTRACKER_ECLIPSE_MAGNITUDE", "\(eclipse.shownMagnitude)"),
            JournalEntry.Field("SUNTRACKER_ECLIPSE_OBSCURATION", "\(eclipse.shownObscuration)"),
            JournalEntry.Field("SUNTRACKER_ECLIPSE_GREATEST", eclipse.greatest.rfc3339(fractionDigits: fractionDigits)),
            JournalEntry.Field("SUNTRACKER_ECLIPSE_END", eclipse.end.rfc3339(fractionDigits: fractionDigits)),
        ]
    }
}

extension SolarEclipse {
    package var shownMagnitude: Double { shown(magnitude) }
    package var shownObscuration: Double { shown(obscuration) }

    /// The number to three decimals, its accuracy. Only a total eclipse reaches 1.
    private func shown(_ number: Double) -> Double {
        let rounded = (number * 1000).rounded() / 1000
        return kind == .total ? rounded : min(rounded, 0.999)
    }
}
