// SPDX-License-Identifier: MIT
import Configuration
import TestSupport
import Testing

@Suite("A copy of accepted settings") struct SettingsCopyTests {
    /// Settings files, each a list of lines `Group.Key=value`.
    struct Files: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let files: [[String]]

        init(_ name: String, _ files: [String]...) {
            testDescription = name
            self.files = files
        }

        var entries: [SettingsEntry] {
            files.enumerated().flatMap { index, lines in
                lines.enumerated().map { SettingsEntry($1, file: "\(index).conf", line: $0 + 1) }
            }
        }
    }

    @Test(
        "yields the same settings",
        arguments: [
            Files("of no files at all"),
            Files(
                "with every kind of value",
                [
                    "Location.Source=auto", "Location.Latitude=39.74° N", "Location.Longitude=104.98W",
                    "Location.Elevation=1600 m", "Location.Name=Home & Söhne", "Notifications.WhenQuiet=journal",
                    "Notifications.Grace=1h 30min", "Hooks.Timeout=5s", "Alert lamps on.Event=sunset",
                    "Alert lamps on.Offset=-30min", "Alert lamps on.Title={{ = # ; {time}", "Alert b.Event=sunrise",
                ]),
            Files("with a place by its name", ["Location.Place=Denver", "Location.Elevation=1600"]),
            Files("with a place by its name, under another name", ["Location.Place=Denver", "Location.Name=Here"]),
            Files("with a place that the gazetteer names", ["Location.Latitude=39.2", "Location.Longitude=-105"]),
            Files(
                "with a place that is to have no name",
                ["Location.Latitude=39.2", "Location.Longitude=-105", "Location.Name="]),
            Files("with the smallest angles", ["Location.Latitude=0.00001", "Location.Longitude=-0.00001"]),
            Files(
                "with coordinates in the place of a name in an earlier file",
                ["Location.Place=Tromsø", "Location.Elevation=9"],
                ["Location.Latitude=1", "Location.Longitude=2"]),
            Files(
                "with a name in the place of coordinates in an earlier file",
                ["Location.Latitude=1", "Location.Longitude=2", "Location.Name=x"], ["Location.Place=Tromsø"]),
            Files(
                "with an alert in two files", ["Alert a.Event=sunset", "Alert a.Enabled=no"],
                ["Alert a.Enabled=yes", "Notifications.Sunset=no"]),
        ])
    func roundTrip(files: Files) throws {
        let settings = try Settings(entries: files.entries, places: FewPlaces())
        let text = SettingsCopy(files.entries, making: settings, source: "/x.conf").text
        #expect(try Settings(entries: entries(of: text), places: FewPlaces()) == settings, "\(text)")
    }

    @Test("does not look up the place in the gazetteer, which may by then contain several places of that name")
    func ambiguous() throws {
        let file = Files("", ["Location.Place=Denver"]).entries
        let settings = try Settings(entries: file, places: FewPlaces())
        let text = SettingsCopy(file, making: settings, source: "/x.conf").text
        #expect(try Settings(entries: entries(of: text), places: NoPlaces()) == settings)
    }

    @Test("is identified by the path of the file, whatever characters the path contains")
    func source() {
        let text = SettingsCopy([], making: Settings(), source: "/a\nb.conf").text
        #expect(SettingsCopy.isCopy(text, of: "/a\nb.conf"))
        #expect(!SettingsCopy.isCopy(text, of: "/a"))
        #expect(text.split(separator: "\n").count == 1)
    }

    /// The entries of a key file in this simple form.
    private func entries(of text: String) -> [SettingsEntry] {
        var group = ""
        var entries: [SettingsEntry] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("[") {
                group = String(line.dropFirst().dropLast())
            } else if !line.isEmpty, !line.hasPrefix("#") {
                entries.append(SettingsEntry("\(group).\(line)", file: "copy", line: index + 1))
            }
        }
        return entries
    }
}
