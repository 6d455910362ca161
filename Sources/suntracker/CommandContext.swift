import Glibc
import LinuxPlatform
import Solar
import Tracker

/// What a command finds around it.
struct CommandContext {
    /// The time.
    let now: Instant
    /// The variables that choose the settings, the time zone and the locale.
    let environment: Environment
    /// The time zone in force.
    let localTime: any LocalTime

    /// What this process finds.
    static var ofProcess: CommandContext {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let environment = Environment.ofProcess
        return CommandContext(
            now: Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000),
            environment: environment, localTime: SystemLocalTime(environment: environment.variables))
    }

    /// The place that the options name, or else the settings, or else the time zone.
    func place(_ options: PlaceOptions) throws(CommandError) -> Place {
        var settings = Settings()
        if let location = options.location {
            settings.setLocation(location)
        } else {
            let file = options.config.map(SettingsFile.init(path:)) ?? SettingsFile(environment: environment)
            do { settings = try file.load() } catch { throw .settings(error) }
        }
        if let place = LocationChain().place(under: settings.location) { return place }
        let chain = LocationChain(timeZonePlace: try placeOfTimeZone())
        guard let place = chain.place(under: settings.location) else {
            throw .noLocation(zone: localTime.zoneName)
        }
        return place
    }

    private func placeOfTimeZone() throws(CommandError) -> Place? {
        guard let zone = localTime.zoneName else { return nil }
        let location = TimeZoneLocation(zoneinfo: ZoneinfoTree(environment: environment.variables))
        do { return try location.place(ofZone: zone) } catch { throw .timeZoneTables(error) }
    }
}
