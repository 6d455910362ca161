import Gazetteer
import Solar
import Tracker
import Wording

/// One line about the day with placeholders, for a panel: `{next} {time}`. The values are in the language of the day.
struct TodayTemplate: Hashable, Sendable {
    enum Word: String, Hashable, Sendable, CaseIterable {
        /// The next sunrise or sunset: `sunset`.
        case next
        /// The time of the next event: `16:40`, or `26 July` if it is more than a day away.
        case time
        /// The time until the next event, which changes each minute: `2 h 13 min`; from two days on, `113 days`.
        case remaining = "in"
        /// Today's sunrise.
        case sunrise
        /// Today's sunset.
        case sunset
        /// The current light: `day`, `civil`, `nautical`, `astronomical` or `night`.
        case light
        /// The phase, as defined in the settings or set manually: `day` or `night`.
        case phase
        /// The daylight of today: `9 h 53 min`.
        case daylight
        /// The change since the previous day: `1 min 42 s less than yesterday`.
        case change
        /// The name of the place, or its coordinates if it has no name.
        case place
    }

    /// A text that is not a template.
    enum Invalid: Error, Hashable, CustomStringConvertible {
        /// It is empty, or contains control characters.
        case notALine
        /// A placeholder is unknown, or a brace is not closed.
        case template(InvalidTemplate)

        /// The problem, and the remedy.
        var description: String {
            switch self {
            case .notALine: "a template must be one line of text without control characters"
            case .template(let error):
                "\(error.problem); \(Self.similar(to: error) ?? error.remedy(page: "suntracker(1)"))"
            }
        }

        private static func similar(to error: InvalidTemplate) -> String? {
            guard case .unknown(let name) = error else { return nil }
            return Word.allCases.map(\.rawValue).nearest(to: name).map { "did you mean {\($0)}?" }
        }
    }

    /// The substitute for a value that does not exist, such as the sunrise on a polar day.
    private static let none = "\u{2013}"

    private let parts: [TemplatePart<Word>]

    /// Parses a template. `{{` stands for a brace.
    init(_ text: String) throws(Invalid) {
        guard !text.isEmpty, !text.hasControlCharacter else {
            throw .notALine
        }
        do throws(InvalidTemplate) {
            parts = try TemplatePart.parts(of: text)
        } catch {
            throw .template(error)
        }
    }

    func has(_ word: Word) -> Bool { parts.contains(.placeholder(word)) }

    /// Whether it contains no placeholder, so its text never changes.
    var isConstant: Bool { !parts.contains { if case .placeholder = $0 { true } else { false } } }

    func line(for today: Today) -> String {
        parts.filled { (word: Word) in today.value(of: word) ?? Self.none }
    }
}

extension Today {
    fileprivate func value(of word: TodayTemplate.Word) -> String? {
        switch word {
        case .next: next?.event.displayName(in: words)
        case .time: next.map { relativeTime.glance(at: $0.instant).text }
        case .remaining: next.map { relativeTime.remaining(until: $0.instant).text }
        case .sunrise: day.sunrise.instant.map(relativeTime.moment)
        case .sunset: day.sunset.instant.map(relativeTime.moment)
        case .light: isWholeDay ? nil : light.shortName(in: words)
        case .phase: phase?.displayName(in: words)
        case .daylight: chartDay.daylightText(in: words) ?? words.inContext("daylight", "none")
        case .change: change.comparedToYesterday(in: words)
        case .place: place.name?.text(in: words) ?? place.nameAndPosition(in: words)
        }
    }
}
