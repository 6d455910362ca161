// SPDX-License-Identifier: MIT
package import Tracker

/// Reads and writes the files in the state directory off the main queue, one at a time. A disk that does not respond,
/// such as a network file system without its server, blocks nothing else.
///
/// While a write hangs, only the newest text of each file is kept for later.
@MainActor
package final class StateWriter {
    /// The handler for the result of a write. It is called once, or twice if the disk responds late.
    package typealias Report = @MainActor (WriteReport) -> Void

    private struct Job: Sendable {
        let path: String
        let text: String
        var reports: [Report]
    }

    private let write: @Sendable (_ text: String, _ path: String) throws -> Void
    private let timeout: any Countdown
    /// What else has to do with the directory runs on this worker, too.
    package let worker = Worker("state")
    private var current: Job?
    /// The waiting jobs, at most one for each file, in the order of the first request.
    private var waiting: [Job] = []
    /// Whether the current job has exceeded the longest wait.
    private var isStalled = false

    /// The time after which a write is reported as failed. A disk that is spinning up or busy responds earlier.
    static let longestWait = Duration.seconds(1)
    /// The reason that is reported for a write that takes longer.
    static let stalled = "the disk has not responded for a second"

    package convenience init() { self.init(timeout: OneShotTimer()) }

    /// - Parameter timeout: measures the longest wait.
    convenience init(timeout: any Countdown) {
        self.init(timeout: timeout) { text, path in
            try makeFolders(folder(of: path))
            try writeAtomically(text, to: path)
        }
    }

    /// - Parameters:
    ///   - timeout: measures the longest wait.
    ///   - write: replaces a file; called off the main queue, one call at a time.
    init(timeout: any Countdown, write: @escaping @Sendable (_ text: String, _ path: String) throws -> Void) {
        self.timeout = timeout
        self.write = write
    }

    /// Reads the files of an earlier run. Call this once, before anything is written: writes wait for it, as they wait
    /// for each other.
    package func open<Found: Sendable>(
        _ read: @escaping @Sendable () -> Found, then handler: @escaping @MainActor (Found) -> Void
    ) {
        begin(Job(path: "", text: "", reports: []))
        worker.run(read) { [weak self] found in
            // The disk has responded, so what the handler writes is only next.
            self?.timeout.stop()
            self?.isStalled = false
            handler(found)
            self?.finish(.written)
        }
    }

    /// Replaces the text of the file, which only its owner can read. Creates the directory, with mode 0700, if it is
    /// missing.
    ///
    /// Returns immediately. The first report follows within a second. If a newer text supersedes this one before it is
    /// written, both are reported together.
    package func keep(_ text: String, at path: String, then report: @escaping Report) {
        if isStalled { report(.notWritten("\(path): \(Self.stalled)")) }
        if let index = waiting.firstIndex(where: { $0.path == path }) {
            // If the disk is stalled, the earlier texts have already been reported.
            let earlier = isStalled ? [] : waiting[index].reports
            waiting[index] = Job(path: path, text: text, reports: earlier + [report])
        } else {
            waiting.append(Job(path: path, text: text, reports: [report]))
        }
        startNext()
    }

    private func startNext() {
        guard current == nil, !waiting.isEmpty else { return }
        let job = waiting.removeFirst()
        begin(job)
        worker.run { [write] in
            do {
                try write(job.text, job.path)
                return WriteReport.written
            } catch {
                return .notWritten("\(error)")
            }
        } then: { [weak self] report in
            self?.finish(report)
        }
    }

    private func begin(_ job: Job) {
        current = job
        timeout.start(Self.longestWait) { [weak self] in self?.stall() }
    }

    private func stall() {
        // The write may have ended after the timer has fired.
        guard current != nil else { return }
        isStalled = true
        for job in [current].compactMap({ $0 }) + waiting {
            for report in job.reports { report(.notWritten("\(job.path): \(Self.stalled)")) }
        }
    }

    private func finish(_ report: WriteReport) {
        guard let job = current else { return }
        timeout.stop()
        // A late result matters only if no newer text is waiting.
        let isCurrent = !isStalled || !waiting.contains { $0.path == job.path }
        (current, isStalled) = (nil, false)
        startNext()
        if isCurrent { for reply in job.reports { reply(report) } }
    }
}
