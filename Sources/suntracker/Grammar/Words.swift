// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import LinuxPlatform
import Solar
import Tracker
import Wording

/// The words of a command line that are not options: events and alerts, a time, and a place.
///
/// From the left, the longest run of words that is an event or a time is taken, or else the longest that is an alert. The
/// remaining words are the place. If all words together are the whole name of a place, such as Sunrise Manor, they mean
/// this place. A quoted argument is one word, except for events, alerts and times that are quoted together.
struct Words {
    private(set) var names: [EventName] = []
    private(set) var place: String?
    private var plainTime: PlainTime?
    /// The words that are events and alerts, as given.
    private var typedNames: [String] = []
    /// The time as given, if it is a time span with a sign.
    private var signedSpan: String?

    /// - Parameter alerts: Returns the names of the alerts in the settings. They are read only for a word that is neither
    ///   an event nor a time.
    init(_ words: [String], alerts: () -> [String]) throws {
        lazy var alerts = alerts()
        var (rest, others): (ArraySlice<String>, [String]) = (words[...], [])
        while let first = rest.first {
            let counts = (1...rest.count).reversed()
            let count =
                try counts.first { try takeEventsOrTime(rest.prefix($0), before: rest.dropFirst($0).first) }
                ?? counts.first { try take(rest.prefix($0).joined(separator: " "), alerts: alerts) }
            if count == nil, let parts = try Self.parts(ofQuoted: first, alerts: alerts) {
                rest = parts + rest.dropFirst()
                continue
            }
            if count == nil { others.append(first) }
            rest = rest.dropFirst(count ?? 1)
        }
        guard !others.isEmpty else { return }
        let whole = words.joined(separator: " ")
        if others.count < words.count, ProgramPlaces().contains(wholeName: whole) {
            (names, plainTime, place) = ([], nil, whole)
        } else {
            place = others.joined(separator: " ")
        }
    }

    /// Returns the words of a quoted argument such as `sunset tomorrow`, if each of them is for an event, an alert or a
    /// time; otherwise nil. Then the argument is a place, or an error names it as a whole.
    private static func parts(ofQuoted word: String, alerts: [String]) throws -> [String]? {
        if case .coordinate? = try? PlaceArgument(word) { return nil }
        let parts = word.split(separator: " ").map(String.init)
        guard parts.count > 1, try Words(parts, alerts: { alerts }).place == nil,
            !ProgramPlaces().contains(wholeName: word)
        else { return nil }
        return parts
    }

    /// Takes a run of words, and returns whether it is a time, or events.
    private mutating func takeEventsOrTime(_ words: ArraySlice<String>, before next: String?) throws -> Bool {
        let text = words.joined(separator: " ")
        // `29 feb 2027` is a wrong date, and not a place after 29 February.
        guard let time = PlainTime(text), next.flatMap(Int.init) == nil else { return try take(text, alerts: []) }
        guard plainTime == nil else { throw ValidationError("more than one time; use only one") }
        plainTime = time
        if case .span = time, text.contains(where: "+-".contains) { signedSpan = text }
        return true
    }

    private mutating func take(_ text: String, alerts: [String]) throws -> Bool {
        guard let names = try EventSelection.names(text, alerts: alerts) else { return false }
        for name in names where !self.names.contains(name) { self.names.append(name) }
        typedNames.append(text)
        return true
    }

    /// The problem with a time span, which `ArgumentProblem` completes with the right option of the subcommand.
    static let withEvent = " cannot be combined with an event"

    /// Throws for an event with a signed time span. It is meant as an offset, but with a time, the first event after that
    /// time would be found.
    fileprivate func refuseOffset() throws {
        guard !names.isEmpty, let signedSpan else { return }
        throw ValidationError("\"\(signedSpan.printable)\"\(Self.withEvent)")
    }

    var time: TimeArgument? { plainTime.map { .plain($0) } }

    /// The moment that an event and a time mean together, such as `sunset tomorrow`; nil for neither. Throws for several
    /// events.
    func moment() throws -> TimeArgument? {
        try refuseOffset()
        guard let name = names.first else { return time }
        guard names.count == 1 else {
            throw ValidationError(
                "\"\(typedNames.joined(separator: " ").printable)\" is more than one event; use only one, such as sunset"
            )
        }
        return .event(name, plainTime)
    }
}

extension Words {
    init(_ words: [String], _ options: PlaceOptions) throws {
        try self.init(words) { Suntracker.alerts(config: options.config) }
        try refuseOffset()
    }

    static func isPlace(_ word: String) -> Bool {
        guard let place = try? PlaceArgument(word) else { return false }
        guard case .name(let name) = place else { return true }
        do { _ = try ProgramPlaces().gazetteerPlace(meantBy: name, isWhole: true) } catch {
            // A name of several places is not the name of none.
            return !error.isUnknownName
        }
        return true
    }

    /// Throws if a first word is not a place.
    static func check(_ word: String) throws {
        guard case .name(let name)? = try? PlaceArgument(word) else { return }
        do { _ = try ProgramPlaces().gazetteerPlace(meantBy: name, isWhole: true) } catch {
            throw problem(ofWord: word, isFirst: true, config: nil, notAPlace: error)
        }
    }

    /// The error for a word that is not a place.
    ///
    /// - Parameters:
    ///   - isFirst: Whether no subcommand was given, so it may be one.
    ///   - config: The value of `--config`.
    static func problem(
        ofWord word: String, isFirst: Bool, config: String?, notAPlace error: PlaceLookupError
    ) -> CommandError {
        // Several places have this name: `Sun City` is not a wrong Sunday.
        if !error.isUnknownName, case .name? = try? PlaceArgument(word) { return .place(error) }
        // `sun set` is meant as one word.
        let joined = word.lowercased().filter { $0 != " " }
        if AnnouncedEvent(name: joined) == nil, let problem = PlainTime.problem(of: word) { return .argument(problem) }
        guard error.isUnknownName else { return .place(error) }
        let unknown = error
        do throws(CommandError) {
            let remedy = try remedy(forWord: word, isFirst: isFirst, config: config) ?? unknown.remedy
            let kinds = isFirst ? "a command nor an event," : "an event nor an alert,"
            return .argument("\"\(word.printable)\" is neither \(kinds) a time or a place; \(remedy)")
        } catch {
            return error
        }
    }

    /// Suggests the subcommand, event, alert or day that a wrong word may mean; nil if none is similar. Throws if it may be
    /// an alert, but the settings cannot be read.
    static func remedy(forWord word: String, isFirst: Bool, config: String?) throws(CommandError) -> String? {
        let commands = isFirst ? Suntracker.configuration.subcommands.compactMap { $0.configuration.commandName } : []
        let file = SettingsFile(path: config, environment: .ofProcess)
        let alerts = (try? file.load())?.alerts.map(\.name)
        // `sun set` is meant as one word.
        let meant = [word.filter { $0 != " " }, String(word.prefix { $0 != " " })].lazy.compactMap {
            EventSelection.meant(by: $0, alerts: alerts ?? [], commands: commands)
        }.first
        if meant == nil, alerts == nil { _ = try file.settings() }
        return meant.map { "did you mean \(isFirst ? "suntracker " : "")\($0)?" }
    }
}

/// A time in an argument of any option or subcommand. The instant that it means may also depend on the place and the
/// settings.
enum TimeArgument: Hashable {
    case plain(PlainTime)
    /// The next event or alert with this name; with a time, the next one after it, or on that day.
    case event(EventName, PlainTime? = nil)

    static let now = Self.plain(.span(.zero))
    static let today = Self.plain(.day(.fromToday(0)))

    /// Parses a `PlainTime`, or an event or an alert, perhaps with a time: `sunset`, `sunset tomorrow`, `alert:lamps`.
    init(_ text: String) throws {
        if let time = PlainTime(text) {
            self = .plain(time)
            return
        }
        let words = try Words(text.split(separator: " ").map(String.init), alerts: { [] })
        if words.place == nil, let moment = try words.moment() {
            self = moment
        } else if let problem = PlainTime.problem(of: text) {
            throw ValidationError(problem)
        } else {
            // The settings, which may contain an alert with this name, are not read yet.
            self = .event(try EventSelection.single(text))
        }
    }

    /// Whether a date is given: not for `12:00` or `2h`.
    var hasDate: Bool {
        switch self {
        case .plain(let time), .event(_, .some(let time)):
            switch time {
            case .day, .clock(_, on: .some), .instant: true
            case .clock, .span: false
            }
        case .event: false
        }
    }

    /// Returns the day or the instant that is meant.
    ///
    /// - Parameters:
    ///   - coming: Whether a time of day without a date means its next occurrence. Otherwise, it is a time today.
    ///   - start: The instant after which the next event, or the next time of day, is meant; nil for now.
    ///   - next: finds the next time of an event or an alert after an instant.
    func moment(
        at now: Instant, in localTime: any LocalTime, coming: Bool, after start: Instant? = nil,
        next: (EventName, Instant) throws(CommandError) -> Instant
    ) throws(CommandError) -> Moment {
        switch self {
        case .plain(let time):
            // The next 12:00 is meant after that instant, too, but 2h from now.
            let isClock = if case .clock(_, on: nil) = time { coming } else { false }
            return time.moment(at: isClock ? start ?? now : now, in: localTime, coming: coming)
        case .event(let name, nil): return .instant(try next(name, start ?? now))
        case .event(let name, let time?):
            let moment = time.moment(at: now, in: localTime, coming: coming)
            // The first event at this instant or later.
            let instant = try next(name, moment.start(in: localTime) - .microseconds(1))
            if case .day(let date) = moment, localTime.civilTime(at: instant).date != date {
                throw .notOnDay(name.description, date)
            }
            return .instant(instant)
        }
    }
}
