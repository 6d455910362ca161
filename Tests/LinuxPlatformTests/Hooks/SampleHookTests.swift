import Foundation
import Testing

/// The sample hooks, with echo(1) instead of the programs of a desktop.
@Suite("A sample hook") struct SampleHookTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "etc/hooks")

    private let home = try? TemporaryFolder()

    /// Runs a sample, and returns its exit status and the calls of those programs.
    private func run(_ sample: String, _ arguments: [String], _ environment: [String: String]) throws -> (Int32, String)
    {
        let home = try #require(home)
        for program in ["gsettings", "busctl"] { try home.link(program, to: "/bin/echo") }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = Self.folder.appending(path: sample)
        process.arguments = arguments
        process.environment = ["HOME": home.path, "PATH": "\(home.path):/usr/bin:/bin"].merging(environment) { $1 }
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    @Test(
        "sets the theme by the event, and rejects an event that is neither day nor night",
        arguments: [
            ("sunrise", "prefer-light"), ("civil-dawn", "prefer-light"), ("sunset", "prefer-dark"),
            ("nautical-dusk", "prefer-dark"), ("solar-noon", nil),
        ] as [(String, String?)])
    func theme(event: String, scheme: String?) throws {
        let (status, output) = try run("theme", [], ["SUNTRACKER_EVENT": event])
        #expect((status == 0) == (scheme != nil))
        #expect(output == scheme.map { "set org.gnome.desktop.interface color-scheme \($0)\n" } ?? "")
    }

    @Test("sets the theme by the phase", arguments: [("day", "prefer-light"), ("night", "prefer-dark")])
    func phase(phase: String, scheme: String) throws {
        let (status, output) = try run("theme", [], ["SUNTRACKER_PHASE": phase])
        #expect(status == 0)
        #expect(output == "set org.gnome.desktop.interface color-scheme \(scheme)\n")
    }

    @Test(
        "lights the keys by the event, or by its argument",
        arguments: [("sunset", [], 1), ("sunrise", [], 0), ("sunrise", ["2"], 2)] as [(String, [String], Int)])
    func keyboardLight(event: String, arguments: [String], level: Int) throws {
        let (status, output) = try run("keyboard-light", arguments, ["SUNTRACKER_EVENT": event])
        #expect(status == 0)
        #expect(output.hasSuffix("KbdBacklight SetBrightness i \(level)\n"))
    }

    @Test("keeps a diary with one line for each event, even if a crash repeats the call")
    func diary() throws {
        var environment = [
            "SUNTRACKER_EVENT": "sunset", "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z",
            "SUNTRACKER_PLACE": "Denver", "SUNTRACKER_LATITUDE": "39.74", "SUNTRACKER_LONGITUDE": "-104.99",
        ]
        #expect(try run("diary", [], environment).0 == 0)
        environment["SUNTRACKER_RECOVERED"] = "1"
        #expect(try run("diary", [], environment).0 == 0)
        environment["SUNTRACKER_EVENT"] = "civil-dusk"
        environment["SUNTRACKER_PLACE"] = nil
        #expect(try run("diary", [], environment).0 == 0)
        #expect(
            home?.read("sun.txt")
                == "2026-11-21T23:40:00Z sunset Denver\n2026-11-21T23:40:00Z civil-dusk 39.74,-104.99\n")
    }
}
