public import Solar

/// `[Alert NAME]`: an announcement defined by the user.
public struct Alert: Hashable, Sendable {
    /// The name.
    public var name: String
    /// `Event=`: the event that it refers to.
    public var event: AnnouncedEvent
    /// `Offset=`: how long after the event it is announced; negative before it. Up to 23 hours for daily events, up to
    /// 30 days for the others.
    public var offset = Duration.zero
    /// `NotBefore=`, `NotAfter=` and `Outside=`: the times of day between which it is announced; nil for any.
    public var bounds: AlertBounds?
    /// `Days=`: the days of the week, by the local date of the event.
    public var days = Weekdays.all
    /// `Title=`: the first line; nil for the default text.
    public var title: MessageTemplate?
    /// `Body=`: the text below it; nil for the default text.
    public var body: MessageTemplate?
    /// `Urgency=`: the urgency of the notification; nil for that of `[Notifications]`.
    public var urgency: Popup.Urgency?
    /// `Sound=`: the sound; nil for that of `[Notifications]`.
    public var sound: Popup.Sound?
    /// `Icon=`: a name in the icon theme or the path of an image; nil for the program's icon.
    public var icon: String?
    /// `Hook=`: the command to start; nil for none.
    public var hook: String?
    /// `Enabled=`: whether the alert is in force.
    public var isEnabled = true

    /// An alert at the event itself, every day.
    public init(name: String, event: AnnouncedEvent) {
        self.name = name
        self.event = event
    }
}

/// A set of days of the week.
public struct Weekdays: Hashable, Sendable {
    /// One bit per day, Monday the lowest.
    private var bits: UInt8

    private init(bits: UInt8) { self.bits = bits }

    /// Every day.
    public static let all = Weekdays(bits: 0x7F)

    private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Parses days as systemd writes them in calendar events (systemd.time(7)): names, in full or their first three
    /// letters, and ranges, separated by commas: `Mon,Wed`, `Mon..Fri`, `Sat..Sun`. A range may wrap around the end of
    /// the week. An empty text means every day. Nil for anything else.
    public init?(_ text: String) {
        var bits: UInt8 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            // Of a range, the two days with nothing between the two dots.
            let ends = part.split(separator: ".", omittingEmptySubsequences: false)
            guard ends.count == 1 || (ends.count == 3 && ends[1].isEmpty), let first = Self.index(of: ends[0]),
                let last = Self.index(of: ends[ends.count - 1])
            else {
                guard text.allSatisfy(\.isWhitespace) else { return nil }
                self = .all
                return
            }
            for day in first...(last < first ? last + 7 : last) { bits |= 1 << (day % 7) }
        }
        self.init(bits: bits)
    }

    /// Whether the date is one of these days.
    public func contains(_ date: CivilDate) -> Bool { bits & (1 << date.dayOfWeek) != 0 }

    private static func index(of name: Substring) -> Int? {
        let name = name.trimmingSpaces.lowercased()
        return names.firstIndex { $0.lowercased() == name || $0.prefix(3).lowercased() == name }
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
