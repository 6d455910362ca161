import Dispatch
public import Tracker

/// Writes the files of the state folder off the main queue, one after the other, so that a disk that does not answer
/// (a home on a network file system whose server is gone) keeps nothing waiting but itself.
///
/// Of the texts that pile up behind a write that hangs, each file's newest is written when the disk is back.
@MainActor
public final class StateWriter {
    /// Told what became of a text: once, or twice where the disk answers late.
    public typealias Report = @MainActor (KeepReport) -> Void

    private struct Job {
        let path: String
        let text: String
        var reports: [Report]
    }

    private let write: @Sendable (_ text: String, _ path: String) throws -> Void
    private let patience: any Countdown
    // Not a global queue: for those libdispatch counts its threads every second from their first use on.
    private let queue = DispatchQueue(label: "state")
    private var current: Job?
    /// One a file, in the order in which the files were first asked for.
    private var waiting: [Job] = []
    /// Whether the current job has taken longer than anybody is to wait.
    private var isStalled = false

    /// How long a write may take: a disk that starts to spin, or is busy, has answered by then.
    static let longestWait = Duration.seconds(1)
    /// What is said of one that takes longer.
    static let stalled = "the disk has not answered for a second"

    /// Writes to the disk.
    public convenience init() {
        self.init(patience: OneShotTimer()) { text, path in
            try makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
            try writeAtomically(text, to: path)
        }
    }

    /// - Parameters:
    ///   - patience: counts the longest wait.
    ///   - write: replaces a file; called off the main queue, one call at a time.
    init(patience: any Countdown, write: @escaping @Sendable (_ text: String, _ path: String) throws -> Void) {
        self.patience = patience
        self.write = write
    }

    /// Replaces the file with the text, readable for its owner alone; makes the folder, with mode 0700, if it is not there.
    ///
    /// Returns at once. The first report comes within a second. A text that another one replaces before its turn is
    /// reported with that one.
    public func keep(_ text: String, at path: String, then report: @escaping Report) {
        if isStalled { report(.notKept("\(path): \(Self.stalled)")) }
        if let index = waiting.firstIndex(where: { $0.path == path }) {
            // Those before it have been told by now, where the disk is stalled.
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
        current = job
        patience.start(Self.longestWait) { [weak self] in self?.stall() }
        queue.async { @Sendable [weak self, write, path = job.path, text = job.text] in
            let report: KeepReport
            do {
                try write(text, path)
                report = .kept
            } catch {
                report = .notKept("\(error)")
            }
            DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated { self?.finish(report) } }
        }
    }

    private func stall() {
        // It may have been answered while the timer was on its way.
        guard current != nil else { return }
        isStalled = true
        for job in [current].compactMap({ $0 }) + waiting {
            for report in job.reports { report(.notKept("\(job.path): \(Self.stalled)")) }
        }
    }

    private func finish(_ report: KeepReport) {
        guard let job = current else { return }
        patience.stop()
        // What is late is worth telling only while it is the newest.
        let isNews = !isStalled || !waiting.contains { $0.path == job.path }
        (current, isStalled) = (nil, false)
        startNext()
        if isNews { for told in job.reports { told(report) } }
    }
}

/// A span of time awake (CLOCK_MONOTONIC) after which something is done, unless it is stopped before.
@MainActor
protocol Countdown: AnyObject {
    /// Begins anew.
    func start(_ span: Duration, then: @escaping @MainActor () -> Void)
    /// Has nothing done.
    func stop()
}

extension OneShotTimer: Countdown {
    func start(_ span: Duration, then: @escaping @MainActor () -> Void) {
        fire(at: .now() + .microseconds(Int(span.components.seconds) * 1_000_000), then)
    }

    func stop() { disarm() }
}
