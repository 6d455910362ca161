import Foundation

/// A home of the tests, with the settings in it and `$XDG_CONFIG_HOME` leading there.
final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)").path
    var file: String { path + "/suntracker/suntracker.conf" }

    init(_ settings: String? = nil, part: String? = nil) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/suntracker/suntracker.conf.d", withIntermediateDirectories: true)
        try settings?.write(toFile: file, atomically: true, encoding: .utf8)
        try part?.write(toFile: self.part, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var part: String { path + "/suntracker/suntracker.conf.d/part.conf" }
    var settings: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    func run(_ arguments: String..., zone: String = "UTC") throws -> Command {
        try Command(arguments, zone: zone, variables: ["XDG_CONFIG_HOME": path])
    }
}
