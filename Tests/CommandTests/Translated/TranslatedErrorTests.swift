import CommandPlatform
import Gazetteer
import Glibc
import LinuxPlatform
import Reports
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

    private static func rows() throws -> [Row] {
        let place = try Gazetteer.ofProgram().places(named: "Tokyo")[0]
        return [
            Row(error: .noPlace(zone: "UTC"), quoted: ["UTC"]), Row(error: .noPlace(zone: nil), quoted: []),
            Row(error: .timeZoneTables(.unreadable(path: "/x", .failed(denied))), quoted: ["/x: " + system]),
            Row(error: .noTimeZone(place), quoted: ["Asia/Tokyo"]),
            Row(error: .argument { words in words("there is no session bus") }, quoted: []),
            Row(error: .journal(denied), quoted: [system]),
            Row(error: .never(.sunset, .above), quoted: ["sunset"]),
            Row(error: .never(.sunset, .below), quoted: ["sunset"]),
            Row(error: .notification("…"), quoted: []), Row(error: .encoding(denied), quoted: [system]),
            Row(error: .output(denied), quoted: [system]),
            Row(error: .file(path: "/y", denied), quoted: ["/y", system]),
            Row(error: .opener(path: "/y", .notStarted(denied)), quoted: ["/y", system]),
            Row(error: .opener(path: "/y", .failed(status: 3)), quoted: ["/y"]),
            Row(error: .terminal(denied), quoted: [system]), Row(error: .watch(denied), quoted: [system]),
        ]
    }

    @Test("have no text that stays English, except for what the system reports")
    func translated() throws {
        for row in try Self.rows() {
            var text = row.error.description(in: PseudoTranslations.words)
            for quoted in row.quoted.sorted(by: { $0.count > $1.count }) { text = text.replacing(quoted, with: "") }
            #expect(PseudoTranslations.leftover(in: text) == "", "\(row.error): \(text)")
            #expect(row.error.description == row.error.description(in: .english))
        }
    }

    @Test("The reasons for which a service does not answer are translated too")
    func reasons() {
        let words = PseudoTranslations.words
        let timeout = BusError(name: BusError.noReply, message: "x")
        #expect(PseudoTranslations.leftover(in: timeout.reason(in: words)) == "")
        #expect(timeout.reason(in: .english) == "no answer in time")
        #expect(BusError(name: "org.example.Error", message: "its text").reason(in: words) == "its text")
        #expect(Self.denied.noSessionBus(in: .english) == "there is no session bus here (\(Self.system))")
        let text = Self.denied.noSessionBus(in: words).replacing(Self.system, with: "")
        #expect(PseudoTranslations.leftover(in: text) == "")
    }
}
