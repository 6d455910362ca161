import LinuxPlatform
import Tracker

/// The configuration of GeoClue (geoclue(5)): `/etc/geoclue/geoclue.conf`, and after it the files of `conf.d`.
struct GeoClueConfiguration: Sendable {
    private let entries: [SettingsEntry]

    /// The configuration of this machine; what cannot be read is left out.
    static var ofMachine: GeoClueConfiguration {
        let folder = "/etc/geoclue"
        let parts = namesInFolder(folder + "/conf.d").filter { $0.hasSuffix(".conf") }.sorted()
        return GeoClueConfiguration(
            (["\(folder)/geoclue.conf"] + parts.map { "\(folder)/conf.d/\($0)" }).compactMap { path in
                (try? readText(path, atMost: 1 << 20)).flatMap(\.self).map { (path, $0) }
            })
    }

    /// The configuration in the texts of these files. A file that is not a key file is left out, as GeoClue does.
    init(_ files: [(path: String, text: String)]) {
        entries = files.flatMap { (try? KeyFile(text: $0.text, path: $0.path))?.entries ?? [] }
    }

    /// Where it names a provider of locations that has ended, for machines that know networks and have no satellite
    /// receiver: `/etc/geoclue/geoclue.conf:49`; nil if it does not. Mozilla's ended in June 2024.
    var endedProvider: String? {
        guard let url = entries.last(where: { $0.group == "wifi" && $0.key == "url" }), let origin = url.origin,
            url.value.contains(Self.mozilla)
        else { return nil }
        return "\(origin.file):\(origin.line)"
    }

    /// The host of Mozilla's location service.
    static let mozilla = "location.services.mozilla.com"
}
