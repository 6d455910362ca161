import Solar

/// The words in which a change of the clocks is told.
struct ClockChangeText {
    /// The first instant with the new time.
    let instant: Instant
    let localTime: any LocalTime
    let now: Instant

    /// `The clocks go forward 1 h on Sunday`, `The clocks went back 1 h on 25 October`.
    var summary: String {
        guard let shift else { return "The clocks \(hasHappened ? "changed" : "change") \(day)" }
        let verb = hasHappened ? "went" : "go"
        return "The clocks \(verb) \(shift < .zero ? "back" : "forward") \(shift.formattedMinutes) \(day)"
    }

    /// `Sunday 29 March at 02:00` and `it is 03:00 then`.
    var details: [String] {
        // A day earlier, the clocks of before the change show the time that they would show at it.
        let oldTime = localTime.timeOfDay(at: instant - .seconds(86_400))
        let date = date.formatted(relativeTo: localTime.civilTime(at: now).date)
        return [
            "\(self.date.dayName) \(date) at \(oldTime)",
            "it \(hasHappened ? "was" : "is") \(localTime.timeOfDay(at: instant)) then",
        ]
    }

    private var hasHappened: Bool { now >= instant }

    /// By how much; nil in a zone whose clocks do not change then.
    private var shift: Duration? {
        localTime.nextClockChange(after: instant - .seconds(1), before: instant + .seconds(1)).map {
            .seconds($0.offsetAfter - $0.offsetBefore)
        }
    }

    private var date: CivilDate { localTime.oldDate(ofChangeAt: instant) }

    /// `on Sunday`, `on 29 March`: the popup may be on the screen, or in a tray, for longer than "tomorrow" is right.
    private var day: String {
        let today = localTime.civilTime(at: now).date
        let distance = date.daysSinceUnixEpoch - today.daysSinceUnixEpoch
        return "on " + ((-6...6).contains(distance) ? date.dayName : date.formatted(relativeTo: today))
    }
}

extension AnnouncementText {
    var clockChange: ClockChangeText { ClockChangeText(instant: instant, localTime: localTime, now: now) }
}
