// SPDX-License-Identifier: MIT
import Configuration
import TestSupport
import Testing
import Tracker
import Wording

@Suite("The journal entry about an error in the settings") struct LoggedErrorTests {
    @Test(
        "names the line and a command that says more, but not the place, because others may read the journal",
        arguments: [
            "Latitude=39.7392x", "Latitude=139.7392", "Latitude=39.7392W", "Latitude=39.7392 # home",
            "Latitude=39°64′21.7392″N",
            "Longitude=-104.7392,39.74", "Longitude=204.7392", "Longitude=-104.7392W", "Place=39.7392",
            "Place=39.7392,-104.9903,5", "Place=39.7392, 204.9903", "Place=7392 Main Street",
            "Source=39.7392358,-104.9902510", "Mode=39.7392", "Accuracy=39.7392", "Elevation=39.7392 -104.9903",
        ])
    func error(line: String) throws {
        let error = try #require(throws: SettingsError.self) { try Settings(lines: ["Location." + line]) }
        let entry = JournalEntry(.settingsRefused(error, insteadUsing: nil))
        #expect(!entry.message.contains("7392"), "\(entry.message)")
        let key = line.prefix { $0 != "=" }
        #expect(
            entry.message.hasSuffix(
                "suntracker.conf:1: \(key): invalid value; to see why, run: suntracker config check"))
        #expect(error.description.contains("7392"), "the command quotes it")
    }

    @Test("in another setting quotes the line")
    func others() throws {
        let error = try #require(throws: SettingsError.self) { try Settings(lines: ["Notifications.Grace=soon"]) }
        #expect(JournalEntry(.settingsRefused(error, insteadUsing: nil)).message.contains("\"soon\""))
    }
}
