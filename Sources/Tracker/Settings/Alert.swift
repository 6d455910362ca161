public import Solar

/// `[Alert NAME]`: an announcement of somebody's own.
public struct Alert: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// `Event=`: what it goes by.
    public var event: AnnouncedEvent
    /// `Offset=`: how long after the event it is told, or before it where negative: up to 23 hours for what happens daily, up
    /// to 30 days for the rest.
    public var offset = Duration.zero
    /// `Days=`: on which days of the week, by the local date of the event.
    public var days = Weekdays.all
    /// `Title=`: the first line; nil for the service's own words.
    public var title: MessageTemplate?
    /// `Body=`: what stands below; nil for the service's own words.
    public var body: MessageTemplate?
    /// `Urgency=`: how much attention it wants.
    public var urgency = Popup.Urgency.normal
    /// `Sound=`: what is heard; nil for what the notification server does by itself.
    public var sound: Popup.Sound?
    /// `Icon=`: a name in the icon theme or the path of a picture; nil for the program's own.
    public var icon: String?
    /// `Hook=`: a program that is started; nil for none.
    public var hook: String?
    /// `Enabled=`: whether it is there at all.
    public var isEnabled = true

    /// An alert at the event itself, every day.
    public init(name: String, event: AnnouncedEvent) {
        self.name = name
        self.event = event
    }
}

/// Some of the days of a week.
public struct Weekdays: Hashable, Sendable {
    /// A bit a day, Monday the lowest.
    private var bits: UInt8

    private init(bits: UInt8) { self.bits = bits }

    /// Every day.
    public static let all = Weekdays(bits: 0x7F)

    private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The days of a text as systemd writes them in calendar events (systemd.time(7)): names, in full or their first three
    /// letters, and ranges of them, with commas between: `Mon,Wed`, `Mon..Fri`, `Sat..Sun`. A range may go over the
    /// week's end. Nothing stands for every day. Nil for anything else.
    public init?(_ text: String) {
        var bits: UInt8 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "..", omittingEmptySubsequences: false).map(Self.index)
            guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
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

extension CivilDate {
    /// The day of the week, 0 for Monday to 6 for Sunday.
    fileprivate var dayOfWeek: Int {
        // 1970-01-01 was a Thursday.
        let day = (daysSinceUnixEpoch + 3) % 7
        return day < 0 ? day + 7 : day
    }

    /// `Saturday`.
    var dayName: String { Weekdays.name(dayOfWeek) }
}

extension Weekdays {
    fileprivate static func name(_ dayOfWeek: Int) -> String { names[dayOfWeek] }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmingSpaces: SubSequence {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
