// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

/// The disk of a simulated machine, with the service's writer of state files in front of it.
///
/// The writer writes one file at a time, and keeps only the newest waiting text of each file. A write that takes longer
/// than a second is reported as failed, and reported again when the text is on the disk.
extension SimulatedMachine {
    package enum DiskSpeed: Hashable, Sendable {
        /// The disk writes each text immediately.
        case prompt
        /// The disk writes each text within this time.
        case slow(Duration)
        /// The disk completes no write until the speed changes, like a network file system without its server.
        case hanging
    }

    /// A text for a file.
    struct Write {
        enum Content {
            case ledger(Ledger)
            case fix(Place)

            var isLedger: Bool { if case .ledger = self { true } else { false } }
        }

        let content: Content
        /// The requests that this write completes, including requests for texts that it replaces.
        var replies: [Reply]

        mutating func markAnswered() {
            for index in replies.indices { replies[index].isAnswered = true }
        }
    }

    /// The service's request to write a text.
    struct Reply {
        let send: (WriteReport) -> Void
        /// Whether the request has had a first reply.
        var isAnswered = false
    }

    /// The writer of the state files.
    struct Writer {
        var current: Write?
        /// At most one write per file, in the order of the first request.
        var waiting: [Write] = []
        /// Whether the current write has taken longer than a second.
        var isStalled = false
        /// Whether the chronicle says that the disk does not respond.
        var isRecordedAsDown = false
        /// The times at which the current text is on the disk, and at which the service stops waiting for it, on the
        /// monotonic clock; nil for never.
        var answer, timeout: Instant?

        var next: Instant? { [answer, timeout].compactMap { $0 }.min() }

        /// Whether the service waits for a first reply, and carries out no output before it.
        var isAwaited: Bool {
            ([current].compactMap { $0 } + waiting).contains { $0.replies.contains { !$0.isAnswered } }
        }
    }

    private static let full = "no space left on device"
    private static let stalled = "the disk has not responded for a second"
    private static let patience = Duration.seconds(1)

    func keep(_ ledger: Ledger, _ report: @escaping (WriteReport) -> Void) {
        let text = ledger.text
        let copy = try? Ledger(text: text)
        record(.keepRequested(copy == ledger ? copy : nil, size: text.utf8.count))
        request(.ledger(ledger), report)
    }

    func keep(fix: Place, _ report: @escaping (WriteReport) -> Void) {
        request(.fix(fix), report)
    }

    private func request(_ content: Write.Content, _ report: @escaping (WriteReport) -> Void) {
        var write = Write(content: content, replies: [])
        write.replies = [Reply(send: report, isAnswered: writer.isStalled)]
        if let index = writer.waiting.firstIndex(where: { $0.content.isLedger == content.isLedger }) {
            if !writer.isStalled { write.replies = writer.waiting[index].replies + write.replies }
            writer.waiting[index] = write
        } else {
            writer.waiting.append(write)
        }
        startNextWrite()
        if writer.isStalled { return answer([write], .notWritten(Self.stalled)) }
        while diskSpeed == .prompt, writer.current != nil { answerDisk() }
    }

    private func startNextWrite() {
        guard writer.current == nil, !writer.waiting.isEmpty else { return }
        writer.current = writer.waiting.removeFirst()
        writer.timeout = clock.now + Self.patience
        scheduleAnswer()
    }

    private func scheduleAnswer() {
        guard writer.current != nil else { return }
        writer.answer =
            switch diskSpeed {
            case .prompt: clock.now
            case .slow(let time): clock.now + time
            case .hanging: nil
            }
    }

    /// Continues a write that hangs at the new speed.
    func diskSpeedChanged(from earlier: DiskSpeed) {
        if diskSpeed == .prompt || earlier == .hanging { scheduleAnswer() }
    }

    /// Completes the write of the current text, or ends the service's wait for it, whichever is first.
    func handleDisk() {
        if let answer = writer.answer, answer <= writer.timeout ?? .latest { answerDisk() } else { stall() }
    }

    private func stall() {
        writer.timeout = nil
        (writer.isStalled, writer.isRecordedAsDown) = (true, true)
        record(.diskWorks(false))
        let writes = [writer.current].compactMap { $0 } + writer.waiting
        writer.current?.markAnswered()
        for index in writer.waiting.indices { writer.waiting[index].markAnswered() }
        answer(writes, .notWritten(Self.stalled))
    }

    private func answerDisk() {
        guard let write = writer.current else { return }
        let isSuperseded =
            writer.isStalled && writer.waiting.contains { $0.content.isLedger == write.content.isLedger }
        (writer.current, writer.isStalled, writer.answer, writer.timeout) = (nil, false, nil, nil)
        if !diskIsFull { put(write) }
        startNextWrite()
        if writer.current == nil { diskIsBack() }
        if !isSuperseded { answer([write], diskIsFull ? .notWritten(Self.full) : .written) }
    }

    private func diskIsBack() {
        guard writer.isRecordedAsDown else { return }
        writer.isRecordedAsDown = false
        record(.diskWorks(!diskIsFull))
    }

    private func put(_ write: Write) {
        switch write.content {
        case .ledger(let ledger):
            disk = ledger.text
            record(.kept(ledger))
        case .fix(let fix):
            fixOnDisk = fix.lastFixText
            fixWrites += 1
        }
    }

    /// Sends the report to the daemon, which then continues, and may request further writes.
    private func answer(_ writes: [Write], _ report: WriteReport) {
        for write in writes {
            // The record of an input has no number.
            let input: Input = write.content.isLedger ? .ledgerStore(report, write: 0) : .fixStore(report)
            for reply in write.replies {
                if report != .written, write.content.isLedger { record(.keepFailed) }
                self.report(input) { reply.send(report) }
            }
        }
    }

    /// Ends the writer together with the service. Texts that are not on the disk yet are lost.
    func endWriter() {
        let wasDown = writer.isRecordedAsDown
        writer = Writer()
        if wasDown { record(.diskWorks(!diskIsFull)) }
    }

    /// Deletes the ledger, or replaces it with the text.
    package func damageLedger(_ text: String?) {
        disk = text
        record(.ledgerLost)
    }

    /// Deletes the file of the last fix, or replaces it with the text.
    package func damageFix(_ text: String?) {
        fixOnDisk = text
        locations.lastFix = nil
    }
}
