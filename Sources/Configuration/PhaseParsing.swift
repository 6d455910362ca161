// SPDX-License-Identifier: MIT
import Solar

/// The keys of `[Phases]` that were read so far. `Day=` and `Night=` override `Boundary=`, in whatever order they are.
struct PhaseKeys {
    var limit = PhaseLimit.sun
    var day = PhaseEdgeText()
    var night = PhaseEdgeText()

    /// The boundary that these keys define.
    func boundary() throws(SettingsError) -> PhaseBoundary {
        if let time = night.time, time == day.time, let entry = night.entry {
            throw entry.settingsError(
                "day and night begin at the same time, \(time)",
                "use different times for Day= and Night=")
        }
        return PhaseBoundary(day: day.edge(by: limit), night: night.edge(by: limit))
    }
}

/// A time of day, or an event, an offset, or both: `06:30`, `civil-dawn`, `-30min`, `sunset +1h`.
struct PhaseEdgeText {
    /// The time of day; nil for the passage of an altitude.
    private(set) var time: TimeOfDay?
    /// The altitude of the event; nil for the altitude of `Boundary=`.
    private var limit: PhaseLimit?
    private(set) var offset = Duration.zero
    /// The entry with this text; nil if there is none.
    fileprivate(set) var entry: SettingsEntry?

    init() {}

    /// The edge that the text defines.
    ///
    /// - Parameter other: the altitude to use if the text contains none.
    func edge(by other: PhaseLimit) -> PhaseBoundary.Edge {
        time.map { .time($0) } ?? PhaseBoundary.Edge(limit ?? other, offset: offset)
    }

    /// Parses a text; nil if it is none of these.
    init?(_ text: String, _ direction: SolarEvent.Direction) {
        var name = text.trimmingSpaces
        time = TimeOfDay(String(name))
        guard time == nil, !name.isEmpty else { return }
        limit = PhaseLimit(eventName: String(name), direction)
        guard limit == nil else { return }
        // Names and altitudes can contain signs, too; the sign of the offset is the last one.
        guard let sign = name.lastIndex(where: { $0 == "+" || $0 == "-" }),
            let span = Duration(timeSpan: String(name[sign...].dropFirst()))
        else { return nil }
        offset = name[sign] == "-" ? .zero - span : span
        name = name[..<sign].trimmingSpaces
        limit = PhaseLimit(eventName: String(name), direction)
        guard limit != nil || name.isEmpty else { return nil }
    }
}

extension PhaseLimit {
    private static let named: [(name: String, limit: PhaseLimit)] = [
        ("sun", .sun), ("civil", .civil), ("nautical", .nautical), ("astronomical", .astronomical),
    ]

    /// The limit with that name in `Boundary=`; nil if there is none.
    fileprivate init?(name: String) {
        if let (_, limit) = Self.named.first(where: { $0.name == name }) {
            self = limit
        } else if case .altitude(let altitude, _) = SolarEvent(name: name + ":rising") {
            self = .altitude(altitude)
        } else {
            return nil
        }
    }

    /// The limit of an event in that direction: `civil-dawn`, `altitude:-4.5` or `altitude:-4.5:rising`; nil if there
    /// is none.
    fileprivate init?(eventName name: String, _ direction: SolarEvent.Direction) {
        if let (_, limit) = Self.named.first(where: { $0.limit.event(direction).name == name }) {
            self = limit
            return
        }
        switch SolarEvent(name: name) ?? SolarEvent(name: "\(name):\(direction.rawValue)") {
        case .altitude(let altitude, direction): self = .altitude(altitude)
        default: return nil
        }
    }
}

extension SettingsEntry {
    func phaseLimit() throws(SettingsError) -> PhaseLimit {
        try understood(
            PhaseLimit(name: value),
            "use sun, civil, nautical, astronomical, or an altitude in degrees such as altitude:-4.5")
    }

    func dayEdge() throws(SettingsError) -> PhaseEdgeText { try phaseEdge(.rising) }

    func nightEdge() throws(SettingsError) -> PhaseEdgeText { try phaseEdge(.setting) }

    private func phaseEdge(_ direction: SolarEvent.Direction) throws(SettingsError) -> PhaseEdgeText {
        let isDay = direction == .rising
        let events =
            isDay
            ? "sunrise, civil-dawn, nautical-dawn, astronomical-dawn"
            : "sunset, civil-dusk, nautical-dusk, astronomical-dusk"
        var edge = try understood(
            PhaseEdgeText(value, direction),
            "use \(events) or an altitude such as altitude:-4.5, an offset such as -30min, or both: \(isDay ? "sunrise -30min" : "sunset +30min"); or a time of day such as \(isDay ? "06:30" : "22:00")"
        )
        guard abs(edge.offset) <= .seconds(12 * 3600) else {
            throw outOfRange("the offset must be between -12h and +12h")
        }
        edge.entry = self
        return edge
    }
}
