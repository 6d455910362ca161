// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import LinuxPlatform
import Solar
import Tracker
import Wording

struct PlaceOptions: ParsableArguments {
    // ArgumentParser drops all but the last value of an option that is not an array. A southern latitude begins with a
    // hyphen.
    @Option(
        name: .customLong("place"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The place: a name such as Denver or \"Springfield, IL\", or a coordinate such as 39.74,-104.99.",
            valueName: "place"))
    private var places: [String] = []

    @Option(
        help: "Show times at --place in the time zone of the place, or in your local time zone. (default: place)")
    var zone: Zone?

    @Option(help: ArgumentHelp("Read this file instead of suntracker.conf.", valueName: "file"))
    var config: String?

    enum Zone: String, ExpressibleByArgument, CaseIterable {
        case place, local

        // By default, ArgumentParser describes each value at each start, with a dozen dynamic casts.
        static var allValueStrings: [String] { allCases.map(\.rawValue) }
        static var allValueDescriptions: [String: String] { [:] }
    }

    var word: String?

    var place: String? { places.first ?? word }

    func validate() throws {
        guard places.count <= 1 else { throw ValidationError(Self.severalPlaces) }
    }

    private static let severalPlaces = "more than one place; use only one"

    /// Throws if a word is a second place. It may be a misspelt event.
    ///
    /// - Parameter isFirst: Whether no subcommand was given, so it may be one.
    func refuseSecondPlace(isFirst: Bool) throws(CommandError) {
        guard let word, !places.isEmpty else { return }
        if Words.isPlace(word) { throw .argument(Self.severalPlaces) }
        if let problem = PlainTime.problem(of: word) { throw .argument(problem) }
        guard let remedy = try Words.remedy(forWord: word, isFirst: isFirst, config: config) else {
            throw .argument(Self.severalPlaces)
        }
        throw .argument(
            "\"\(word.printable)\" is neither \(isFirst ? "a command nor " : "")an event \(isFirst ? "or" : "nor") a time; \(remedy)"
        )
    }

    private enum CodingKeys: CodingKey {
        case places, zone, config
    }
}

struct SettingsFileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Use this file instead of suntracker.conf.", valueName: "file"))
    var config: String?
}

extension SettingsFile {
    func settings() throws(CommandError) -> Settings {
        do { return try load() } catch { throw .settings(error) }
    }

}

struct OffsetOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Use the time before (-30min) or after (+10min) the event, by up to 30d.", valueName: "time span"),
        transform: { try TimeSpanArgument.signed($0, example: "-30min or 1h 30min") })
    var offset: Duration = .zero
}

struct MomentOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Use this day or time: tomorrow, \"24 dec\", 2026-12-24, 12:00, 2h, sunset. (default: now)",
            valueName: "time"),
        transform: { try TimeArgument($0) })
    var at: TimeArgument?

    mutating func take(_ time: TimeArgument?) throws {
        guard let time else { return }
        guard at == nil else { throw ValidationError("more than one time; use only one") }
        at = time
    }
}

extension CommandContext {
    /// Returns the day or the instant of the options. Throws also for a day that does not exist in the local time zone.
    func moment(_ options: MomentOptions, _ place: PlaceOptions) throws(CommandError) -> Moment {
        let moment = try moment(options.at ?? .now, place)
        let start = moment.start(in: localTime)
        guard case .day(let date) = moment, localTime.date(at: start) != date else { return moment }
        throw .argument("the clocks skip \(date) in \(localTime.zoneDescription(at: start)); use another day")
    }

    /// Returns the day or the instant of a time. Throws if the Sun is not computed for this date.
    ///
    /// - Parameters:
    ///   - coming: Whether a time of day without a date means its next occurrence. Otherwise, it is a time today.
    ///   - zone: The time zone of days and times; by default the local one.
    func moment(
        _ time: TimeArgument, _ place: PlaceOptions? = nil, coming: Bool = false, in zone: (any LocalTime)? = nil
    ) throws(CommandError) -> Moment {
        let zone = zone ?? localTime
        let moment = try time.moment(at: now, in: zone, coming: coming) {
            name, start throws(CommandError) in
            try next(name, after: start, place)
        }
        let date = moment.date(in: zone)
        guard date.isComputed else {
            throw .argument("\(date) \(CivilDate.isNotComputed)")
        }
        return moment
    }
}

/// A time span in an argument, up to 30 days, like the offset of an alert.
enum TimeSpanArgument {
    static func duration(_ text: String, example: String) throws -> Duration {
        let span = try signed(text, example: example)
        guard span >= .zero else {
            throw ValidationError("\"\(text)\" is negative; use a time span such as \(example)")
        }
        return span
    }

    /// A time span with or without a sign: negative before an event, positive after it.
    static func signed(_ text: String, example: String) throws -> Duration {
        let quoted = "\"\(text.printable)\""
        let sign = text.prefix { "-+".contains($0) }.prefix(1)
        let magnitude = String(text.dropFirst(sign.count))
        guard let span = Duration(timeSpan: magnitude) else {
            if let meant = Duration.meant(byNumber: text) {
                throw ValidationError("\(quoted) has no unit; did you mean \(meant)?")
            }
            throw ValidationError("\(quoted) is not a time span; use one such as \(example)")
        }
        guard span <= .seconds(30 * 86_400) else { throw ValidationError("\(quoted) is out of range; use at most 30d") }
        return sign == "-" ? .zero - span : span
    }
}
