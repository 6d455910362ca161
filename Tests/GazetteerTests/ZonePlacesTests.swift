// SPDX-License-Identifier: MIT
import Gazetteer
import Testing

@Suite("The main cities of time zones")
struct ZonePlacesTests {
    @Test(
        "Small ones mean one place, in their own time zone",
        arguments: [
            ("Kiritimati", "Kiritimati, KI", "Pacific/Kiritimati"),
            ("Longyearbyen", "Longyearbyen, SJ-21", "Arctic/Longyearbyen"),
            ("Lord Howe", "Lord Howe Island, AU-02", "Australia/Lord_Howe"),
            ("Eucla", "Eucla, AU-08", "Australia/Eucla"),
            ("Dumont d'Urville", "Dumont d’Urville, AQ", "Antarctica/DumontDUrville"),
            ("Easter Island", "Hanga Roa, CL-01", "Pacific/Easter"),
            ("Galapagos", "Puerto Baquerizo Moreno, EC-01", "Pacific/Galapagos"),
            ("Büsingen", "Büsingen, DE-01", "Europe/Busingen"),
            ("Scoresbysund", "Ittoqqortoormiit, GL", "America/Scoresbysund"),
            ("Tell City", "Tell City, US-IN", "America/Indiana/Tell_City"),
            ("Petersburg, Indiana", "Petersburg, US-IN", "America/Indiana/Petersburg"),
            ("Midway", "Midway, US-FL", "America/Chicago"),
        ])
    func small(text: String, name: String, zone: String) {
        guard case .place(let place) = Gazetteer.ofProgram.resolve(text) else {
            Issue.record("\(Gazetteer.ofProgram.resolve(text))")
            return
        }
        #expect(place.qualifiedName == name)
        #expect(place.timeZone == zone)
    }
}
