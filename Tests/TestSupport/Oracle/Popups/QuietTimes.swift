import Solar
import Tracker

/// When it is quiet, and how popups come, computed in another way than by the service.
extension Chronicle.Situation {
    /// Whether it is the quiet time: by the clocks, or between two such times in an hour that they repeat.
    private func isQuiet(at instant: Instant) -> Bool {
        if readsQuiet(at: instant) { return true }
        var search = instant - .day / 2
        while let change = localTime.nextZoneTransition(after: search, before: instant + .day / 2) {
            search = change.instant
            let length = Int64(change.offsetBefore - change.offsetAfter)
            guard length > 0, length <= 43_200 else { continue }
            let (start, end) = (change.instant - .seconds(length), change.instant + .seconds(length))
            guard instant >= start, instant < end else { continue }
            let seconds = (0..<2 * length).map { start + .seconds($0) }
            return notifications.quiet.ranges.contains { range in
                seconds.contains { $0 <= instant && reads(range, at: $0) }
                    && seconds.contains { $0 > instant && reads(range, at: $0) }
            }
        }
        return false
    }

    private func readsQuiet(at instant: Instant) -> Bool {
        notifications.quiet.ranges.contains { reads($0, at: instant) }
    }

    private func reads(_ range: QuietTime.DailyRange, at instant: Instant) -> Bool {
        let reading = localTime.civilTime(at: instant)
        let second = reading.hour * 3600 + reading.minute * 60 + reading.second
        var next = range.start
        while next != range.end {
            if second / 60 == next / 60 { return true }
            next = next + 60 == 86_400 && range.end != 86_400 ? 0 : next + 60
        }
        return false
    }

    /// Whether popups of events are not shown.
    func leavesOutPopups(at instant: Instant) -> Bool {
        notifications.whenQuiet == .journal && isQuiet(at: instant)
    }

    /// The urgency and the sound of the popup of a rule; of a notice if there is no rule.
    ///
    /// - Parameter mayHaveBeenShown: whether a server may have played its sound already.
    func emphasis(of rule: String?, mayHaveBeenShown: Bool = false, at instant: Instant) -> Popup.Emphasis {
        if isQuiet(at: instant) { return Popup.Emphasis(urgency: .low, sound: .silent) }
        guard let rule else { return Popup.Emphasis(urgency: .normal, sound: .silent) }
        let alert = alerts.first { EventEntry.rule($0.name, $0.event.name, $0.offset) == rule }
        var sound = notifications.sound
        if rule == "sunrise", let own = notifications.sunriseSound { sound = own }
        if rule == "sunset", let own = notifications.sunsetSound { sound = own }
        if let own = alert?.sound { sound = own }
        return Popup.Emphasis(
            urgency: alert?.urgency ?? notifications.urgency, sound: mayHaveBeenShown ? .silent : sound)
    }
}
