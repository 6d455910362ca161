import Foundation
import Testing

/// Sounds and the quiet time, with servers that record what they are asked for. The scenario is scenarios/sounds.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct SoundTests {
    @Test("A server that plays sounds is asked for them, in the quiet time for silence, and another one for nothing")
    func sounds() async throws {
        let found = try await TestBed.run("sounds")
        func asked(_ name: String) throws -> [String] {
            try found.recordedPopups(name).map { "\($0.urgency) \($0.sound)" }
        }
        #expect(try asked("playing") == ["2 sound-name=bell", "2 sound-file=/usr/share/sounds/sunset.oga"])
        // The file does not exist.
        let missing = "/usr/share/sounds/sunset.oga cannot be read (No such file or directory)"
        #expect(
            try found.text("preview.txt")
                == "suntrackerd shows the notification of: sunset\nIts sound is not heard: \(missing)\n")
        #expect(try found.text("doctor.txt").contains("broken  Sound          /usr/share/sounds/sunset.oga"))

        #expect(try asked("quiet") == ["0 suppress-sound=True", "2 sound-name=bell"])
        #expect(try found.entries("quiet").map { $0["SUNTRACKER_QUIET"] } == [nil])
        let hooks = "Its hooks are not run; to try them: suntracker hooks run sunrise"
        #expect(try found.text("preview_quiet.txt") == "suntrackerd shows the notification of: sunrise\n\(hooks)\n")

        #expect(try asked("left_out").isEmpty)
        #expect(try found.entries("left_out").map { $0["SUNTRACKER_QUIET"] } == ["1"])
        #expect(try found.entries("left_out.not_shown").isEmpty)
        #expect(try found.fact("outcome") == "s \"quiet\"")
        #expect(try found.text("status.txt").contains("in the journal on time; it had no notification"))
        #expect(try found.text("history.csv").contains(",quiet,"))
        #expect(try found.fact("left_out.wakeups") == "0")

        let killed = try found.recordedPopups("killed")
        #expect(try asked("killed") == ["1 sound-name=bell", "1 suppress-sound=True"])
        #expect(Set(killed.map(\.number)).count == 1)

        #expect(try asked("mute") == ["1 ", "1 "])
        let silence = "Its sound is not heard: recorder plays no sounds"
        #expect(try found.text("preview_mute.txt") == "suntrackerd shows the notification of: sunset\n\(silence)\n")
        #expect(try found.text("doctor_mute.txt").contains("broken  Sound          recorder plays no sounds"))
        #expect(try found.text("complaints.txt").isEmpty)
    }
}
