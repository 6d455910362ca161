// SPDX-License-Identifier: MIT
import Testing

@testable import Gazetteer

@Suite("Similar names of an unknown one")
struct SimilarNamesTests {
    @Test(
        "The nearest spellings, the largest place first",
        arguments: [
            ("swapped, in two places", "Lodnon", ["London, GB-ENG", "London, CA-08"]),
            ("three slips in a long name", "Copenhaguenn", ["Copenhagen, DK-17"]),
            ("the beginning", "Denv", ["Denver, US-CO", "Denov, UZ-12", "Denville, US-NJ"]),
            ("the beginning, with a slip", "San Fransis", ["San Francisco, US-CA"]),
            ("a digraph, and a slip", "Muenchn", ["Munich, DE-02"]),
            ("an old name with a diacritic", "Konigsbrg", ["Kaliningrad, RU-23"]),
            ("a letter of another script", "Москвы", ["Moscow, RU-48"]),
            ("the main city of a zone", "Longyerbyen", ["Longyearbyen, SJ-21"]),
            ("in the division that is named", "Sprngfield, IL", ["Springfield, US-IL"]),
            ("in the division that is named without a comma", "Sprngfield Illinois", ["Springfield, US-IL"]),
            ("in a division that is named without a comma, where it is not", "Sprngfield Ontario", []),
            (
                "of a name elsewhere, the largest", "Springfield, ZZ",
                [
                    "Springfield, US-MO", "Springfield, US-MA", "Springfield, US-IL", "Springfield, US-OR",
                    "Springfield, US-OH",
                ]
            ),
            ("too short for slips", "qq", []), ("no letters", " , ", []),
            ("very long", String(repeating: "Llanfair", count: 40), []),
        ] as [(String, String, [String])])
    func similar(case: String, text: String, names: [String]) {
        guard case .unknown(let similar) = Gazetteer.ofProgram.resolve(text) else {
            Issue.record("\(Gazetteer.ofProgram.resolve(text))")
            return
        }
        #expect(Array(similar.map(\.qualifiedName).prefix(names.count)) == names)
        #expect(similar.count <= 5)
        #expect(similar.isEmpty == names.isEmpty)
    }

    @Test(
        "The slips between two names",
        arguments: [
            ("denver", "denver", 0), ("denwer", "denver", 1), ("devner", "denver", 1), ("dnver", "denver", 1),
            ("dennver", "denver", 1), ("deenvre", "denver", 2), ("denv", "denver", 1), ("dnev", "denver", nil),
            ("nevada", "denver", nil), ("ab", "ab", 0), ("ab", "abc", nil), ("abc", "abcdefgh", 1), ("abx", "abc", 1),
            ("koebenhavn", "kobenhavn", 0), ("abcdefghij", "abxxxfghij", 3), ("abcdefghij", "abxxxxghij", nil),
            ("киев", "киів", 1), ("киев", "kiev", nil), ("東京", "京都", nil),
        ] as [(String, String, Int?)])
    func slips(left: String, right: String, slips: Int?) {
        let distance = SpellingDistance(of: NameKey(left))
        #expect(distance.distance(to: NameKey(right).bytes) == slips)
    }
}
