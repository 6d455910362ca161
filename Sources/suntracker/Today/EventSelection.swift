import ArgumentParser
import Solar

/// The events that somebody asks for.
struct EventSelection {
    /// The events, each once.
    let events: [SolarEvent]

    /// The ten events of a day.
    static let all = EventSelection(events: SolarEvent.daily)

    private init(events: [SolarEvent]) {
        self.events = events
    }

    /// `all`, or names with commas between them.
    init(text: String) throws {
        guard text != "all" else {
            self = .all
            return
        }
        var events: [SolarEvent] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let event = SolarEvent(name: name) else {
                let names = SolarEvent.named.map(\.name).joined(separator: ", ")
                throw ValidationError(
                    "\"\(name)\" is no event; the events are all, \(names), altitude:DEGREES:rising and "
                        + "altitude:DEGREES:setting")
            }
            if !events.contains(event) { events.append(event) }
        }
        self.init(events: events)
    }

    /// One event by its name.
    static func single(text: String) throws -> SolarEvent {
        let selection = try EventSelection(text: text)
        guard text != "all", let event = selection.events.first, selection.events.count == 1 else {
            throw ValidationError("name one event, such as sunset")
        }
        return event
    }

    /// What a shell offers where an event is asked for.
    static let completion = CompletionKind.list(SolarEvent.named.map(\.name))

    /// What a command's help says of events.
    static let explanation = """
        Events of a day: astronomical-dawn, nautical-dawn, civil-dawn, sunrise, solar-noon, sunset, civil-dusk, \
        nautical-dusk, astronomical-dusk, solar-midnight; all stands for these ten. Others: golden-hour-start, \
        golden-hour-end, march-equinox, june-solstice, september-equinox, december-solstice, and the Sun's centre at an \
        altitude, such as altitude:-4.5:rising or altitude:30:setting.
        """
}
