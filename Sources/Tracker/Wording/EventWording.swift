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

    /// A day and a night together take 24 hours, give or take some minutes, more near the poles: the next sunrise or sunset
    /// is sooner than this after the last one, or days later.
    static let nextIsSoon = Duration.seconds(30 * 3600)

    /// The event and its time of day, for an event of these hours: `sunrise at 06:52`.
    func moment(at instant: Instant, localTime: any LocalTime, in words: Words) -> String {
        let time = words.quantity(localTime.timeOfDay(at: instant))
        return words("{event} at {time}", ["event": displayName(in: words), "time": time])
    }

    /// The next event after an instant, by its time of day or, if it is not soon, by its date: `sunrise at 06:52`, `sunrise on
    /// 15 January`.
    func next(
        at instant: Instant, after start: Instant, now: Instant, localTime: any LocalTime, in words: Words
    ) -> String {
        if instant - start < Self.nextIsSoon { return moment(at: instant, localTime: localTime, in: words) }
        let today = localTime.civilTime(at: now).date
        let date = localTime.civilTime(at: instant).date.formatted(relativeTo: today, in: words)
        return words("{event} on {date}", ["event": displayName(in: words), "date": date])
    }
}
