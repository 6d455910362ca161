import LinuxPlatform
import Tracker

/// The settings of the service: what the files say, and the command line's place.
final class ServiceSettings {
    private let file: SettingsFile
    private let place: Place?
    private let copy: SettingsCopyFile?

    /// - Parameters:
    ///   - place: what the command line gives; nil for the files' own.
    ///   - copy: where what is accepted is kept; nil for nowhere.
    init(file: SettingsFile, place: Place?, copy: SettingsCopyFile?) {
        self.file = file
        self.place = place
        self.copy = copy
    }

    /// Settings that could not be used at the start, and what is used in their place.
    struct Refusal {
        let mistake: SettingsError
        let fallback: SettingsFallback
    }

    /// Reads them. What is accepted is kept for a start at which the files cannot be used.
    func load() throws(SettingsError) -> Settings {
        let entries = try file.entries()
        let settings = try file.settings(of: entries)
        copy?.keep(settings, madeOf: entries)
        return completed(settings)
    }

    /// The settings to start with: those of the files, else those that were last accepted, else the defaults. A service that
    /// ended here would not notice when the files are mended.
    func loadAtStart() -> (settings: Settings, refusal: Refusal?) {
        do {
            return (try load(), nil)
        } catch {
            guard let last = copy?.load() else {
                return (completed(Settings()), Refusal(mistake: error, fallback: .defaults))
            }
            return (completed(last), Refusal(mistake: error, fallback: .lastAccepted))
        }
    }

    private func completed(_ settings: Settings) -> Settings {
        var settings = settings
        if let place { settings.setLocation(place) }
        return settings
    }
}
