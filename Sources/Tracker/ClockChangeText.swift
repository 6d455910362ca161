import Solar

/// The words in which a change of the clocks is told.
struct ClockChangeText {
    /// The first instant with the new time.
    let instant: Instant
    let localTime: any LocalTime
    let now: Instant

    /// `The clocks go forward 1 h tonight`, `The clocks go back 1 h on Sunday`.
    var summary: String {
        guard let shift else { return "The clocks \(hasHappened ? "changed" : "change") \(day)" }
        let verb = hasHappened ? "went" : "go"
        return "The clocks \(verb) \(shift < .zero ? "back" : "forward") \(shift.spokenMinutes) \(day)"
    }

    /// `Sunday 29 March at 02:00` and `it is 03:00 then`.
    var details: [String] {
        // A day earlier, the clocks of before the change show the time that they would show at it.
        let oldTime = localTime.timeOfDay(at: instant - .seconds(86_400))
        let date = date.spoken(seenFrom: localTime.civilTime(at: now).date)
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

    /// `tonight`, `tomorrow`, `on Sunday`, `on 29 March`.
    private var day: String {
        let today = localTime.civilTime(at: now).date
        let isAtNight = localTime.civilTime(at: instant - .seconds(86_400)).hour < 6
        switch date.daysSinceUnixEpoch - today.daysSinceUnixEpoch {
        case 0 where hasHappened: return "today"
        case -1 where hasHappened: return "yesterday"
        case 0, 1: return isAtNight ? "tonight" : date == today ? "today" : "tomorrow"
        case -6...6: return "on \(date.dayName)"
        default: return "on \(date.spoken(seenFrom: today))"
        }
    }
}

extension AnnouncementText {
    var clockChange: ClockChangeText { ClockChangeText(instant: instant, localTime: localTime, now: now) }
}
