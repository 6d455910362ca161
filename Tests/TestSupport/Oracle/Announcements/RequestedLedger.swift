import Solar
import Tracker

/// The contents of the ledger on the disk after a request to write it, which the disk completes immediately or later.
extension AnnouncementOracle {
    struct RequestedLedger {
        let rules: Set<String>
        let shown: Set<Key>
        var said: Set<Key>
        let hasEntries: Bool
        /// The completed announcements.
        var complete: Set<Key>
        /// The number of the look in which it was requested.
        let look: Int
    }

    mutating func noteRequest(_ number: Int) {
        if look.firstRequest == nil { look.firstRequest = number }
        requested[number] = RequestedLedger(
            rules: situation?.ownRules ?? [], shown: shown, said: Set(said.map(\.key)),
            hasEntries: said.contains { !$0.isLost },
            complete: Set(said.filter { $0.isOpen != .yes }.map(\.key)), look: look.number)
    }

    mutating func noteKept(_ number: Int) {
        guard let request = requested[number] else { return }
        requested = requested.filter { $0.key > number }
        if request.hasEntries { isFresh = false }
        if let first = look.firstRequest, number >= first { look.hasKept = true }
        keptRules = request.rules
        for index in said.indices {
            let key = said[index].key
            if request.shown.contains(key), said[index].isOpen == .unsure {
                said[index].isOpen = .no
                said[index].closed = request.look
            }
            // Within a look, only the next entry shows this.
            guard request.look != look.number else { continue }
            if request.said.contains(key) { said[index].isKept = true }
            if request.complete.contains(key), said[index].isOpen == .unsure { said[index].isOpen = .no }
        }
        shown.subtract(request.shown)
    }

    /// Ledgers that were requested earlier do not contain an occurrence that is announced again.
    mutating func noteAgain(_ key: Key) {
        for number in requested.keys {
            requested[number]?.said.remove(key)
            requested[number]?.complete.remove(key)
        }
    }

    /// The ledger on the disk may lack the announcements that were completed in this look.
    mutating func noteFailure() {
        for index in said.indices where said[index].closed == look.number && said[index].isOpen == .no {
            said[index].isOpen = .unsure
        }
    }
}
