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
        let error: SettingsError
        let fallback: SettingsFallback
    }

    /// The settings of a reading, of which it keeps a copy for a start at which the files cannot be used.
    func accept(_ reading: SettingsReader.Reading.Accepted) -> Settings {
        copy?.keep(reading.settings, madeOf: reading.entries)
        return completed(reading.settings)
    }

    /// The settings at the start: those of the files, else those that were last accepted, else the defaults. If the service
    /// exited instead, it would not notice that the files are fixed.
    func atStart(_ reading: SettingsReader.Reading) -> (settings: Settings, refusal: Refusal?) {
        switch reading.settings {
        case .success(let accepted): return (accept(accepted), nil)
        case .failure(let error):
            guard let last = copy?.load() else {
                return (completed(Settings()), Refusal(error: error, fallback: .defaults))
            }
            return (completed(last), Refusal(error: error, fallback: .lastAccepted))
        }
    }

    private func completed(_ settings: Settings) -> Settings {
        var settings = settings
        if let place { settings.setLocation(place) }
        return settings
    }
}
