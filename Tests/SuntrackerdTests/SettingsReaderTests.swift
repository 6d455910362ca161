// SPDX-License-Identifier: MIT
import Configuration
import Dispatch
import LinuxPlatform
import TestSupport
import Testing
import Tracker

@testable import suntrackerd

/// A disk that responds when the test lets it.
private nonisolated final class SlowDisk: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let error: SettingsError?

    init(failingWith error: SettingsError? = nil) { self.error = error }

    func read() -> SettingsReader.Reading {
        gate.wait()
        return SettingsReader.Reading(error.map { .failure($0) } ?? .success(Settings()))
    }

    /// Completes the first pending reading.
    func answer() { gate.signal() }
}

/// The reader, with a log of its actions.
@MainActor
private final class Desk {
    let disk: SlowDisk
    let log: AsyncStream<String>
    let continuation: AsyncStream<String>.Continuation
    private(set) var reader: SettingsReader

    init(_ disk: SlowDisk = SlowDisk()) {
        self.disk = disk
        let (log, continuation) = AsyncStream<String>.makeStream()
        (self.log, self.continuation) = (log, continuation)
        reader = SettingsReader(on: Worker("settings"), read: disk.read) { cause in
            continuation.yield("start \(cause)")
        } onEnd: { cause, reading, completion in
            if case .failure(let error) = reading.settings { continuation.yield("\(cause): \(error.problem)") }
            if case .success = reading.settings { continuation.yield("\(cause)") }
            completion()
        }
    }

    func request(_ cause: SettingsCause, _ name: String) {
        reader.request(cause) { [continuation] error in
            continuation.yield("answer to \(name)\(error.map { ": \($0.problem)" } ?? "")")
        }
    }

    /// The next lines of the log.
    func lines(_ count: Int) async -> [String] {
        var lines: [String] = []
        for await line in log {
            lines.append(line)
            if lines.count == count { break }
        }
        return lines
    }
}

@MainActor
@Suite("The reading of the settings", .timeLimit(.minutes(20))) struct SettingsReaderTests {
    @Test("does not block the main queue while the disk does not respond")
    func slow() async {
        let desk = Desk()
        desk.request(.reload, "one")
        // Work of the main queue during the reading, such as announcing an event or notifying the watchdog.
        DispatchQueue.main.async { [desk] in
            MainActor.assumeIsolated {
                desk.continuation.yield("an event")
                desk.disk.answer()
            }
        }
        #expect(await desk.lines(4) == ["start reload", "an event", "reload", "answer to one"])
    }

    @Test("of requests during a reading happens once, after it, and every request is answered")
    func superseded() async {
        let desk = Desk()
        for name in ["one", "two", "three"] { desk.request(.reload, name) }
        desk.disk.answer()
        // The service manager learns of the second reload after the end of the first one.
        #expect(await desk.lines(4) == ["start reload", "reload", "answer to one", "start reload"])
        desk.disk.answer()
        #expect(await desk.lines(3) == ["reload", "answer to two", "answer to three"])
        desk.request(.edit, "four")
        desk.disk.answer()
        #expect(await desk.lines(3) == ["start edit", "edit", "answer to four"])
    }

    @Test("after a changed file and a requested reload is a reload")
    func both() async {
        let desk = Desk()
        desk.request(.edit, "one")
        desk.request(.edit, "two")
        desk.request(.reload, "three")
        desk.request(.edit, "four")
        for _ in 1...2 { desk.disk.answer() }
        #expect(await desk.lines(4) == ["start edit", "edit", "answer to one", "start reload"])
        #expect(await desk.lines(4) == ["reload", "answer to two", "answer to three", "answer to four"])
    }

    @Test("answers with the error in the settings")
    func refused() async {
        let error = SettingsError(origin: nil, subject: "Sunrise", problem: "is odd", remedy: "use yes or no")
        let desk = Desk(SlowDisk(failingWith: error))
        desk.request(.reload, "one")
        desk.disk.answer()
        #expect(await desk.lines(3) == ["start reload", "reload: is odd", "answer to one: is odd"])
    }
}
