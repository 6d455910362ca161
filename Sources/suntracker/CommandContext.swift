import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Tracker

/// What a subcommand reads from its process: the time, the environment, the time zone, the place.
struct CommandContext {
    /// The time.
    let now: Instant
    /// The variables that choose the settings, the time zone and the locale.
    let environment: Environment
    /// What the terminal can show.
    var terminal: TerminalCapabilities { TerminalCapabilities(environment: environment.variables) }
    /// The time zone in force; with `--place`, that of the place.
    let localTime: any LocalTime
    /// The texts for people.
    let words: Localizer
    /// The place of `--place`.
    private let namedPlace: Place?

    /// The context of this process, for a subcommand with these options for the place.
    static func ofProcess(for options: PlaceOptions?) throws(CommandError) -> CommandContext {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var environment = Environment.ofProcess
        var namedPlace: Place?
        if let name = options?.place {
            let place = try GazetteerPlace(meantBy: name)
            namedPlace = Place(place, .ofProcess(environment: environment, beside: .ofProcess))
            if options?.zone != .local { environment = try environment.adoptingTimeZone(of: place) }
        }
        return CommandContext(
            now: Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000),
            environment: environment, localTime: SystemLocalTime(environment: environment.variables),
            words: .ofProcess,
            namedPlace: namedPlace)
    }

    /// The place that the options give; otherwise that of the settings, of the last fix, or of the time zone, in this order.
    func place(_ options: PlaceOptions) throws(CommandError) -> Place {
        if let namedPlace { return namedPlace }
        guard let location = options.location else {
            return try place(by: settingsFile(options.config))
        }
        return Place(observer: Observer(location), name: nil, provenance: Provenance(source: .commandLine))
    }

    /// The settings in a file; by default those of the user and the system.
    func settingsFile(_ path: String? = nil) -> SettingsFile {
        path.map { SettingsFile(path: $0) } ?? SettingsFile(environment: environment)
    }

    /// The place of the settings; otherwise that of the last fix unless the time zone contradicts it, or of the time zone.
    func place(by file: SettingsFile) throws(CommandError) -> Place {
        let settings = try file.settings()
        // The tables of the time zones are not read for a place in the settings.
        if let fixed = LocationChain().place(under: settings.location) { return fixed }
        // As in the service, the time zone can contradict the last fix. Tables that cannot be read are an error only where
        // nothing else gives a place.
        let timeZonePlace = Result { () throws(CommandError) in try placeOfTimeZone() }
        let lastFix = Place.lastFix(in: environment)?.named(by: ProgramPlaces())
        let chain = LocationChain(
            lastFix: lastFix, timeZonePlace: (try? timeZonePlace.get()).flatMap { $0 })
        if let place = chain.place(under: settings.location) { return place }
        _ = try timeZonePlace.get()
        throw .noPlace(zone: localTime.zoneName)
    }

    /// The principal place of the time zone in force; nil for one without.
    func placeOfTimeZone() throws(CommandError) -> Place? {
        guard let zone = localTime.zoneName else { return nil }
        let location = TimeZoneLocation(zoneinfo: ZoneinfoTree(environment: environment.variables))
        do { return try location.place(ofZone: zone) } catch { throw .timeZoneTables(error) }
    }
}

extension CommandContext {
    /// Times relative to now, in local time; in the language of the process unless another is given.
    func relativeTime(in words: Localizer? = nil) -> RelativeTime {
        RelativeTime(now: now, localTime: localTime, words: words ?? self.words)
    }
}

extension Localizer {
    /// The texts in the language of this process.
    static let ofProcess: Localizer = ofProcess(environment: .ofProcess, program: linkTarget("/proc/self/exe")) {
        trouble in
        writeMessage(trouble)
    }
}

extension Subcommand {
    /// A warning where the answer uses local time and `TZ` names no time zone. libc uses UTC then, and reports nothing.
    func timeZoneWarning(in words: Localizer) -> String? {
        // With --place, the zone of the place is used.
        if let place = placeOptions, place.place != nil, place.zone != .local { return nil }
        let environment = Environment.ofProcess
        guard usesLocalTime, let zone = environment["TZ"],
            !ZoneinfoTree(environment: environment.variables).knows(setting: zone)
        else { return nil }
        return words(
            "there is no time zone \"{zone}\", which TZ names, so times are in UTC; name one such as {example}, or unset TZ for the system's",
            ["zone": zone.printable, "example": "America/Denver"])
    }
}

extension Place {
    /// A place named on the command line.
    init(_ place: GazetteerPlace, _ countries: CountryNames) {
        let name = place.inCountry(named: countries.name(of: place.country)).spokenName
        self.init(
            observer: Observer(place.coordinate), name: .own(name),
            provenance: Provenance(source: .commandLine))
    }
}

extension Environment {
    /// Sets `TZ` to the time zone of a place, and returns the environment with it. libc reads `TZ` once for the whole
    /// process, so this comes before the first conversion to local time.
    func adoptingTimeZone(of place: GazetteerPlace) throws(CommandError) -> Environment {
        let setting = ":" + place.timeZone
        let changed = Environment(variables.merging(["TZ": setting]) { _, new in new })
        // libc uses UTC for a zone that it does not find.
        guard ZoneinfoTree(environment: variables).systemZone(environment: changed.variables) == place.timeZone else {
            throw .noTimeZone(place)
        }
        setenv("TZ", setting, 1)
        return changed
    }
}
