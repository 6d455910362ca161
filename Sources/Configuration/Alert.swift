// SPDX-License-Identifier: MIT
package import Solar

/// `[Alert NAME]`: an announcement defined by the user.
package struct Alert: Hashable, Sendable {
    package var name: String
    /// `Event=`: the event to which the alert refers.
    package var event: AnnouncedEvent
    /// `Offset=`: how long after the event the alert is announced; negative for before it. The maximum is 23 hours for
    /// daily events, and 30 days for other events.
    package var offset = Duration.zero
    /// `NotBefore=`, `NotAfter=` and `Outside=`: the times of day between which the alert is announced; nil without
    /// limits.
    package var bounds: AlertBounds?
    /// `Days=`: the days of the week, according to the local date of the event.
    package var days = Weekdays.all
    /// `Title=`: the first line; nil for the default text.
    package var title: MessageTemplate?
    /// `Body=`: the text below it; nil for the default text.
    package var body: MessageTemplate?
    /// `Urgency=`: the urgency of the notification; nil for the value in `[Notifications]`.
    package var urgency: NotificationSettings.Urgency?
    /// `Sound=`: the sound; nil for the value in `[Notifications]`.
    package var sound: NotificationSettings.Sound?
    /// `Icon=`: a name in the icon theme or the path of an image; nil for the program's icon.
    package var icon: String?
    /// `Hook=`: the command to start; nil for none.
    package var hook: AlertHook?
    /// `Unit=`: the unit of the user manager to start; nil for none.
    package var unit: String?
    /// `Enabled=`: whether the alert is announced.
    package var isEnabled = true

    package init(name: String, event: AnnouncedEvent) {
        self.name = name
        self.event = event
    }

    /// Whether a program or a unit is started when the alert is announced.
    package var hasHooks: Bool { hook != nil || unit != nil }
}

/// The times of day between which an alert is announced: `NotBefore=` and `NotAfter=`. At least one of them is set.
///
/// They apply on the date on which the alert is due. For an event of the evening, the hours from midnight to noon
/// belong to the evening before: a sunset at 00:10 in June is later than `NotAfter=22:30`, and earlier than
/// `NotAfter=01:00`. If `NotAfter` is earlier than `NotBefore`, it is on the next day.
///
/// If the clocks skip a bound, it is at the change. If they show it twice, `NotBefore` is the first and `NotAfter` the
/// second occurrence.
package struct AlertBounds: Hashable, Sendable {
    /// What happens to an alert that is due outside the bounds.
    package enum Outside: String, Equatable, Sendable, CaseIterable {
        /// It is announced at the bound: later, at `NotBefore`, or earlier, at `NotAfter`.
        case move
        /// It is not announced.
        case skip
    }

    package var notBefore: TimeOfDay?
    package var notAfter: TimeOfDay?
    /// `Outside=`: what happens to an alert that is due outside the bounds.
    package var outside = Outside.move

    /// The bounds; nil if both times are nil.
    package init?(notBefore: TimeOfDay?, notAfter: TimeOfDay?, outside: Outside = .move) {
        guard notBefore != nil || notAfter != nil else { return nil }
        (self.notBefore, self.notAfter, self.outside) = (notBefore, notAfter, outside)
    }
}

extension AlertBounds: CustomStringConvertible {
    /// `from 07:00`, `until 22:30`, `from 07:00 until 22:30`, `from 07:00 or not`: part of an alert's name in the ledger.
    package var description: String {
        let times = [notBefore.map { "from \($0)" }, notAfter.map { "until \($0)" }]
        return times.compactMap { $0 }.joined(separator: " ") + (outside == .skip ? " or not" : "")
    }
}

/// The command in `Hook=`.
package struct AlertHook: Hashable, Sendable {
    /// An absolute path, a path in the home (`~/bin/lamps-on`), or the name of a program in the hook directories.
    package let program: String
    package let arguments: [String]
}

/// A set of days of the week.
package struct Weekdays: Hashable, Sendable {
    /// One bit for each day; Monday is the lowest.
    private var bits: UInt8

    private init(bits: UInt8) { self.bits = bits }

    package static let all = Weekdays(bits: 0x7F)

    package static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Parses days as systemd writes them in calendar events (systemd.time(7)): names, in full or their first three
    /// letters, and ranges, separated by commas: `Mon,Wed`, `Mon..Fri`, `Sat..Sun`; also `Mon-Fri`, `weekdays` and
    /// `weekends`. A range may wrap around the end of the week. An empty text means every day. Nil for anything else.
    package init?(_ text: String) {
        var bits: UInt8 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let days = Self.range(part.trimmingSpaces.lowercased()) else {
                guard text.allSatisfy(\.isWhitespace) else { return nil }
                self = .all
                return
            }
            for day in days { bits |= 1 << (day % 7) }
        }
        self.init(bits: bits)
    }

    /// The numbers of the days of a name or a range. If a range wraps around the end of the week, the numbers go beyond
    /// 6.
    private static func range(_ text: String) -> ClosedRange<Int>? {
        switch text {
        case "weekdays": return 0...4
        case "weekends": return 5...6
        default: break
        }
        let ends = text.split { $0 == "-" || $0 == "." }
        guard ends.count <= 2, ["-", ".."].contains(where: { ends.joined(separator: $0) == text }),
            let first = ends.first.flatMap(index), let last = ends.last.flatMap(index)
        else { return nil }
        return first...(last < first ? last + 7 : last)
    }

    package func contains(_ date: CivilDate) -> Bool { bits & (1 << date.dayOfWeek) != 0 }

    private static func index(of name: Substring) -> Int? {
        let name = name.trimmingSpaces.lowercased()
        return names.firstIndex { $0 == name || $0.prefix(3) == name }
    }
}

extension CivilDate {
    /// The day of the week, 0 for Monday to 6 for Sunday.
    package var dayOfWeek: Int {
        // 1970-01-01 was a Thursday.
        let day = (daysSinceUnixEpoch + 3) % 7
        return day < 0 ? day + 7 : day
    }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    var trimmingSpaces: SubSequence {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
