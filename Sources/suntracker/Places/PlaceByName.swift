import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Tracker

extension Gazetteer {
    /// The one place that `--place` means.
    func place(meantBy text: String) throws(CommandError) -> GazetteerPlace {
        let resolution: PlaceResolution
        do { resolution = try resolve(text) } catch { throw .gazetteer(error) }
        switch resolution {
        case .place(let place): return place
        case .ambiguous(let places): throw .ambiguousPlace(text, places)
        case .unknown(let similar): throw .unknownPlace(text, similar: similar)
        }
    }
}

extension Place {
    /// A place that was named on the command line.
    init(_ place: GazetteerPlace) {
        self.init(
            observer: Observer(place.coordinate), name: .own(place.spokenName),
            provenance: Provenance(source: .commandLine))
    }
}

extension Environment {
    /// Makes a time zone the process's own, and returns the environment with it. libc knows one zone a process: this comes
    /// before the first question of what time it is anywhere.
    func adoptingTimeZone(of place: GazetteerPlace) throws(CommandError) -> Environment {
        let setting = ":" + place.timeZone
        let changed = Environment(variables.merging(["TZ": setting]) { _, new in new })
        // libc takes a zone that it does not find for UTC.
        guard ZoneinfoTree(environment: variables).systemZone(environment: changed.variables) == place.timeZone else {
            throw .noTimeZone(place)
        }
        setenv("TZ", setting, 1)
        return changed
    }
}
