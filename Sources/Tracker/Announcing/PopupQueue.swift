// SPDX-License-Identifier: MIT
import Solar

/// The popups that are pending. One at a time is sent to the notification server, so a hundred popups start a crashing
/// server no more often than one does.
struct PopupQueue: Hashable, Sendable {
    struct Pending: Hashable, Sendable {
        let id: Popup.ID
        let content: Popup.Content
        /// The instant before which it is not sent.
        var start: Instant
        /// The instant after which it is too late to show the popup.
        var deadline: Instant
        /// Whether a server may have shown the popup already. The popup then makes no sound, because it would be the
        /// second one.
        var mayHaveBeenShown = false
        /// Whether the server was sent the popup, but does not respond. It may show the popup when it recovers, so the
        /// popup is sent again only when the server exits or another one replaces it, and a notice that is shown at
        /// most once is not sent again at all.
        var hasNoResponse = false
        /// The number of failed attempts. A popup to which the server does not respond is not sent again to it.
        var failures = 0
        /// The reason of the last failure to show this popup, or the popup that was sent instead; nil before the first
        /// failure.
        var failure: Popup.Failure?
    }

    /// How long a new server must stay on the bus before it is sent a popup that could not be shown: it may crash
    /// immediately.
    private static let settling = Duration.seconds(2)
    /// The wait after the first failure; it doubles with each further failure.
    private static let shortest = Duration.seconds(5)

    /// The pending popups, ordered by their numbers.
    private var pending: [Pending] = []
    private var lastNumber: UInt64 = 0
    /// The pending popup that was sent and to which the server has not responded yet.
    private var inFlight: Popup.ID?
    /// The number of failures of the server since it last responded to a popup.
    private var failures = 0
    /// The next attempt after a failure of the server; nil if there is no reason to wait.
    private var retry: Instant?
    /// The attempt at a server that has appeared since, which comes before `retry`.
    private var settled: Instant?
    /// The bus or the server that was last recorded as missing; nil if none was.
    private var missing: Popup.Missing?

    /// Adds a popup. Returns the pending popup with the same tag, which it replaces, because the user would only see
    /// the later one.
    ///
    /// - Parameter mayHaveBeenShown: whether the popup may have been shown in an earlier run.
    mutating func add(
        _ content: Popup.Content, notBefore start: Instant, deadline: Instant, mayHaveBeenShown: Bool = false
    ) -> Pending? {
        let earlier = remove(tag: content.tag)
        lastNumber += 1
        pending.append(
            Pending(
                id: Popup.ID(number: lastNumber), content: content, start: start, deadline: deadline,
                mayHaveBeenShown: mayHaveBeenShown))
        // A new popup is sent soon, however long the others wait.
        retry = retry.map { min($0, start + Self.shortest) }
        return earlier
    }

    /// Removes the popup with a tag; nil if none is pending.
    @discardableResult
    mutating func remove(tag: String) -> Pending? {
        pending.first { $0.content.tag == tag }.flatMap { remove($0.id) }
    }

    /// Removes a popup; nil if it is not pending.
    @discardableResult
    mutating func remove(_ id: Popup.ID) -> Pending? {
        if inFlight == id { inFlight = nil }
        return index(of: id).map { pending.remove(at: $0) }
    }

    /// Removes the popups for which it is too late.
    mutating func removeExpired(at now: Instant) -> [Pending] {
        pending.filter { $0.deadline < now }.compactMap { remove($0.id) }
    }

    func content(of id: Popup.ID) -> Popup.Content? { index(of: id).map { pending[$0].content } }

    /// Whether the popup of an occurrence is pending.
    func contains(_ occurrence: Occurrence) -> Bool {
        pending.contains { if case .announcement(occurrence, _) = $0.content { true } else { false } }
    }

    /// The pending popups that no server is being asked to show, or may still show.
    var unsent: [Popup.Content] { pending.filter { $0.id != inFlight && !$0.hasNoResponse }.map(\.content) }

    private func index(of id: Popup.ID) -> Int? { pending.firstIndex { $0.id == id } }

    // MARK: The next attempt

    /// The popup to send now; nil if there is none.
    func next(at now: Instant) -> Pending? {
        guard inFlight == nil else { return nil }
        return pending.filter { due($0).map { $0 <= now } ?? false }.min { $0.failures < $1.failures }
    }

    mutating func send(_ id: Popup.ID) { (inFlight, settled) = (id, nil) }

    /// Whether the server has responded to every popup that could be sent.
    func hasAllResponses(at now: Instant) -> Bool { inFlight == nil && next(at: now) == nil }

    /// When a popup can be sent, unless another one is in flight; nil while it has no response.
    private func due(_ popup: Pending) -> Instant? {
        guard !popup.hasNoResponse else { return nil }
        return max(popup.start, retry.map { min($0, settled ?? $0) } ?? popup.start)
    }

    /// When the next attempt or deadline is due; nil if nothing is pending.
    var nextWake: Instant? {
        let ends = pending.map { $0.deadline + .microseconds(1) }
        // The response to the popup in flight triggers the next one.
        let attempts = inFlight == nil ? pending.compactMap(due) : []
        return (ends + attempts).min()
    }

    // MARK: Reports

    /// Removes a popup because the server shows it; nil if it is not pending.
    mutating func markShown(_ id: Popup.ID) -> Pending? {
        (failures, retry, settled) = (0, nil, nil)
        return remove(id)
    }

    /// Records that the server did not show a popup. If the server is running and refuses it, only this popup waits;
    /// otherwise all of them do, because each attempt may make the bus start a server that crashes.
    mutating func recordFailure(of id: Popup.ID, _ failure: Popup.Failure, at now: Instant, grace: Duration) {
        guard let index = index(of: id) else { return }
        inFlight = nil
        pending[index].failure = failure
        switch failure {
        case .refused:
            // The server is running, so the other popups need not wait, except for another server that has appeared since.
            retry = settled
            pending[index].failures += 1
            pending[index].start = now + Self.wait(after: pending[index].failures, grace: grace)
            return
        case .noResponse:
            (pending[index].hasNoResponse, pending[index].mayHaveBeenShown) = (true, true)
        case .unreachable, .noBus, .noServer:
            pending[index].failures += 1
            for other in pending.indices where !pending[other].hasNoResponse { pending[other].failure = failure }
        }
        failures += 1
        retry = now + Self.wait(after: failures, grace: grace)
    }

    /// The wait after that many failures in a row: 5, 10, 20, … seconds, up to 80 seconds or an eighth of the grace
    /// period, whichever is longer, but at most a quarter of the grace period.
    private static func wait(after failures: Int, grace: Duration) -> Duration {
        min(shortest * (1 << min(failures - 1, 14)), max(min(.seconds(80), grace / 4), grace / 8))
    }

    /// Records that a new server has appeared, which was not sent any of the popups.
    mutating func serverAppeared(at now: Instant) {
        settled = now + Self.settling
        forgetQuestions()
    }

    /// Records that the server has left the bus. The popups that were sent without a response are lost.
    mutating func serverLeft() {
        settled = nil
        forgetQuestions()
    }

    private mutating func forgetQuestions() {
        for index in pending.indices where pending[index].content.note == nil { pending[index].hasNoResponse = false }
    }

    /// Adapts the times after the clock was set back.
    mutating func clockWentBack(to now: Instant, grace: Duration) {
        (retry, settled) = (retry.map { min($0, now) }, settled.map { min($0, now) })
        for index in pending.indices {
            pending[index].deadline = min(pending[index].deadline, now + grace)
            pending[index].start = now
        }
    }

    /// Records whether the bus or the server is missing. Returns what was missing before.
    mutating func note(missing: Popup.Missing?) -> Popup.Missing? {
        defer { self.missing = missing }
        return self.missing
    }
}
