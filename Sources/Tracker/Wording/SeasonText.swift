import Solar

extension AnnouncementText {
    /// What an equinox or a solstice means to the observer: `the longest day of the year`; nil for any other event.
    func seasonRemark(of event: SolarEvent) -> String? {
        let isNorth = place.observer.coordinate.latitude.degrees >= 0
        let begins = isLate ? "has begun" : "begins"
        switch event {
        case .marchEquinox: return "\(isNorth ? "spring" : "autumn") \(begins)"
        case .septemberEquinox: return "\(isNorth ? "autumn" : "spring") \(begins)"
        case .juneSolstice: return solsticeRemark(isSummer: isNorth)
        case .decemberSolstice: return solsticeRemark(isSummer: !isNorth)
        default: return nil
        }
    }

    private func solsticeRemark(isSummer: Bool) -> String {
        let day = Sun.day(containing: instant, at: place.observer)
        // Near the poles a day at a solstice is as long as many others.
        switch (isSummer, day.sunrise, day.sunset) {
        case (true, .never(.above), .never(.above)): return "the middle of the polar day"
        case (false, .never(.below), .never(.below)): return "the middle of the polar night"
        case (true, _, _): return "the longest day of the year"
        case (false, _, _): return "the shortest day of the year"
        }
    }
}
