import Foundation
import Solar
import Testing

/// Compiles the examples of the documentation, and compares their output.
@Suite("The articles of the documentation")
struct DocumentationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The code of an article: all its examples in order.
    private func examples(_ article: String) throws -> [String] {
        let path = Self.folder.appending(path: "../../Sources/Solar/Solar.docc/\(article).md")
        let text = try String(contentsOf: path, encoding: .utf8)
        return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test("contain the code that this file compiles")
    func code() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
            .split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: "\n")
        let examples = try examples("FindingSunriseAndSunset")
        #expect(examples.count == 3)
        for example in examples {
            let code = example.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
                .joined(separator: "\n")
            #expect(source.contains(code), "\(code)")
        }
    }

    @Test("print the documented results")
    func results() {
        var output: [String] = []
        findSunriseAndSunset { output.append($0) }
        #expect(output.first == "2026-11-21T16:40:00-07:00")
        #expect(output.dropFirst().first?.hasPrefix("Next: sunset at 2026-11-21T23:40:00") == true)
        #expect(output.count == 13)
        #expect(output.last == "The Sun stays below the horizon for 0.0 seconds.")
    }
}

private func findSunriseAndSunset(_ write: (String) -> Void) {
    func print(_ items: Any...) { write(items.map { "\($0)" }.joined(separator: " ")) }

    guard let denver = Coordinate(latitude: 39.7392, longitude: -104.9903),
        let now = Instant(rfc3339: "2026-11-21T13:00:00-07:00")
    else { return }
    let observer = Observer(denver)

    switch Sun.nextOccurrence(of: .sunset, after: now, at: observer) {
    case .occurs(let sunset): print(sunset.rfc3339(fractionDigits: 0, utcOffset: -7 * 3600))
    case .never(let side): print("The Sun stays \(side) the horizon.")
    }

    if let next = Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: now, at: observer) {
        print("Next: \(next.event) at \(next.instant)")
    }
    let day = now..<now + .seconds(86_400)
    for occurrence in Sun.occurrences(of: SolarEvent.daily, in: day, at: observer) {
        print(occurrence.instant, occurrence.event)
    }

    guard let longyearbyen = Coordinate(latitude: 78.22, longitude: 15.65) else { return }
    let today = Sun.day(containing: now, at: Observer(longyearbyen))
    if case .never(let side) = today.sunrise {
        print("The Sun stays \(side) the horizon for \(today.daylight).")
    }
}

@Suite("The phases of the day")
struct DayPhaseTests {
    @Test("begin and end at the events that bound them", arguments: DayPhase.allCases)
    func bounds(phase: DayPhase) throws {
        let observer = Observer(.at(39.7392, -104.9903))
        guard let bounds = phase.bounds else { return }
        let start: Instant = "2026-11-21T07:00:00Z"
        let dawn = try #require(Sun.nextOccurrence(of: bounds.dawn, after: start, at: observer).instant)
        let dusk = try #require(Sun.nextOccurrence(of: bounds.dusk, after: start, at: observer).instant)
        for (inside, outside) in [
            (dawn + .seconds(1), dawn - .seconds(1)), (dusk - .seconds(1), dusk + .seconds(1)),
        ] {
            #expect(DayPhase(at: inside, for: observer) == phase)
            #expect(DayPhase(at: outside, for: observer).level == phase.level - 1)
        }
    }
}
