import Solar
import Tracker

/// The notification server of a simulated machine, with libnotify before it.
extension SimulatedMachine {
    /// What the notification server does when it is asked.
    public enum Server: Hashable, Sendable, CaseIterable {
        /// Shows the popup.
        case running
        /// Is not there.
        case absent
        /// Has taken the message, and does not answer.
        case hanging
        /// Answers no question, so that it is not asked for a popup.
        case silent
        /// Is started by whoever asks, and dies at once.
        case dying
        /// Is there, and answers with an error.
        case refusing
    }

    /// A popup that a hanging server has been asked for.
    struct Question {
        let popup: Popup
        /// When libnotify gives up waiting.
        var timeout: Instant
        /// Takes the answer; nil when nobody waits for it any more.
        var answer: ((Popup.Failure?) -> Void)?
        /// Whether the server has the popup, not only a question before it.
        var hasPopup = true

        var isHeard: Bool { answer != nil }
    }

    /// libnotify waits that long (`Notifier`).
    private static let patience = Duration.seconds(5)

    /// Whether nobody waits for an answer of the server.
    public var isServerIdle: Bool { nextTimeout == nil }

    func ask(_ popup: Popup, _ answer: @escaping (Popup.Failure?) -> Void) {
        record(.asked(popup))
        asked += 1
        let question = Question(popup: popup, timeout: clock.now + Self.patience, answer: answer)
        guard hasSessionBus else { return fail(question, .noBus("there is no session bus")) }
        switch server {
        case .running:
            appear(popup)
            succeed(question)
        case .absent:
            fail(question, .unreachable("no such service"))
        case .dying:
            starts += 1
            deliver(.notificationServerAppeared)
            deliver(.notificationServerLeft)
            fail(question, .unreachable("the server has left the bus"))
        case .silent:
            queue.append(Question(popup: popup, timeout: question.timeout, answer: answer, hasPopup: false))
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

    private func appear(_ popup: Popup) {
        shown.append(Shown(instant: clock.now, popup: popup))
        record(.appeared(popup))
    }

    var nextTimeout: Instant? { queue.first { $0.isHeard }?.timeout }

    func timeOutFirst() {
        guard let index = queue.firstIndex(where: \.isHeard) else { return }
        let question = queue[index]
        queue[index].answer = nil
        if !question.hasPopup { queue.remove(at: index) }
        fail(question, question.hasPopup ? .unanswered("timeout was reached") : .unreachable("it does not answer"))
    }

    /// Has libnotify give up waiting for a server that hangs.
    public func timeOutUnanswered() {
        while nextTimeout != nil { timeOutFirst() }
    }

    /// Has the server go on where it hung: it shows what lies in its queue, and answers where somebody still listens.
    public func resumeServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions where question.hasPopup || question.isHeard {
            appear(question.popup)
            succeed(question)
        }
    }

    /// Has the server end, where the next popup starts another one by itself. Whoever waits for the old one is told.
    public func endServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions { fail(question, .unreachable("the server has left the bus")) }
        deliver(.notificationServerLeft)
    }

    /// Has a new server appear. Whoever waits for the old one is told that it has left.
    public func restartServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions { fail(question, .unreachable("the server has left the bus")) }
        deliver(.notificationServerAppeared)
    }
}
