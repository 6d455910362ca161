import Solar
import Tracker

/// The notification server of a simulated machine, with libnotify before it.
extension SimulatedMachine {
    /// A popup that a hanging server has been asked for.
    struct Question {
        let popup: Popup
        /// When libnotify gives up waiting.
        var timeout: Instant
        /// Whether somebody still waits for the answer.
        var isHeard = true
        /// Whether the server has the popup, not only a question before it.
        var hasPopup = true
    }

    /// libnotify waits that long (`Notifier`).
    private static let patience = Duration.seconds(5)

    mutating func ask(_ popup: Popup) {
        record(.asked(popup))
        asked += 1
        guard hasSessionBus else {
            waiting.append(.popupFailed(popup.id, .noBus("there is no session bus")))
            return
        }
        switch server {
        case .running:
            appear(popup)
            waiting.append(.popupShown(popup.id))
        case .absent:
            waiting.append(.popupFailed(popup.id, .unreachable("no such service")))
        case .dying:
            starts += 1
            waiting += [
                .notificationServerAppeared, .notificationServerLeft,
                .popupFailed(popup.id, .unreachable("the server has left the bus")),
            ]
        case .silent:
            queue.append(Question(popup: popup, timeout: clock.now + Self.patience, hasPopup: false))
        case .refusing:
            waiting.append(.popupFailed(popup.id, .refused("too many notifications")))
        case .hanging:
            queue.append(Question(popup: popup, timeout: clock.now + Self.patience))
        }
    }

    private mutating func appear(_ popup: Popup) {
        shown.append(Shown(instant: clock.now, popup: popup))
        record(.appeared(popup))
    }

    var nextTimeout: Instant? { queue.first { $0.isHeard }?.timeout }

    mutating func timeOutFirst() {
        guard let index = queue.firstIndex(where: \.isHeard) else { return }
        queue[index].isHeard = false
        let question = queue[index]
        if !question.hasPopup { queue.remove(at: index) }
        deliver(
            .popupFailed(
                question.popup.id,
                question.hasPopup ? .unanswered("timeout was reached") : .unreachable("it does not answer")))
    }

    /// Has libnotify give up waiting for a server that hangs.
    public mutating func timeOutUnanswered() {
        while nextTimeout != nil { timeOutFirst() }
    }

    /// Has the server go on where it hung: it shows what lies in its queue, and answers where somebody still listens.
    public mutating func resumeServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions where question.hasPopup || question.isHeard {
            appear(question.popup)
            if question.isHeard { deliver(.popupShown(question.popup.id)) }
        }
    }

    /// Has the server end, where the next popup starts another one by itself. Whoever waits for the old one is told.
    public mutating func endServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions where question.isHeard {
            deliver(.popupFailed(question.popup.id, .unreachable("the server has left the bus")))
        }
        deliver(.notificationServerLeft)
    }

    /// Has a new server appear. Whoever waits for the old one is told that it has left.
    public mutating func restartServer() {
        server = .running
        let questions = queue
        queue = []
        for question in questions where question.isHeard {
            deliver(.popupFailed(question.popup.id, .unreachable("the server has left the bus")))
        }
        deliver(.notificationServerAppeared)
    }
}
