// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import Gazetteer

@Suite("Equality of names")
struct NameTests {
    @Test(
        arguments: [
            ("Denver", "DENVER"), ("München", "munchen"), ("Mu\u{308}nchen", "munchen"), ("Weißenfels", "WEISSENFELS"),
            ("Tromsø", "tromso"), ("Łódź", "lodz"), ("Reykjavík", "reykjavik"), ("Đà Nẵng", "da nang"),
            ("Ħamrun", "hamrun"), ("İzmir", "izmir"), ("Diyarbakır", "diyarbakir"), ("Þorlákshöfn", "thorlakshofn"),
            ("Næstved", "naestved"), ("Iaşi", "Iași"), ("Xi’an", "Xi'an"), ("Xi’an", "xian"),
            ("Nuku‘alofa", "nukualofa"),
            ("St. Louis", "saint louis"), ("Saint-Denis", "St Denis"), ("Ft. Worth", "Fort Worth"),
            ("Rostov-on-Don", "rostov on don"), ("  New   York ", "new york"), ("Frankfurt (Oder)", "frankfurt oder"),
            ("D.C.", "DC"), ("МОСКВА", "Москва"), ("Αθήνα", "αθήνα"), ("東京", "東京"), ("القاهرة", "القاهرة"),
            ("กรุงเทพ", "กรุงเทพ"), ("6th of October", "6TH OF OCTOBER"),
        ])
    func same(left: String, right: String) {
        #expect(NameKey(left) == NameKey(right))
        #expect(!NameKey(left).isEmpty)
    }

    @Test(
        arguments: [
            ("Denver", "Denve"), ("New York", "Newyork"), ("Москва", "Moskva"), ("東京", "京都"), ("北京", "東京"),
            ("Bern", "Berne"), ("Easton", "Saint"), ("Ой", "Ои"),
        ])
    func different(left: String, right: String) {
        #expect(NameKey(left) != NameKey(right))
    }

    @Test("Texts without letters and digits are empty", arguments: ["", " ", ",", "'", "---", "\u{301}", "🌅"])
    func empty(text: String) {
        #expect(NameKey(text).isEmpty)
    }

    @Test("Latin letters with accents, as decomposed by Unicode, equal the base letters a to z")
    func latin() throws {
        var count = 0
        for value in [UInt32(0xC0)...0x24F, 0x1E00...0x1EFF].joined() {
            let scalar = try #require(Unicode.Scalar(value))
            let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
            guard parts.count > 1, parts[0].isASCII, parts[0].properties.isAlphabetic else { continue }
            #expect(NameKey(String(scalar)) == NameKey(String(parts[0])), "\(scalar)")
            count += 1
        }
        #expect(count == 488)
    }

    @Test("All names of the gazetteer are folded to ASCII")
    func gazetteer() {
        Gazetteer.ofProgram.forEachName { key, name in
            #expect(name.otherName != nil || key.allSatisfy { $0 < 0x80 }, "\(String(decoding: key, as: UTF8.self))")
        }
    }

    @Test("The key of an ASCII name is the same when computed the fast way")
    func ascii() {
        for name in [
            "St. Louis", "Xi'an", "  Ft Worth ", "6th of October", "-", "", "Ste", "a  b", "O'Fallon, Mt. X-", "st st",
        ] {
            var key: [UInt8] = Array("x ".utf8)
            let isComplete = Array(name.utf8).withUnsafeBytes { NameKey.appendKey(ofASCII: $0, to: &key) }
            #expect(isComplete)
            // With the apostrophe, the text is not ASCII; the key leaves the apostrophe out.
            #expect(key == Array("x ".utf8) + NameKey(name + "’").bytes, "\(name)")
        }
        var key: [UInt8] = [1]
        #expect(!Array("Tromsø".utf8).withUnsafeBytes { NameKey.appendKey(ofASCII: $0, to: &key) })
        #expect(key == [1])
    }
}
