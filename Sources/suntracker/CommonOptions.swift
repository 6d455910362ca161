import ArgumentParser
import CommandPlatform
import Gazetteer
import LinuxPlatform
import Reports
import Solar
import Tracker

/// The options that give the place of the observer.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .translatable(
            "The place as a coordinate, such as 39.74,-104.99 or \"39.74N 104.99W\".", valueName: "lat,lon"),
        transform: { try Coordinate(text: $0) })
    var location: Coordinate?

    @Option(
        help: .translatable(
            "The place by name, such as \"Denver\" or \"Springfield, IL\".", valueName: "name"), completion: .places)
    var place: String?

    @Option(
        help: .translatable(
            "The time zone in which times at --place are shown: that of the place, or your own. (default: place)"))
    var zone: Zone?

    @Option(help: .translatable("Read this file instead of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?

    /// The time zone in which times are shown.
    enum Zone: String, ExpressibleByArgument, CaseIterable {
        case place, local
    }

    /// Whether they give the place, or the settings that have it. Otherwise it is the place of the service.
    var giveThePlace: Bool { location != nil || place != nil || config != nil }

    func validate() throws {
        if place != nil, location != nil {
            throw UsageError { words in words("--place and --location both give the place; remove one of them") }
        }
        if place == nil, zone != nil {
            throw UsageError { words in words("--zone applies only to --place; add --place, or remove --zone") }
        }
    }
}

/// The option that chooses the settings file to show or to edit.
struct SettingsFileOptions: ParsableArguments {
    @Option(help: .translatable("Use this file instead of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?

    /// The settings in that file; by default those of the user and the system.
    func file(in context: CommandContext) -> SettingsFile {
        config.map { SettingsFile(path: $0) } ?? SettingsFile(environment: context.environment)
    }
}

extension SettingsFile {
    /// Edits the settings, and returns those in force afterwards.
    func edited(by edits: [SettingEdit]) throws(CommandError) -> Settings {
        do { return try edit(edits) } catch { throw .edit(error) }
    }
}

/// The option of the subcommands that answer for one moment.
struct MomentOptions: ParsableArguments {
    @Option(
        help: .translatable(
            "Answer as if it were this time, such as 2026-12-24 or 2026-12-24T08:00:00Z. (default: now)",
            valueName: "time"),
        transform: Moment.init(text:))
    var at: Moment?
}

/// A moment as it is written in an option: an instant, or a date, which begins at different instants in different time
/// zones.
enum Moment {
    case instant(Instant)
    case date(CivilDate)

    init(text: String) throws {
        if let date = CivilDate(text) {
            self = .date(try date.within1800To2200())
        } else if let instant = Instant(rfc3339: text) {
            try TimeScale.utc.date(at: instant).within1800To2200()
            self = .instant(instant)
        } else {
            throw UsageError { words in
                words("it is neither a date nor a time; give YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ")
            }
        }
    }

    /// The instant; of a date, its start.
    func instant(in context: CommandContext) -> Instant {
        switch self {
        case .instant(let instant): instant
        case .date(let date): context.localTime.start(of: date)
        }
    }
}

extension CommandContext {
    /// The instant that the options give, by default now. Throws where the Sun is not computed for its local date.
    func instant(_ options: MomentOptions) throws(CommandError) -> Instant {
        let instant = options.at?.instant(in: self) ?? now
        let date = localTime.civilTime(at: instant).date
        guard date.isComputed else {
            throw .argument { words in
                words(
                    "the date in the time zone is {date}, which is out of range; the Sun is computed for the years 1800 to 2200",
                    ["date": "\(date)"])
            }
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
            throw UsageError { words in
                words(
                    "{date} is out of range; the Sun is computed for the years 1800 to 2200", ["date": "\(self)"])
            }
        }
        return self
    }
}

extension CompletionKind {
    /// The names of places that begin with the word at the cursor, each in a form that means one place.
    static var places: CompletionKind {
        .custom { words, index, cursorPrefix in
            // Shells differ in whether they give the part of the word before the cursor.
            let prefix = cursorPrefix.isEmpty && words.indices.contains(index) ? words[index] : cursorPrefix
            return PlaceCompletion.names(beginningWith: prefix)
        }
    }
}

/// The completion of the name of a place in a shell.
enum PlaceCompletion {
    /// The most names: those of the largest places.
    private static let most = 100
    /// The shortest beginning. A shorter one has thousands of names.
    private static let shortest = 2

    /// The names that begin with a text, of the largest places.
    static func names(beginningWith text: String) -> [String] {
        guard text.count >= shortest, var index = try? PlaceIndex(Gazetteer.ofProgram()),
            let matches = try? index.matches(text)
        else { return [] }
        let lowercased = text.lowercased()
        var names: [String] = []
        for match in matches where names.count < most {
            guard let place = try? index.place(of: match).place, place.name.lowercased().hasPrefix(lowercased) else {
                continue
            }
            if let name = ProgramPlaces().shortestName(of: place) { names.append(name) }
        }
        return names
    }
}
