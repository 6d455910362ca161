// SPDX-License-Identifier: MIT
package import Configuration
import Glibc
import Solar
import Tracker

extension Environment {
    /// The file with the place for Plasma's day-night cycle (knighttimed).
    var plasmaPlaceFile: String { configurationHome + "/knighttimerc" }

    /// The watch of this file; none while the file does not exist. A watch that waits for the file would wake up the
    /// process whenever a program creates a file in the same directory, which Plasma's programs do all day.
    package var plasmaPlaceWatch: [FileWatcher.Target] {
        access(plasmaPlaceFile, F_OK) == 0 ? [.file(plasmaPlaceFile)] : []
    }
}

extension Place {
    /// Reads the place that the user has set for Plasma's day-night cycle; nil if none is set, or if Plasma finds the
    /// place itself or uses fixed times.
    package static func ofPlasma(in environment: Environment) -> Place? {
        (try? readText(environment.plasmaPlaceFile, atMost: 1 << 16)).flatMap(\.self).flatMap(Place.init(knighttime:))
    }

    /// The place in the text of `knighttimerc`, in the format of KConfig.
    init?(knighttime text: String) {
        var values: [String: Substring] = [:]
        var group: Substring = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = line.dropFirst().dropLast()
            } else if let equals = line.firstIndex(of: "=") {
                // An administrator can lock a key with [$i] after its name.
                let key = line[..<equals].prefix { $0 != "[" }
                values["\(group)/\(key)"] = line[line.index(after: equals)...]
            }
        }
        guard values["General/Source", default: "Location"] == "Location", values["Location/Automatic"] == "false",
            let latitude = values["Location/Latitude"].flatMap({ Double($0) }),
            let longitude = values["Location/Longitude"].flatMap({ Double($0) }),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude), !coordinate.isOrigin
        else { return nil }
        self.init(observer: Observer(coordinate.toHundredths), name: nil, provenance: Provenance(source: .plasma))
    }
}
