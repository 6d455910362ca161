import Solar

/// The popups that are wanted and not yet shown.
struct PopupQueue: Sendable {
    /// What a popup tells.
    enum Content: Hashable, Sendable {
        case announcement(Occurrence, at: Place)
        case notice(Notice)

        var tag: String {
            switch self {
            case .announcement(let occurrence, _): occurrence.rule.id
            case .notice(let notice): notice.tag
            }
        }
    }

    struct Pending: Sendable {
        enum State: Hashable, Sendable {
            /// To be shown from that instant on.
            case ready(from: Instant)
            /// The server has been asked.
            case asked
            /// The server has been asked and does not answer. What lies in its queue appears when it wakes: asking again
            /// would show it twice. Only its end, or another server, changes that.
            case unanswered
        }

        let id: Popup.ID
        let content: Content
        /// After this it is too late to show it.
        var deadline: Instant
        var state: State
        var failures = 0
        /// Why it was not shown when it was last tried; nil before that.
        var failure: Popup.Failure?

        var reason: String { failure?.reason ?? "no answer from the notification server" }
        var lacksBus: Bool { if case .noBus = failure { true } else { false } }
    }

    /// In the order of their numbers.
    private var pending: [Pending] = []
    private var numbers: [String: UInt64] = [:]
    private var lastNumber: UInt64 = 0

    /// Whether the server has been asked for some and has not answered yet.
    var awaitsAnswer: Bool { pending.contains { $0.state == .asked } }

    /// Wants a popup. An earlier one of its tag gives way, since the person would only see the later one, and is given
    /// back.
    mutating func add(_ content: Content, notBefore: Instant, deadline: Instant) -> Pending? {
        let earlier = numbers[content.tag].flatMap { remove(Popup.ID(number: $0)) }
        lastNumber += 1
        numbers[content.tag] = lastNumber
        pending.append(
            Pending(
                id: Popup.ID(number: lastNumber), content: content, deadline: deadline, state: .ready(from: notBefore)))
        return earlier
    }

    /// Takes out the popup that was shown; nil if it is not waited for any more.
    mutating func remove(_ id: Popup.ID) -> Pending? {
        guard let index = index(of: id) else { return nil }
        let popup = pending.remove(at: index)
        numbers[popup.content.tag] = nil
        return popup
    }

    /// Notes that the server did not show it; the next try comes after 5, 10, 20, … seconds, or with a new server.
    mutating func noteFailure(of id: Popup.ID, _ failure: Popup.Failure, at now: Instant) {
        guard let index = index(of: id) else { return }
        pending[index].failure = failure
        switch failure {
        case .refused, .noBus:
            pending[index].failures += 1
            pending[index].state = .ready(from: now + .seconds(5 << min(pending[index].failures - 1, 10)))
        case .unanswered:
            pending[index].state = .unanswered
        }
    }

    /// Notes that there is a server that has not been asked for any of these.
    mutating func noteNewServer() {
        for index in pending.indices where pending[index].state != .asked {
            pending[index].state = .ready(from: .earliest)
        }
    }

    /// Notes that the server has left, and has taken along what lay in its queue.
    mutating func noteServerLeft(at now: Instant) {
        for index in pending.indices where pending[index].state == .unanswered {
            pending[index].state = .ready(from: now)
        }
    }

    /// Brings the times of waiting along when the clock is set back.
    mutating func clockWentBack(to now: Instant, grace: Duration) {
        for index in pending.indices {
            pending[index].deadline = min(pending[index].deadline, now + grace)
            if case .ready = pending[index].state { pending[index].state = .ready(from: now) }
        }
    }

    /// Takes out what it is too late for.
    mutating func removeExpired(at now: Instant) -> [Pending] {
        pending.filter { $0.deadline < now }.compactMap { remove($0.id) }
    }

    /// Whether the popup of an occurrence is still to be shown.
    func contains(_ occurrence: Occurrence) -> Bool {
        guard let index = numbers[occurrence.rule.id].flatMap({ index(of: Popup.ID(number: $0)) }),
            case .announcement(occurrence, _) = pending[index].content
        else { return false }
        return true
    }

    /// What is to be shown now; from here on it counts as asked for.
    mutating func takeReady(at now: Instant) -> [Pending] {
        var ready: [Pending] = []
        for index in pending.indices {
            guard case .ready(let from) = pending[index].state, from <= now else { continue }
            pending[index].state = .asked
            ready.append(pending[index])
        }
        return ready
    }

    private func index(of id: Popup.ID) -> Int? {
        var (low, high) = (pending.startIndex, pending.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if pending[middle].id.number < id.number { low = middle + 1 } else { high = middle }
        }
        return low < pending.endIndex && pending[low].id == id ? low : nil
    }

    /// When the next try, or the end of all trying, is due; nil if nothing is wanted.
    func nextWake(after now: Instant) -> Instant? {
        pending.map { popup in
            let end = popup.deadline + .microseconds(1)
            guard case .ready(let from) = popup.state, from > now else { return end }
            return min(from, end)
        }.min()
    }
}
