import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("Errors of the command in another language") struct TranslatedErrorTests {
    /// An error, and what its text quotes in English.
    struct Row: CustomTestStringConvertible, Sendable {
        let error: CommandError
        let quoted: [String]
        var testDescription: String { "\(error)" }
    }

    private static let denied = SystemError("open /x", number: EACCES)
    private static let system = "open /x: Permission denied"
    private static let choose = "suntracker location choose"

    private static func rows() -> [Row] {
        let place = Gazetteer.ofProgram.places(named: "Tokyo")[0]
        let osaka = Gazetteer.ofProgram.places(named: "Osaka")[0]
        return [
            Row(error: .noPlace(zone: "UTC"), quoted: ["UTC", choose]),
            Row(error: .noPlace(zone: nil), quoted: [choose]),
            Row(error: .place(.unknown("Qq", similar: [])), quoted: ["Qq"]),
            Row(error: .place(.unknown("Tokio", similar: [place])), quoted: ["Tokio", place.spokenName]),
            Row(
                error: .place(.ambiguous("Tokio", [place, osaka])),
                quoted: ["Tokio", place.spokenName, osaka.spokenName, "suntracker location find"]),
            Row(
                error: .place(.ambiguous("Tokio", [place, place])), quoted: ["Tokio", "suntracker location find"]),
            Row(error: .edit(.busy(path: "/y")), quoted: ["/y"]),
            Row(error: .edit(.unwritable(denied)), quoted: [system]),
            Row(
                error: .edit(.overruled(key: "Late", by: SettingsEntry.Origin(file: "/y", line: 3))),
                quoted: ["/y", "Late"]),
            Row(
                error: .settings(
                    SettingsError(
                        origin: nil, subject: "Late", problem: .words("it is not UTF-8 text"),
                        remedy: .words("edit it by hand"))),
                quoted: ["Late"]),
            Row(
                error: .timeZoneTables(TimeZoneLocation.Failure(description: "/x: \(denied)")),
                quoted: ["/x: " + system]),
            Row(error: .noTimeZone(place), quoted: ["Asia/Tokyo", "Tokyo"]),
            Row(error: .argument { words in words("there is no session bus") }, quoted: []),
            Row(error: .journal(denied), quoted: [system]),
            Row(error: .never(.sunset, .above), quoted: ["sunset"]),
            Row(error: .never(.sunset, .below), quoted: ["sunset"]),
            Row(error: .notification("…"), quoted: []), Row(error: .encoding(denied), quoted: [system]),
            Row(error: .output(denied), quoted: [system]),
            Row(error: .file(path: "/y", denied), quoted: ["/y", system]),
            Row(error: .opener(path: "/y", .notStarted(denied)), quoted: ["/y", system]),
            Row(
                error: .opener(path: "/y", .failed(status: 3)), quoted: ["/y", "xdg-settings set default-web-browser"]),
            Row(error: .terminal(denied), quoted: [system]), Row(error: .watch(denied), quoted: [system]),
        ]
    }

    @Test("have no text that stays English, except for what the system reports")
    func translated() {
        for row in Self.rows() {
            let text = row.error.description(in: .bracketed)
            #expect(untranslatedParts(of: text, values: row.quoted) == [], "\(row.error): \(text)")
            #expect(row.error.description == row.error.description(in: .english))
        }
    }

    @Test("The reasons for which a service does not answer are translated too")
    func reasons() {
        let words = Localizer.bracketed
        let timeout = BusError(name: BusError.noReply, message: "x")
        #expect(untranslatedParts(of: timeout.reason(in: words), values: []) == [])
        #expect(timeout.reason(in: .english) == "no answer in time")
        #expect(BusError(name: "org.example.Error", message: "its text").reason(in: words) == "its text")
        #expect(Self.denied.noSessionBus(in: .english) == "there is no session bus here (\(Self.system))")
        #expect(untranslatedParts(of: Self.denied.noSessionBus(in: words), values: [Self.system]) == [])
    }
}
