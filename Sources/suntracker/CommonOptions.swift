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
        help: "The time zone in which times at --place are shown: that of the place, or your own. (default: place)")
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

    /// The place, as it was given.
    var place: String? { (places + locations).first }

    func validate() throws {
        guard places.count + locations.count <= 1 else {
            throw ValidationError("the place is given twice; use --place once")
        }
        if place == nil, zone != nil {
            throw ValidationError("--zone applies only to --place; add --place, or remove --zone")
        }
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

/// The option of the subcommands that answer for one moment.
struct MomentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Answer as if it were this time, such as 2026-12-24 or 2026-12-24T08:00:00Z. (default: now)",
            valueName: "time"),
        transform: Moment.at)
    var at: Moment?
}

/// A moment as it is written in an argument. Which instant it is may depend on the time, the time zone and the settings.
struct Moment {
    /// The instant.
    let instant: (CommandContext) throws(CommandError) -> Instant

    /// An instant, or a date, which means its start.
    static func at(_ text: String) throws -> Moment {
        if let date = CivilDate(text) {
            try date.within1800To2200()
            return Moment { context in context.localTime.start(of: date) }
        }
        guard let instant = Instant(rfc3339: text) else {
            throw ValidationError("it is neither a date nor a time; give YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ")
        }
        try UTC().date(at: instant).within1800To2200()
        return Moment { _ in instant }
    }

    /// The next time of day, such as 23:30, or the next event or alert of a name, such as civil-dusk.
    static func next(_ text: String) throws -> Moment {
        if let time = TimeOfDay(text) {
            return Moment { context in context.localTime.next(time, after: context.now) }
        }
        let event = try EventSelection.single(text)
        return Moment { context throws(CommandError) in try context.next(event, after: context.now) }
    }
}

extension CommandContext {
    /// The instant that the options give, by default now. Throws where the Sun is not computed for its local date.
    func instant(_ options: MomentOptions) throws(CommandError) -> Instant {
        let instant = try options.at?.instant(self) ?? now
        let date = localTime.civilTime(at: instant).date
        guard date.isComputed else {
            throw .argument(
                "the date in the time zone is \(date), which is out of range; the Sun is computed for the years 1800 to 2200"
            )
        }
        return instant
    }
}

extension CivilDate {
    /// Whether it is in the years for which the Sun is computed.
    var isComputed: Bool { (1800...2200).contains(year) }

    /// The date, if it is in these years.
    @discardableResult
    func within1800To2200() throws -> CivilDate {
        guard isComputed else {
            throw ValidationError("\(self) is out of range; the Sun is computed for the years 1800 to 2200")
        }
        return self
    }
}

/// A time span in an argument, up to 30 days as the offset of an alert.
enum TimeSpanArgument {
    /// A time span without a sign.
    ///
    /// - Parameters:
    ///   - sign: what is in front of it, for the error.
    ///   - examples: what the error suggests.
    static func duration(
        _ text: String, sign: Substring = "", examples: String, from first: String = "0"
    ) throws -> Duration {
        guard let span = Duration(timeSpan: text) else {
            if !text.isEmpty, text.allSatisfy(\.isWholeNumber) {
                throw ValidationError("it has no unit; give one, such as \(sign)\(text)min")
            }
            throw ValidationError("it is not a time span; give one such as \(examples)")
        }
        guard span <= .seconds(30 * 86_400) else {
            throw ValidationError("it is out of range; give \(first) to 30d")
        }
        return span
    }

    /// A time span that may have a sign in front.
    static func signed(_ text: String, examples: String, from first: String = "0") throws -> Duration {
        let sign = text.prefix { "-+".contains($0) }.prefix(1)
        let span = try duration(String(text.dropFirst(sign.count)), sign: sign, examples: examples, from: first)
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
