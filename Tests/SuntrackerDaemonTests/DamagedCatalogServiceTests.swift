import Foundation
import Testing

/// The built service in a language whose catalog is damaged.
@Suite("The service with a damaged catalog", .timeLimit(.minutes(20))) nonisolated struct DamagedCatalogServiceTests {
    /// Compiles the German catalog into a data folder, and changes its bytes.
    private static func install(in folder: URL, _ damage: (inout Data) -> Void) throws {
        try folder.write("", to: "suntracker/hooks/theme")
        try folder.write("", to: "locale/de/LC_MESSAGES/suntracker.mo")
        try folder.write("", to: "locales/empty")
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "locales/de_DE.UTF-8").path, withDestinationPath: "/usr/lib/locale/C.utf8")
        let catalog = folder.appending(path: "locale/de/LC_MESSAGES/suntracker.mo")
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "etc/po/de.po")
        let msgfmt = Process()
        msgfmt.executableURL = URL(filePath: "/usr/bin/env")
        msgfmt.arguments = ["msgfmt", "--output-file=\(catalog.path)", source.path]
        try msgfmt.run()
        msgfmt.waitUntilExit()
        var bytes = try Data(contentsOf: catalog)
        damage(&bytes)
        try bytes.write(to: catalog)
    }

    @Test("starts, and says so in one line", arguments: ["half", "without its end", "with another bit"])
    func starts(damage: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.install(in: folder) { bytes in
            switch damage {
            case "half": bytes.removeLast(bytes.count / 2)
            case "without its end": bytes.removeLast()
            default: bytes[16] ^= 64
            }
        }
        let service = try RunningService(variables: [
            "LC_ALL": "de_DE.UTF-8", "LOCPATH": folder.appending(path: "locales").path, "XDG_DATA_HOME": folder.path,
        ])
        let path = folder.appending(path: "locale/de/LC_MESSAGES/suntracker.mo").path
        #expect(
            try service.line(path)
                == "\(path) is damaged, so texts are in English: install Suntracker again")
        _ = try service.line("Watching the Sun in Denver ")
        #expect(service.stop() == 0)
    }
}
