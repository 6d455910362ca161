import Solar
import Tracker

/// The notification server of a simulated machine, with libnotify in front of it.
extension SimulatedMachine {
    /// The behaviour of the notification server on a request.
    package enum Server: Hashable, Sendable, CaseIterable {
        /// It shows the popup.
        case running
        /// It is not on the bus.
        case absent
        /// It accepts the popup, and does not answer.
        case hanging
        /// It answers no call at all, so that no popup is sent to it.
        case silent
        /// It is activated by each request, and exits immediately.
        case dying
        /// It answers with an error.
        case refusing
    }

    /// A request to a server that hangs.
    struct Question {
        let popup: Popup
        let localTime: any LocalTime
        /// The time at which libnotify gives up.
        var timeout: Instant
        /// The handler of the answer; nil after libnotify has given up.
        var answer: ((Popup.Failure?) -> Void)?
        /// Whether the server has received the popup, not only the call before it.
        var hasPopup = true

        var isHeard: Bool { answer != nil }
    }

    /// The timeout of libnotify (`Notifier`).
    private static let patience = Duration.seconds(5)

    /// Whether no answer of the server is pending.
    package var isServerIdle: Bool { nextTimeout == nil }

    func ask(_ popup: Popup, _ localTime: any LocalTime, _ answer: @escaping (Popup.Failure?) -> Void) {
        record(.asked(popup, in: localTime))
        asked += 1
        let question = Question(
            popup: popup, localTime: localTime, timeout: clock.now + Self.patience, answer: answer)
        guard hasSessionBus else { return fail(question, .noBus("there is no session bus")) }
        guard hasServer else { return fail(question, .noServer("there is no notification server")) }
        switch server {
        case .running:
            appear(question)
            succeed(question)
        case .absent:
            fail(question, .unreachable("no such service"))
        case .dying:
            starts += 1
            deliver(.notificationServerAppeared)
            deliver(.notificationServerLeft)
            fail(question, .unreachable("the server has left the bus"))
        case .silent:
            queue.append(
                Question(popup: popup, localTime: localTime, timeout: question.timeout, answer: answer, hasPopup: false)
            )
        case .refusing:
            fail(question, .refused("too many notifications"))
        case .hanging:
            queue.append(question)
        }
    }

    private func succeed(_ question: Question) {
        guard let answer = question.answer else { return }
        report(.popupShown(question.popup.id)) { answer(nil) }
    }

    private func fail(_ question: Question, _ failure: Popup.Failure) {
        guard let answer = question.answer else { return }
        report(.popupFailed(question.popup.id, failure)) { answer(failure) }
    }

    private func appear(_ question: Question) {
        shown.append(
            Shown(instant: clock.now, popup: question.popup, localTime: question.localTime, words: words))
        record(.appeared(question.popup))
    }

    var nextTimeout: Instant? { queue.first { $0.isHeard }?.timeout }

    func timeOutFirst() {
        guard let index = queue.firstIndex(where: \.isHeard) else { return }
        let question = queue[index]
        queue[index].answer = nil
        if !question.hasPopup { queue.remove(at: index) }
        fail(question, question.hasPopup ? .unanswered("timeout was reached") : .unreachable("it does not answer"))
    }

    /// Lets the calls to a hanging server time out.
    package func timeOutUnanswered() {
        while nextTimeout != nil { timeOutFirst() }
    }

    /// Resumes a hanging server: it shows the popups in its queue, and answers requests that have not timed out.
    package func resumeServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions where question.hasPopup || question.isHeard {
            appear(question)
            succeed(question)
        }
    }

    /// Replaces the server with a new one. Pending requests to the old one fail.
    package func restartServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions { fail(question, .unreachable("the server has left the bus")) }
        deliver(.notificationServerAppeared)
    }
}
