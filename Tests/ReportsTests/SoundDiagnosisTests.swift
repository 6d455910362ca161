import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A diagnosis of the sounds") struct SoundDiagnosisTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sounds: [Popup.Sound]
        let server: NotificationServer?
        let verdicts: [Check.Verdict]
        let findings: [String]
        var remedy: String?
    }

    private static func server(_ capabilities: String...) -> NotificationServer {
        .running(NotificationServer.Identity(name: "dunst", vendor: "", version: "1", capabilities: capabilities))
    }

    @Test(
        arguments: [
            Row(testDescription: "none", sounds: [], server: server("body"), verdicts: [], findings: []),
            Row(
                testDescription: "played", sounds: [.named("bell"), .file("/a b.oga")], server: server("body", "sound"),
                verdicts: [.sound], findings: ["dunst plays sounds: bell, /a b.oga"]),
            Row(
                testDescription: "not played", sounds: [.named("bell"), .file("/missing")], server: server("body"),
                verdicts: [.broken], findings: ["dunst plays no sounds"],
                remedy:
                    "use a notification server that plays sounds, play one in a hook, or remove Sound= from the settings"
            ),
            Row(
                testDescription: "no such file", sounds: [.named("bell"), .file("/missing")], server: server("sound"),
                verdicts: [.broken], findings: ["/missing cannot be read (No such file)"],
                remedy: "correct Sound= in the settings, or put a sound file in its place"),
            Row(
                testDescription: "no server", sounds: [.named("bell")], server: .absent, verdicts: [.notApplicable],
                findings: ["no notification server is running"]),
        ])
    func checks(row: Row) {
        let facts = soundMachine {
            $0.sounds = SoundFacts(row.sounds) { $0 == "/missing" ? "No such file" : nil }
            $0.notifications = row.server
        }
        expectTranslated(facts)
        let checks = Diagnosis(facts: facts, hasSymbols: true).checks.filter { $0.subject == "Sound" }
        #expect(checks.map(\.verdict) == row.verdicts)
        #expect(checks.map(\.finding) == row.findings)
        #expect(checks.first?.remedy == row.remedy)
    }

    @Test("those of the settings are listed once, without those of disabled alerts")
    func settings() throws {
        var settings = Settings()
        #expect(settings.sounds.isEmpty)
        settings.notifications.sound = .standard
        settings.notifications.sunsetSound = .named("bell")
        try settings.addAlert("lamps", "Event=sunset", "Sound=bell")
        try settings.addAlert("tea", "Event=sunset", "Sound=/a.oga")
        try settings.addAlert("off", "Event=sunset", "Sound=gong", "Enabled=no")
        try settings.addAlert("still", "Event=sunset", "Sound=no")
        #expect(settings.sounds == [.named("bell"), .file("/a.oga")])
    }
}
