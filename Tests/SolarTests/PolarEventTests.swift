// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import Solar

/// Compares polar days and nights with the sunrises and sunsets at the same place.
@Suite("Polar days and nights") struct PolarEventTests {
    private static let year = at("2026-01-01T00:00:00Z")..<at("2027-06-01T00:00:00Z")

    /// Intervals of more than 24 hours between a sunrise and a sunset, or between a sunset and a sunrise.
    private func expected(_ interval: Range<Instant>, at observer: Observer) -> [String] {
        let around = interval.lowerBound - .seconds(400 * 86_400)..<interval.upperBound + .seconds(400 * 86_400)
        let horizon = Sun.occurrences(of: [.sunrise, .sunset], in: around, at: observer)
        var found: [String] = []
        for (one, next) in zip(horizon, horizon.dropFirst()) where next.instant - one.instant > .seconds(86_400) {
            let time = one.event == .sunrise ? "day" : "night"
            if interval.contains(one.instant) { found.append("polar-\(time)-start \(one.instant)") }
            if interval.contains(next.instant) { found.append("polar-\(time)-end \(next.instant)") }
        }
        return found.sorted { $0.split(separator: " ")[1] < $1.split(separator: " ")[1] }
    }

    private func found(_ interval: Range<Instant>, at observer: Observer) -> [String] {
        Sun.polarEvents(in: interval, at: observer).map { "\($0.event.rawValue) \($0.instant)" }
    }

    @Test(
        "begin and end at the corresponding sunrises and sunsets",
        arguments: [
            (69.6492, 18.9553), (78.2232, 15.6267), (71.2906, -156.7886), (-77.8419, 166.6863), (39.7392, -104.9903),
            (89.99, 30), (-89.9, -120),
        ])
    func dates(latitude: Double, longitude: Double) {
        let observer = Observer.at(latitude, longitude)
        #expect(found(Self.year, at: observer) == expected(Self.year, at: observer))
    }

    @Test(
        "begin and end once each at the border of their zones",
        arguments: [65.0, 65.7, 65.75, 66.0, 66.5, 67.0, 67.3, 67.4, 67.45])
    func border(latitude: Double) {
        for longitude in stride(from: -175.0, through: 175, by: 175) {
            for latitude in [latitude, -latitude, latitude + 0.01, latitude + 0.02, latitude + 0.03] {
                let observer = Observer.at(latitude, longitude)
                let found = found(Self.year, at: observer)
                #expect(found == expected(Self.year, at: observer), "\(latitude) \(longitude)")
                for name in PolarEvent.allCases.map(\.rawValue) {
                    let times = found.filter { $0.hasPrefix(name) }.map { $0.split(separator: " ")[1].prefix(4) }
                    #expect(Set(times).count == times.count, "\(name) at \(latitude) \(longitude)")
                }
            }
        }
    }

    @Test("are the same wherever the search starts", arguments: [67.41, 69.65, 78.22, -66.0])
    func anywhere(latitude: Double) {
        let observer = Observer.at(latitude, 25)
        let whole = found(Self.year, at: observer)
        var inParts: [String] = []
        var start = Self.year.lowerBound
        while start < Self.year.upperBound {
            let end = min(start + .seconds(7 * 3600 + 13), Self.year.upperBound)
            inParts += found(start..<end, at: observer)
            start = end
        }
        #expect(inParts == whole)
    }
}
