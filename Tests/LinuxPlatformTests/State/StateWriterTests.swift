// SPDX-License-Identifier: MIT
import Dispatch
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

/// A disk that responds when the test lets it.
private final class SlowDisk: Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let gate = DispatchSemaphore(value: 0)
    private let arrivals: AsyncStream<String>.Continuation
    /// The requested writes, in their order.
    let asked: AsyncStream<String>
    private let failure: String?

    init(failingWith failure: String? = nil) {
        (asked, arrivals) = AsyncStream.makeStream()
        self.failure = failure
    }

    func write(_ text: String, _ path: String) throws {
        arrivals.yield("\(path): \(text)")
        gate.wait()
        if let failure { throw Failure(description: failure) }
    }

    func read() -> String {
        arrivals.yield("read")
        gate.wait()
        return "what was left"
    }

    /// Completes the first pending write.
    func answer() { gate.signal() }
}

/// A countdown that ends when the test lets it.
@MainActor
final class ManualCountdown: Countdown {
    private var handler: (@MainActor () -> Void)?
    private(set) var span: Duration?

    func start(_ span: Duration, then: @escaping @MainActor () -> Void) { (self.span, handler) = (span, then) }
    func stop() { (span, handler) = (nil, nil) }
    func pass() { handler?() }
}

@MainActor
@Suite("The writer of the state directory", .holdsDescriptors, .timeLimit(.minutes(20))) struct StateWriterTests {
    private let disk = SlowDisk()
    private let second = ManualCountdown()
    private let reports: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (reports, continuation) = AsyncStream.makeStream()
    }

    private func keep(_ text: String, at path: String = "ledger", _ writer: StateWriter) {
        writer.keep(text, at: path) { [continuation] in continuation.yield("\(text) \($0.text)") }
    }

    @Test("returns before the disk responds, and reports when it does")
    func healthy() async {
        let writer = StateWriter(timeout: second, write: disk.write)
        var (asked, reports) = (disk.asked.makeAsyncIterator(), reports.makeAsyncIterator())
        keep("a", writer)
        #expect(await asked.next() == "ledger: a")
        #expect(second.span == .seconds(1))
        disk.answer()
        #expect(await reports.next() == "a kept")
        #expect(second.span == nil, "no timer is left")
    }

    @Test(
        "reports a hanging disk after a second, for later texts immediately, and its return only for the newest text")
    func hanging() async {
        let writer = StateWriter(timeout: second, write: disk.write)
        var (asked, reports) = (disk.asked.makeAsyncIterator(), reports.makeAsyncIterator())
        keep("a", writer)
        #expect(await asked.next() == "ledger: a")
        second.pass()
        #expect(await reports.next() == "a ledger: the disk has not responded for a second")
        keep("b", writer)
        #expect(await reports.next() == "b ledger: the disk has not responded for a second")
        keep("c", writer)
        #expect(await reports.next() == "c ledger: the disk has not responded for a second")
        keep("x", at: "fix", writer)
        #expect(await reports.next() == "x fix: the disk has not responded for a second")
        disk.answer()
        #expect(await asked.next() == "ledger: c")
        disk.answer()
        #expect(await reports.next() == "c kept")
        #expect(await asked.next() == "fix: x")
        disk.answer()
        #expect(await reports.next() == "x kept")
    }

    @Test("reports late a text that took longer than a second, if no newer one waits")
    func late() async {
        let writer = StateWriter(timeout: second, write: disk.write)
        var (asked, reports) = (disk.asked.makeAsyncIterator(), reports.makeAsyncIterator())
        keep("a", writer)
        #expect(await asked.next() == "ledger: a")
        second.pass()
        #expect(await reports.next() == "a ledger: the disk has not responded for a second")
        disk.answer()
        #expect(await reports.next() == "a kept")
        keep("b", writer)
        #expect(await asked.next() == "ledger: b")
        disk.answer()
        #expect(await reports.next() == "b kept")
    }

    @Test("writes only the newest of the texts that arrive during a write, and reports the result for all of them")
    func pileUp() async {
        let writer = StateWriter(timeout: second, write: disk.write)
        var (asked, reports) = (disk.asked.makeAsyncIterator(), reports.makeAsyncIterator())
        for text in ["a", "b", "c"] { keep(text, writer) }
        #expect(await asked.next() == "ledger: a")
        disk.answer()
        #expect(await reports.next() == "a kept")
        #expect(await asked.next() == "ledger: c")
        disk.answer()
        #expect(await reports.next() == "b kept")
        #expect(await reports.next() == "c kept")
    }

    @Test("reads the files of an earlier run before it writes, and limits that wait like a write")
    func opening() async {
        let writer = StateWriter(timeout: second, write: disk.write)
        var (asked, reports) = (disk.asked.makeAsyncIterator(), reports.makeAsyncIterator())
        writer.open { [disk] in
            disk.read()
        } then: { [continuation] in
            continuation.yield($0)
        }
        #expect(await asked.next() == "read")
        keep("a", writer)
        second.pass()
        #expect(await reports.next() == "a ledger: the disk has not responded for a second")
        keep("b", writer)
        #expect(await reports.next() == "b ledger: the disk has not responded for a second")
        disk.answer()
        #expect(await reports.next() == "what was left")
        #expect(await asked.next() == "ledger: b")
        disk.answer()
        #expect(await reports.next() == "b kept")
    }

    @Test("does not report the first texts as failed because the disk responded late at the start")
    func openingLate() async {
        let writer = StateWriter(timeout: second, write: disk.write)
        var (asked, reports) = (disk.asked.makeAsyncIterator(), reports.makeAsyncIterator())
        writer.open { [disk] in
            disk.read()
        } then: { _ in
            keep("a", writer)
        }
        #expect(await asked.next() == "read")
        second.pass()
        disk.answer()
        #expect(await asked.next() == "ledger: a")
        disk.answer()
        #expect(await reports.next() == "a kept")
    }

    @Test("reports the error of the disk")
    func refusing() async {
        let disk = SlowDisk(failingWith: "no space left")
        let writer = StateWriter(timeout: second, write: disk.write)
        var reports = reports.makeAsyncIterator()
        keep("a", writer)
        disk.answer()
        #expect(await reports.next() == "a no space left")
    }
}

extension WriteReport {
    fileprivate var text: String {
        switch self {
        case .written: "kept"
        case .notWritten(let reason): reason
        }
    }
}
