import Testing

@testable import Gazetteer

@Suite("Places while a name is typed")
struct PlaceIndexTests {
    @Test(
        "The first places",
        arguments: [
            ("a short beginning", "tok", "Tokyo, JP-40"), ("a beginning", "denv", "Denver, US-CO"),
            ("a whole name before larger places that begin with it", "san", "San, ML-05"),
            ("a later word", "angeles", "Los Angeles, US-CA"), ("two words", "new yo", "New York City, US-NY"),
            ("a code", "springfield, il", "Springfield, US-IL"),
            ("a state that begins so", "springfield, mis", "Springfield, US-MO"),
            ("a country that begins so", "london, can", "London, CA-08"),
            ("a complete code before beginnings", "vienna, at", "Vienna, AT-09"),
            ("a state without a comma", "paris texas", "Paris, US-TX"),
            ("a country without a comma", "tokyo jap", "Tokyo, JP-40"),
            ("a digraph", "muench", "Munich, DE-02"), ("an accent", "TROMSØ", "Tromsø, NO-18"),
            ("a combining accent", "Mu\u{308}nch", "Munich, DE-02"), ("another script", "моск", "Moscow, RU-48"),
            ("wide characters", "東", "Tokyo, JP-40"), ("an old name", "saig", "Ho Chi Minh City, VN-79"),
            ("an abbreviation", "st. pet", "Saint Petersburg, RU-66"),
            ("the place of a zone", "kiriti", "Kiritimati, KI"),
            ("a trailing comma", "denver,", "Denver, US-CO"),
        ])
    func first(case: String, text: String, name: String) throws {
        var index = PlaceIndex.ofProgram
        let match = try #require(index.matches(text).first)
        #expect(index.place(of: match).place.qualifiedName == name)
    }

    @Test("Nothing", arguments: ["", " ", ",", "qqqq", "denver, fr", "39.74,-104.99", "enver", "🌅"])
    func none(text: String) {
        var index = PlaceIndex.ofProgram
        #expect(index.matches(text) == [])
    }

    @Test("A place is found once, with the other name if only that matches")
    func otherName() throws {
        var index = PlaceIndex.ofProgram
        let saigon = try #require(index.matches("saigon").first)
        #expect(index.place(of: saigon).otherName == "Saigon")
        for text in ["s", "new york", "munich"] {
            let numbers = index.matches(text).map(\.name.place)
            #expect(Set(numbers).count == numbers.count)
        }
        let city = try #require(index.matches("ho chi").first)
        #expect(index.place(of: city).otherName == nil)
    }

    @Test("The places of a time zone, the largest first; for none, those of the world")
    func zones() {
        let index = PlaceIndex.ofProgram
        func names(_ zone: String?) -> [String] {
            index.places(ofTimeZone: zone).prefix(2).map { index.place(of: $0).place.name }
        }
        #expect(names("America/Denver") == ["Denver", "El Paso"])
        #expect(names("Pacific/Kiritimati") == ["Kiritimati"])
        #expect(names(nil) == ["Shanghai", "Beijing"])
        #expect(names("Nowhere/Land") == [])
    }
}
