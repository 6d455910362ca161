// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport

@testable import LinuxPlatform
@testable import Tracker

extension Property {
    /// A ledger is either read completely or rejected.
    static let ledger = Property(
        "ledger",
        seeds: goodLedgers,
        words: [
            "suntracker-ledger ", "settled-through ", "since ", "announced ", "announcing ", "missed ", "boot ", " - ",
            "end\n",
            "\nend", "open ", "entry,hooks,popup ", "ahead ", "note first-start\n", "phase night - ",
            "override day ", " boundary 1:2\n", " - time 1:2\n", " boundary,over 1:2\n",
            " sunset\n", " - override:night boundary:", " - override:day - 1:2:3\n", " - phase:day called:/h/%20 1:2\n",
            "2026-11-21T13:46:12Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "+00:00", "24:00:00",
        ]
    ) { text in
        let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        do {
            let ledger = try Ledger(text: text)
            try require(ledger.text.utf8.elementsEqual(text.utf8), "it was read as another one: \(ledger.text)")
        } catch let error as StateTextError {
            switch error {
            case .damaged(let line, let expected):
                try require(!goodLedgers.contains(text), "a good one is refused: \(error)")
                try require((1...lineCount).contains(line) && !expected.isEmpty, "no line: \(error)")
            case .otherVersion(let version, _): try require(version != Ledger.header.version, "\(version) is refused")
            }
        }
    }

    private static let goodLedgers = [
        goodLedger([]), goodLedger([("sunset", .announced())]),
        goodLedger([("sunset", .announced(open: .hooks))], isOfThisBoot: true),
        goodLedger([
            ("sunrise", .missed), ("sunset", .announced()), ("alert:lamps on", .announced(open: .announcement)),
        ]),
        "suntracker-ledger 1\nsettled-through 2026-11-21T12:00:00Z\nsince 2026-11-21T11:50:00Z\nahead 2026-11-21T13:00:00Z -\n"
            + "note new\nphase day - 2026-11-21T12:00:00Z - /h/%20\n"
            + "override night 2026-11-21T12:00:00Z - boundary,over 3f2c:1:2\nend 6\n",
    ]

    private static func goodLedger(_ entries: [(String, Ledger.State)], isOfThisBoot: Bool = false) -> String {
        let noon = at("2026-11-21T12:00:00.123456Z")
        return Ledger(
            settledThrough: noon, boot: isOfThisBoot ? Boot(id: "3f2c", instant: noon - .seconds(9000)) : nil,
            entries: entries.map {
                Ledger.Entry(
                    rule: $0.0, event: noon - .seconds(3600), due: noon - .seconds(7200), state: $0.1,
                    made: isOfThisBoot ? noon : nil)
            }
        ).text
    }

    /// An accepted fix is a point on the Earth, and is written back unchanged.
    static let fix = Property(
        "last fix",
        seeds: [
            "suntracker-fix 1\ncoordinate 39.7392 -104.9903\naccuracy 25.0\nobserved 2026-11-21T13:46:12Z\nend\n",
            "suntracker-fix 1\ncoordinate -89.999999 1e-05\nend\n",
            "suntracker-fix 1\ncoordinate 52.52 13.405\nmain-city 52.5 13.3667\nend\n",
            "suntracker-fix 1\ncoordinate 39.7392 -104.\0observed\nend\n",
        ],
        words: [
            "suntracker-fix ", "coordinate ", "accuracy ", "observed ", "main-city ", "end\n", "91", "-181",
            "\naccuracy -1", "inf", "-1", "1e-05",
            "0x1p3",
            "2026-11-21T13:46:12Z",
        ]
    ) { text in
        let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        do {
            let place = try Place(lastFixText: text)
            try require((-90...90).contains(place.observer.coordinate.latitude.degrees), "latitude")
            try require((-180...180).contains(place.observer.coordinate.longitude.degrees), "longitude")
            if let accuracy = place.provenance.accuracy { try require(accuracy >= 0 && accuracy.isFinite, "accuracy") }
            let facts = text.split(separator: "\n").map { $0.split(separator: " ") }
            func number(_ name: String, _ column: Int) -> Double? {
                facts.last { $0.first?.elementsEqual(name) == true && column < $0.count }.flatMap { Double($0[column]) }
            }
            let point = number("coordinate", 1).flatMap { north in
                number("coordinate", 2).flatMap { Coordinate(latitude: north, longitude: $0) }
            }
            try require(place.observer.coordinate == point?.toHundredths, "another coordinate")
            try require(number("accuracy", 1) == place.provenance.accuracy, "another accuracy")
            let city = place.provenance.mainCity
            try require(number("main-city", 1) == city?.latitude.degrees, "another latitude of the main city")
            try require(number("main-city", 2) == city?.longitude.degrees, "another longitude of the main city")
            try require(facts.contains { $0.first == "observed" } == (place.provenance.observed != nil), "another time")
            let written = place.lastFixText
            try require(try Place(lastFixText: written) == place, "it comes back as another one: \(written)")
        } catch let error as StateTextError {
            switch error {
            case .damaged(let line, let expected):
                try require((1...lineCount).contains(line) && !expected.isEmpty, "no line: \(error)")
            case .otherVersion(let version, _):
                try require(version != Place.lastFixHeader.version, "\(version) is refused")
            }
        }
    }

    /// Popup numbers are either read completely or rejected, and their count is limited.
    static let popupNumbers = Property(
        "popup numbers",
        seeds: [
            "suntracker-popups 1\nserver 6f0c :1.23\n17 sunset\n4 alert:half an hour\nend 2\n",
            "suntracker-popups 1\nserver 6f0c :1.23\nend 0\n",
        ],
        words: ["suntracker-popups 1\n", "server ", " :1.2", "end 1\n", "4294967295 ", "0 ", "\n17 sunset"]
    ) { text in
        let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        do {
            let numbers = try PopupNumbers(text: text)
            try require(numbers.entries.count == lineCount - 4, "entries are lost: \(numbers.text)")
            try require(numbers.entries.count <= 256, "too many")
            try require(try PopupNumbers(text: numbers.text) == numbers, "it comes back as another")
        } catch let StateTextError.otherVersion(version, _) {
            try require(version != 1, "its own version is refused")
        } catch let StateTextError.damaged(line, _) {
            try require((1...lineCount).contains(line), "no line: \(text)")
        }
    }
}
