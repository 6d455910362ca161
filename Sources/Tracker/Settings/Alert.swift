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
