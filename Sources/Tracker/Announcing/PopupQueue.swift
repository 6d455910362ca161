// SPDX-License-Identifier: MIT
import Solar

/// The popups that are pending.
struct PopupQueue: Hashable, Sendable {
    typealias Content = Popup.Content

    struct Pending: Hashable, Sendable {
        enum State: Hashable, Sendable {
            /// It can be sent from that instant on, unless `ServerBackoff` delays it.
            case ready(from: Instant)
            /// The server was sent the popup.
            case asked(at: Instant)
            /// The server was sent the popup, but does not respond. It may show the popup when it recovers, so sending
            /// the popup again could show it twice. This state ends only when the server exits or another one replaces
            /// it.
            case unanswered
        }

        let id: Popup.ID
        let content: Content
        /// The instant after which it is too late to show the popup.
        var deadline: Instant
        var state: State
        /// Whether a server may have shown the popup already. The popup then makes no sound, because it would be the
        /// second one.
        var mayHaveBeenShown = false
        /// The number of failed attempts.
        var failures = 0
        /// The reason of the last failure to show this popup, or the popup that it replaces; nil before the first failure.
        var failure: Popup.Failure?

        var isAsked: Bool { if case .asked = state { true } else { false } }
    }

    /// The pending popups, ordered by their numbers.
    private var pending: [Pending] = []
    private var lastNumber: UInt64 = 0
    private var backoff = ServerBackoff()
    /// The bus or the server that was last recorded as missing; nil if none was.
    private var missing: Popup.Missing?

    /// Whether a popup was sent to which the server has not responded yet.
    var awaitsAnswer: Bool { pending.contains(where: \.isAsked) }

    /// Adds a popup. Returns the pending popup with the same tag, which it replaces, because the user would only see
    /// the later one.
    ///
    /// - Parameter mayHaveBeenShown: whether the popup may have been shown in an earlier run.
    mutating func add(
        _ content: Content, notBefore: Instant, deadline: Instant, mayHaveBeenShown: Bool = false
    ) -> Pending? {
        let earlier = remove(tag: content.tag)
        lastNumber += 1
        pending.append(
            Pending(
                id: Popup.ID(number: lastNumber), content: content, deadline: deadline, state: .ready(from: notBefore),
                mayHaveBeenShown: mayHaveBeenShown))
        return earlier
    }

    /// Removes the popup with a tag; nil if none is pending.
    @discardableResult
    mutating func remove(tag: String) -> Pending? {
        pending.first { $0.content.tag == tag }.flatMap { remove($0.id) }
    }

    /// Removes a popup; nil if it is not pending.
    mutating func remove(_ id: Popup.ID) -> Pending? {
        index(of: id).map { pending.remove(at: $0) }
    }

    /// Removes a popup because the server shows it; nil if it is not pending.
    mutating func markShown(_ id: Popup.ID) -> Pending? {
        backoff.recordSuccess()
        return remove(id)
    }

    /// Records that the server did not show a popup. If the server has just shown others, only this one is retried
    /// later; otherwise all of them wait for the next attempt.
    mutating func recordFailure(of id: Popup.ID, _ failure: Popup.Failure, at now: Instant, grace: Duration) {
        var asked = now
        if let index = index(of: id) {
            if case .asked(let instant) = pending[index].state { asked = instant }
            pending[index].failures += 1
            pending[index].failure = failure
            switch failure {
            case .refused where backoff.isProven:
                let wait = ServerBackoff.wait(after: pending[index].failures, grace: grace)
                pending[index].state = .ready(from: now + wait)
            case .refused, .unreachable, .noBus, .noServer: pending[index].state = .ready(from: now)
            case .unanswered: (pending[index].state, pending[index].mayHaveBeenShown) = (.unanswered, true)
            }
        }
        if case .refused = failure, backoff.isProven { return }
        if case .unanswered = failure {
        } else {
            for other in pending.indices {
                if case .ready = pending[other].state { pending[other].failure = failure }
            }
        }
        backoff.recordFailure(askedAt: asked, newest: lastNumber, at: now, grace: grace)
    }

    /// Records that a new server has appeared, which was not sent any of the popups.
    mutating func serverAppeared(at now: Instant) {
        backoff.serverAppeared(at: now)
        forgetQuestions(at: now)
    }

    /// Records that the server has left the bus. The popups that were sent without a response are lost.
    mutating func serverLeft(at now: Instant) {
        backoff.serverLeft()
        forgetQuestions(at: now)
    }

    private mutating func forgetQuestions(at now: Instant) {
        for index in pending.indices where pending[index].state == .unanswered {
            pending[index].state = .ready(from: now)
        }
    }

    /// Adapts the times after the clock was set back.
    mutating func clockWentBack(to now: Instant, grace: Duration) {
        backoff.clockWentBack(to: now)
        for index in pending.indices {
            pending[index].deadline = min(pending[index].deadline, now + grace)
            if case .ready = pending[index].state { pending[index].state = .ready(from: now) }
        }
    }

    /// Whether any popup can be sent now.
    func hasReady(at now: Instant) -> Bool { !ready(at: now).isEmpty }

    /// Removes the popups for which it is too late.
    mutating func removeExpired(at now: Instant) -> [Pending] {
        pending.filter { $0.deadline < now }.compactMap { remove($0.id) }
    }

    /// Removes the announcements that could be sent now.
    mutating func removeReadyAnnouncements(at now: Instant) -> [Pending] {
        ready(at: now).map { pending[$0] }.filter { if case .announcement = $0.content { true } else { false } }
            .compactMap { remove($0.id) }
    }

    /// The content of a pending popup; nil if the popup is not pending.
    func content(of id: Popup.ID) -> Content? { index(of: id).map { pending[$0].content } }

    /// Whether the popup of an occurrence is pending.
    func contains(_ occurrence: Occurrence) -> Bool {
        pending.contains { if case .announcement(occurrence, _) = $0.content { true } else { false } }
    }

    /// Whether the server has responded to all popups that were sent together.
    func areAnswered(at now: Instant) -> Bool { !awaitsAnswer && !hasReady(at: now) }

    /// Records whether the bus or the server is missing. Returns what was missing before.
    mutating func note(missing: Popup.Missing?) -> Popup.Missing? {
        defer { self.missing = missing }
        return self.missing
    }

    /// Marks and returns the popups to send now. Until the server has shown one, they are sent one at a time, the popup
    /// with the fewest attempts first. A hundred popups therefore start a crashing server no more often than one does.
    mutating func takeReady(at now: Instant) -> [Pending] {
        if !backoff.isProven, awaitsAnswer { return [] }
        var ready = ready(at: now)
        if !backoff.isProven {
            ready = ready.min { pending[$0].failures < pending[$1].failures }.map { [$0] } ?? []
        }
        for index in ready { pending[index].state = .asked(at: now) }
        return ready.map { pending[$0] }
    }

    private func ready(at now: Instant) -> [Int] {
        pending.indices.filter { index in
            guard case .ready(let from) = pending[index].state else { return false }
            return backoff.due(pending[index].id.number, from: from) <= now
        }
    }

    private func index(of id: Popup.ID) -> Int? { pending.firstIndex { $0.id == id } }

    /// When the next attempt or deadline is due; nil if nothing is pending.
    func nextWake(after now: Instant) -> Instant? {
        // The response to the popup that was sent triggers the next one.
        let waits = !backoff.isProven && awaitsAnswer
        return pending.map { popup in
            let end = popup.deadline + .microseconds(1)
            guard !waits, case .ready(let from) = popup.state else { return end }
            let due = backoff.due(popup.id.number, from: from)
            return due > now ? min(due, end) : end
        }.min()
    }
}
