// SPDX-License-Identifier: MIT
import Configuration
package import Tracker

/// The configuration of GeoClue (geoclue(5)): `/etc/geoclue/geoclue.conf`, and after it the files of `conf.d`.
package struct GeoClueConfiguration: Sendable {
    private let entries: [SettingsEntry]

    /// The configuration of this machine, read from the disk. Files that cannot be read are left out.
    package static func ofMachine(in folder: String = "/etc/geoclue") -> GeoClueConfiguration {
        let parts = ((try? namesInFolder(folder + "/conf.d")) ?? []).filter { $0.hasSuffix(".conf") }
        return GeoClueConfiguration(
            (["\(folder)/geoclue.conf"] + parts.map { "\(folder)/conf.d/\($0)" }).compactMap { path in
                (try? readText(path, atMost: 1 << 20)).flatMap(\.self).map { (path, $0) }
            })
    }

    /// The configuration in the texts of these files. A file that is not a key file is left out, as in GeoClue.
    package init(_ files: [(path: String, text: String)]) {
        entries = files.flatMap { (try? KeyFile($0.text).entries(at: $0.path)) ?? [] }
    }

    package var provider: LocationProvider {
        let url = entries.last { $0.group == "wifi" && $0.key == "url" }
        guard let url, let origin = url.origin, let host = Self.host(of: url.value) else {
            return LocationProvider(host: nil, origin: "")
        }
        return LocationProvider(host: host, origin: "\(origin.file):\(origin.line)")
    }

    /// The host of an address. The rest may contain a secret key.
    private static func host(of address: String) -> String? {
        // Not split at "://", because the search for a text would link Swift's regular expressions into the service.
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let rest = parts.count == 3 && parts[0].last == ":" && parts[1].isEmpty ? parts[2] : address[...]
        let host = rest.prefix { !"/:?#".contains($0) }
        return host.isEmpty ? nil : String(host).printable
    }
}
