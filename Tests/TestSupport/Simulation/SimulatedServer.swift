// SPDX-License-Identifier: MIT
import Solar
import Tracker

/// The notification server of a simulated machine, with libnotify in front of it.
extension SimulatedMachine {
    /// How the notification server responds to a request.
    package enum Server: Hashable, Sendable, CaseIterable {
        /// The server shows the popup.
        case running
        /// The server is not on the bus.
        case absent
        /// The server accepts the popup, but does not reply.
        case hanging
        /// The server replies to no call at all, so no popup is sent to it.
        case silent
        /// Each request starts the server, which exits immediately.
        case dying
        /// The server replies with an error.
        case refusing
    }

    /// A request to a server that hangs.
    struct Question {
        let popup: Popup
        let localTime: any LocalTime
        /// The time when libnotify gives up.
        var timeout: Instant
        /// The handler of the reply; nil after libnotify has given up.
        var answer: ((Popup.Failure?) -> Void)?
        /// Whether the server has received the popup, and not only the call before it.
        var hasPopup = true

        var isHeard: Bool { answer != nil }
    }

    /// The time limit of libnotify (`Notifier`).
    private static let patience = Duration.seconds(5)

    /// Whether no reply of the server is pending.
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
        fail(question, question.hasPopup ? .noResponse("timeout was reached") : .unreachable("it does not answer"))
    }

    /// Lets the calls to a hanging server exceed their time limit.
    package func timeOutUnanswered() {
        while nextTimeout != nil { timeOutFirst() }
    }

    /// Resumes a hanging server: it shows the popups in its queue, and replies to requests within their time limit.
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

    /// Replaces the server with a new one, which is noticed before the old one's refusals arrive: they come on another
    /// connection to the bus.
    package func replaceRefusingServer() {
        server = .running
        let questions = queue
        queue = []
        deliver(.notificationServerLeft)
        deliver(.notificationServerAppeared)
        for question in questions { fail(question, .refused("too many notifications")) }
    }
}
