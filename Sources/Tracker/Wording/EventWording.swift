public import Solar

extension AnnouncedEvent {
    /// The event as it is named in the middle of a sentence: `sunset`, `golden hour start`, `Sun rising through -4.5°`,
    /// `start of the polar night`, `change of the clocks`.
    package func displayName(in words: Words = .english) -> String {
        switch self {
        case .solar(let event): event.displayName(in: words)
        case .polar(.dayStart): words("start of the polar day")
        case .polar(.dayEnd): words("end of the polar day")
        case .polar(.nightStart): words("start of the polar night")
        case .polar(.nightEnd): words("end of the polar night")
        case .zoneTransition: words("change of the clocks")
        }
    }

    /// The event as it is named at the start of a sentence.
    package func capitalizedDisplayName(in words: Words = .english) -> String {
        displayName(in: words).capitalizedFirst
    }
}

extension SolarEvent {
    /// The event as it is named in the middle of a sentence: `sunset`, `golden hour start`, `Sun rising through -4.5°`.
    public func displayName(in words: Words = .english) -> String {
        switch self {
        case .altitude(let altitude, .rising): words("Sun rising through {altitude}°", ["altitude": "\(altitude)"])
        case .altitude(let altitude, .setting): words("Sun setting through {altitude}°", ["altitude": "\(altitude)"])
        case .astronomicalDawn: words("astronomical dawn")
        case .nauticalDawn: words("nautical dawn")
        case .civilDawn: words("civil dawn")
        case .sunrise: words("sunrise")
        case .goldenHourStart: words("golden hour start")
        case .goldenHourEnd: words("golden hour end")
        case .solarNoon: words("solar noon")
        case .sunset: words("sunset")
        case .civilDusk: words("civil dusk")
        case .nauticalDusk: words("nautical dusk")
        case .astronomicalDusk: words("astronomical dusk")
        case .solarMidnight: words("solar midnight")
        case .marchEquinox: words("March equinox")
        case .juneSolstice: words("June solstice")
        case .septemberEquinox: words("September equinox")
        case .decemberSolstice: words("December solstice")
        }
    }

    /// The event as it is named at the start of a sentence: `Sunrise`, `Civil dawn`, `Sun rising through -4.5°`.
    public func capitalizedDisplayName(in words: Words = .english) -> String {
        displayName(in: words).capitalizedFirst
    }
}
