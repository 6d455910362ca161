// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// The wording of moments around an event: `30 min before sunset`. Each phrase is a separate text, because some
/// languages inflect the name of the event.
extension AnnouncedEvent {
    /// Whether the moment is before, at or after the event.
    enum Shift {
        case before, at, after
    }

    /// The moment as a phrase: `30 min before sunset`, `at sunset`.
    func moment(_ shift: Shift, from duration: String, in words: Localizer) -> String {
        switch shift {
        case .before: moment(before: ["duration": duration], in: words)
        case .at: moment(in: words)
        case .after: moment(after: ["duration": duration], in: words)
        }
    }

    private func moment(before duration: KeyValuePairs<String, String>, in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: when an alert is due, alone or in a sentence of the user
        case .solar(.astronomicalDawn): words("{duration} before astronomical dawn", duration)
        case .solar(.nauticalDawn): words("{duration} before nautical dawn", duration)
        case .solar(.civilDawn): words("{duration} before civil dawn", duration)
        case .solar(.sunrise): words("{duration} before sunrise", duration)
        case .solar(.goldenHourMorningStart), .solar(.goldenHourEveningStart):
            words("{duration} before the start of the golden hour", duration)
        case .solar(.goldenHourMorningEnd), .solar(.goldenHourEveningEnd):
            words("{duration} before the end of the golden hour", duration)
        case .solar(.solarNoon): words("{duration} before solar noon", duration)
        case .solar(.sunset): words("{duration} before sunset", duration)
        case .solar(.civilDusk): words("{duration} before civil dusk", duration)
        case .solar(.nauticalDusk): words("{duration} before nautical dusk", duration)
        case .solar(.astronomicalDusk): words("{duration} before astronomical dusk", duration)
        case .solar(.solarMidnight): words("{duration} before solar midnight", duration)
        case .solar(.marchEquinox): words("{duration} before the March equinox", duration)
        case .solar(.juneSolstice): words("{duration} before the June solstice", duration)
        case .solar(.septemberEquinox): words("{duration} before the September equinox", duration)
        case .solar(.decemberSolstice): words("{duration} before the December solstice", duration)
        case .polar(.dayStart): words("{duration} before the start of the polar day", duration)
        case .polar(.dayEnd): words("{duration} before the end of the polar day", duration)
        case .polar(.nightStart): words("{duration} before the start of the polar night", duration)
        case .polar(.nightEnd): words("{duration} before the end of the polar night", duration)
        case .zoneTransition: words("{duration} before the clock change", duration)
        case .solarEclipse: words("{duration} before the solar eclipse", duration)
        case .solar(.altitude(let altitude, let direction)):
            direction == .rising
                ? words(
                    "{duration} before the Sun rises through {altitude}°",
                    ["duration": duration[0].value, "altitude": words.decimal("\(altitude)")])
                : words(
                    "{duration} before the Sun sinks through {altitude}°",
                    ["duration": duration[0].value, "altitude": words.decimal("\(altitude)")])
        }
    }

    private func moment(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: when an alert is due, alone or in a sentence of the user
        case .solar(.astronomicalDawn): words("at astronomical dawn")
        case .solar(.nauticalDawn): words("at nautical dawn")
        case .solar(.civilDawn): words("at civil dawn")
        case .solar(.sunrise): words("at sunrise")
        case .solar(.goldenHourMorningStart), .solar(.goldenHourEveningStart):
            words("at the start of the golden hour")
        case .solar(.goldenHourMorningEnd), .solar(.goldenHourEveningEnd):
            words("at the end of the golden hour")
        case .solar(.solarNoon): words("at solar noon")
        case .solar(.sunset): words("at sunset")
        case .solar(.civilDusk): words("at civil dusk")
        case .solar(.nauticalDusk): words("at nautical dusk")
        case .solar(.astronomicalDusk): words("at astronomical dusk")
        case .solar(.solarMidnight): words("at solar midnight")
        case .solar(.marchEquinox): words("at the March equinox")
        case .solar(.juneSolstice): words("at the June solstice")
        case .solar(.septemberEquinox): words("at the September equinox")
        case .solar(.decemberSolstice): words("at the December solstice")
        case .polar(.dayStart): words("at the start of the polar day")
        case .polar(.dayEnd): words("at the end of the polar day")
        case .polar(.nightStart): words("at the start of the polar night")
        case .polar(.nightEnd): words("at the end of the polar night")
        case .zoneTransition: words("at the clock change")
        case .solarEclipse: words("at the solar eclipse")
        case .solar(.altitude(let altitude, let direction)):
            direction == .rising
                ? words("when the Sun rises through {altitude}°", ["altitude": words.decimal("\(altitude)")])
                : words("when the Sun sinks through {altitude}°", ["altitude": words.decimal("\(altitude)")])
        }
    }

    private func moment(after duration: KeyValuePairs<String, String>, in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: when an alert is due, alone or in a sentence of the user
        case .solar(.astronomicalDawn): words("{duration} after astronomical dawn", duration)
        case .solar(.nauticalDawn): words("{duration} after nautical dawn", duration)
        case .solar(.civilDawn): words("{duration} after civil dawn", duration)
        case .solar(.sunrise): words("{duration} after sunrise", duration)
        case .solar(.goldenHourMorningStart), .solar(.goldenHourEveningStart):
            words("{duration} after the start of the golden hour", duration)
        case .solar(.goldenHourMorningEnd), .solar(.goldenHourEveningEnd):
            words("{duration} after the end of the golden hour", duration)
        case .solar(.solarNoon): words("{duration} after solar noon", duration)
        case .solar(.sunset): words("{duration} after sunset", duration)
        case .solar(.civilDusk): words("{duration} after civil dusk", duration)
        case .solar(.nauticalDusk): words("{duration} after nautical dusk", duration)
        case .solar(.astronomicalDusk): words("{duration} after astronomical dusk", duration)
        case .solar(.solarMidnight): words("{duration} after solar midnight", duration)
        case .solar(.marchEquinox): words("{duration} after the March equinox", duration)
        case .solar(.juneSolstice): words("{duration} after the June solstice", duration)
        case .solar(.septemberEquinox): words("{duration} after the September equinox", duration)
        case .solar(.decemberSolstice): words("{duration} after the December solstice", duration)
        case .polar(.dayStart): words("{duration} after the start of the polar day", duration)
        case .polar(.dayEnd): words("{duration} after the end of the polar day", duration)
        case .polar(.nightStart): words("{duration} after the start of the polar night", duration)
        case .polar(.nightEnd): words("{duration} after the end of the polar night", duration)
        case .zoneTransition: words("{duration} after the clock change", duration)
        case .solarEclipse: words("{duration} after the solar eclipse", duration)
        case .solar(.altitude(let altitude, let direction)):
            direction == .rising
                ? words(
                    "{duration} after the Sun rises through {altitude}°",
                    ["duration": duration[0].value, "altitude": words.decimal("\(altitude)")])
                : words(
                    "{duration} after the Sun sinks through {altitude}°",
                    ["duration": duration[0].value, "altitude": words.decimal("\(altitude)")])
        }
    }
}
