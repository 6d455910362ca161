import ArgumentParser
import LinuxPlatform
import Solar
import Tracker

/// The words of a command line that are not options: events and alerts, a time, and a place.
///
/// From the left, the longest run of words that is an event or a time is taken, or else the longest that is an alert. The
/// remaining words are the place. If all words together are the whole name of a place, such as Sunrise Manor, they mean
/// this place. A quoted argument is one word.
struct Words {
    private(set) var names: [EventName] = []
    private(set) var place: String?
    private var plainTime: PlainTime?
    /// The words that are events and alerts, as given.
    private var typedNames: [String] = []

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

    /// Takes a run of words, and returns whether it is a time, or events.
    private mutating func takeEventsOrTime(_ words: ArraySlice<String>, before next: String?) throws -> Bool {
        let text = words.joined(separator: " ")
        // `29 feb 2027` is a wrong date, and not a place after 29 February.
        guard let time = PlainTime(text), next.flatMap(Int.init) == nil else { return try take(text, alerts: []) }
        guard plainTime == nil else { throw ValidationError("more than one time; use only one") }
        plainTime = time
        return true
    }

    /// Takes a text, and returns whether it names events, or these alerts.
    private mutating func take(_ text: String, alerts: [String]) throws -> Bool {
        guard let names = try EventSelection.names(text, alerts: alerts) else { return false }
        for name in names where !self.names.contains(name) { self.names.append(name) }
        typedNames.append(text)
        return true
    }

    /// The time without the events.
    var time: TimeArgument? { plainTime.map { .plain($0) } }

    /// The moment that an event and a time mean together, such as `sunset tomorrow`; nil for neither. Throws for several
    /// events.
    func moment() throws -> TimeArgument? {
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
    /// The words before an answer about a place.
    init(_ words: [String], _ options: PlaceOptions) throws {
        try self.init(words) { Suntracker.alerts(config: options.config) }
    }

    /// Throws if a first word is not a place.
    static func check(_ word: String) throws {
        guard case .name(let name)? = try? PlaceArgument(word) else { return }
        do { _ = try ProgramPlaces().gazetteerPlace(meantBy: name, isWhole: true) } catch {
            throw problem(ofWord: word, isFirst: true, config: nil, notAPlace: .place(error))
        }
    }

    /// The error for a word that is not a place.
    ///
    /// - Parameters:
    ///   - isFirst: Whether no subcommand was given, so it may be one.
    ///   - config: The value of `--config`.
    static func problem(
        ofWord word: String, isFirst: Bool, config: String?, notAPlace error: CommandError
    ) -> CommandError {
        guard case .place(let lookup) = error else { return error }
        // Several places have this name: `Sun City` is not a wrong Sunday.
        if !lookup.isUnknownName, case .name? = try? PlaceArgument(word) { return error }
        // `sun set` is meant as one word.
        let joined = word.lowercased().filter { $0 != " " }
        if AnnouncedEvent(name: joined) == nil, let problem = PlainTime.problem(of: word) { return .argument(problem) }
        guard lookup.isUnknownName else { return error }
        do throws(CommandError) {
            let remedy = try remedy(forWord: word, isFirst: isFirst, config: config) ?? lookup.remedy
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
        let file = Suntracker.settingsFile(config: config)
        let alerts = (try? file.load())?.alerts.map(\.name)
        // `sun set` is meant as one word.
        let meant = [word.filter { $0 != " " }, String(word.prefix { $0 != " " })].lazy.compactMap {
            EventSelection.meant(by: $0, alerts: alerts ?? [], commands: commands)
        }.first
        if meant == nil, alerts == nil { _ = try file.settings() }
        return meant.map { "did you mean \(isFirst ? "suntracker " : "")\($0)?" }
    }
}
