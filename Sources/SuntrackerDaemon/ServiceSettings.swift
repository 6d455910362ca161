import LinuxPlatform
import Tracker

/// The settings of the service: those of the files, with the command line's place.
final class ServiceSettings {
    private let file: SettingsFile
    private let place: Place?
    private let copy: SettingsCopyFile?

    /// - Parameters:
    ///   - place: the command line's place; nil for that of the files.
    ///   - copy: keeps a copy of accepted settings; nil for none.
    init(file: SettingsFile, place: Place?, copy: SettingsCopyFile?) {
        self.file = file
        self.place = place
        self.copy = copy
    }

    /// Settings that could not be used at the start, and what replaces them.
    struct Refusal {
        let mistake: SettingsError
        let fallback: SettingsFallback
    }

    /// Reads the settings, and keeps a copy for a start at which the files cannot be used.
    ///
    /// Reads files and hook folders on the main queue: at the start, on a reload, and after inotify has reported a change, which
    /// it does not for a disk that does not answer. Never while an event is announced.
    func load() throws(SettingsError) -> Settings {
        let entries = try file.entries()
        let settings = try file.settings(of: entries)
        copy?.keep(settings, madeOf: entries)
        return completed(settings)
    }

    /// The settings at the start: those of the files, else those that were last accepted, else the defaults. If the service
    /// exited instead, it would not notice that the files are fixed.
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
