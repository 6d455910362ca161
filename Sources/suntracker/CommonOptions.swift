import ArgumentParser
import LinuxPlatform
import Solar
import Tracker

/// The options that give the place of the observer.
struct PlaceOptions: ParsableArguments {
    // Of an option that is not an array, ArgumentParser drops all values but the last. A southern latitude begins with a
    // hyphen.
    @Option(
        name: .customLong("place"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The place: a name such as Denver or \"Springfield, IL\", or a coordinate such as 39.74,-104.99.",
            valueName: "place"), completion: .places)
    private var places: [String] = []

    /// The older name of `--place`, which scripts have.
    @Option(name: .customLong("location"), parsing: .unconditionalSingleValue, help: .hidden)
    private var locations: [String] = []

    @Option(
        help: "Show times at --place in the time zone of the place, or in your local time zone. (default: place)")
    var zone: Zone?

    @Option(help: ArgumentHelp("Read this file instead of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?

    /// The time zone in which times are shown.
    enum Zone: String, ExpressibleByArgument, CaseIterable {
        case place, local

        // By default, ArgumentParser describes each value at each start, with a dozen dynamic casts.
        static var allValueStrings: [String] { allCases.map(\.rawValue) }
        static var allValueDescriptions: [String: String] { [:] }
    }

    /// A place that is given as a word, without an option.
    var word: String?

    /// The place, as it was given.
    var place: String? { (places + locations).first ?? word }

    func validate() throws {
        try refuseSecondPlace()
    }

    /// Throws for a second place.
    func refuseSecondPlace() throws {
        guard places.count + locations.count + (word == nil ? 0 : 1) <= 1 else {
            throw ValidationError("more than one place is given; use only one")
        }
    }

    private enum CodingKeys: CodingKey {
        case places, locations, zone, config
    }
}

/// The option that chooses the settings file to show or to edit.
struct SettingsFileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Use this file instead of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?
}

extension SettingsFile {
    /// The settings in force, with their error as one of the command.
    func settings() throws(CommandError) -> Settings {
        do { return try load() } catch { throw .settings(error) }
    }

    /// Edits the settings, and returns those in force afterwards.
    func edited(by edits: [SettingEdit]) throws(CommandError) -> Settings {
        do { return try edit(edits) } catch { throw .edit(error) }
    }
}

/// The option of the subcommands that answer for a time.
struct MomentOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Use this day or time: tomorrow, \"24 dec\", 2026-12-24, 12:00, 2h, sunset. (default: now)",
            valueName: "time"),
        transform: { try TimeArgument($0) })
    var at: TimeArgument?

    /// Takes a time that is given as a word, without an option.
    mutating func take(_ time: TimeArgument) throws {
        guard at == nil else { throw ValidationError("more than one time is given; use only one") }
        at = time
    }
}

extension CommandContext {
    /// The day or the instant that the options give, by default now. Throws where the Sun is not computed for its date.
    func moment(_ options: MomentOptions, _ place: PlaceOptions? = nil) throws(CommandError) -> Moment {
        try moment(options.at ?? .span(.zero), place)
    }

    /// The day or the instant of a time. Throws where the Sun is not computed for its date.
    ///
    /// - Parameters:
    ///   - coming: Whether a time of day without a date means its next occurrence. Otherwise it means today's.
    ///   - zone: The time zone of days and times; by default the local one.
    func moment(
        _ time: TimeArgument, _ place: PlaceOptions? = nil, coming: Bool = false, in zone: (any LocalTime)? = nil
    ) throws(CommandError) -> Moment {
        let zone = zone ?? localTime
        let moment = try time.moment(at: now, in: zone, coming: coming) { name throws(CommandError) in
            try next(name, after: now, place)
        }
        let date = moment.date(in: zone)
        guard date.isComputed else {
            throw .argument("\(date) is out of range; supported years are 1800 to 2200")
        }
        return moment
    }
}

extension CivilDate {
    /// Whether it is in the years for which the Sun is computed.
    var isComputed: Bool { (1800...2200).contains(year) }
}

/// A time span in an argument, up to 30 days as the offset of an alert.
enum TimeSpanArgument {
    /// A time span without a sign.
    ///
    /// - Parameter example: what the error suggests.
    static func duration(_ text: String, example: String) throws -> Duration {
        let span = try signed(text, example: example)
        guard span >= .zero else {
            throw ValidationError("\"\(text)\" is negative; use a time span such as \(example)")
        }
        return span
    }

    /// A time span that may have a sign in front: negative before an event, positive after it.
    static func signed(_ text: String, example: String) throws -> Duration {
        let quoted = "\"\(text.printable)\""
        let sign = text.prefix { "-+".contains($0) }.prefix(1)
        let magnitude = String(text.dropFirst(sign.count))
        guard let span = Duration(timeSpan: magnitude) else {
            if !magnitude.isEmpty, magnitude.allSatisfy(\.isWholeNumber) {
                throw ValidationError("\(quoted) has no unit; did you mean \(text)min?")
            }
            throw ValidationError("\(quoted) is not a time span; use one such as \(example)")
        }
        guard span <= .seconds(30 * 86_400) else { throw ValidationError("\(quoted) is out of range; use at most 30d") }
        return sign == "-" ? .zero - span : span
    }
}

extension CompletionKind {
    /// The names of places that begin with the word at the cursor, each in a form that means one place.
    static var places: CompletionKind {
        .custom { words, index, cursorPrefix in
            // Shells differ in whether they give the part of the word before the cursor.
            let prefix = cursorPrefix.isEmpty && words.indices.contains(index) ? words[index] : cursorPrefix
            return names(ofPlacesBeginningWith: prefix)
        }
    }

    /// The most names: those of the largest places.
    private static let most = 100

    /// The names that begin with a text, of the largest places. Thousands begin with one letter.
    private static func names(ofPlacesBeginningWith text: String) -> [String] {
        guard text.count >= 2 else { return [] }
        let places = ProgramPlaces()
        return places.gazetteerPlaces(beginningWith: text, count: most).compactMap(places.shortestName)
    }
}
