import CGazetteer
import Gazetteer
import Glibc
import Solar

/// Measures look-ups in the gazetteer.
@main
enum GazetteerBenchmark {
    static let rounds = 200
    static let names = [
        "Denver", "Springfield, IL", "munchen", "St. Petersburg, Russia", "東京", "Duesseldorf", "San", "Zzz",
    ]

    static func main() {
        let bytes = UnsafeRawBufferPointer(start: suntracker_gazetteer_start(), count: suntracker_gazetteer_size())
        print("gazetteer: \(bytes.count) bytes")
        let gazetteer = Gazetteer(bytes)
        _ = measure("first by name", rounds: 1) { _ in gazetteer.places(named: "Denver, US").count }
        _ = measure("first prevailing", rounds: 1) { _ in gazetteer.prevailing(at: tokyo)?.place.population ?? 0 }
        for name in names {
            _ = measure("by name: \(name)", rounds: rounds) { _ in gazetteer.places(named: name).count }
        }
        _ = measure("prevailing, all over the globe", rounds: rounds) { round in
            gazetteer.prevailing(at: coordinate(round))?.place.population ?? 0
        }
        _ = measure("prevailing, in Tokyo", rounds: rounds) { _ in
            gazetteer.prevailing(at: tokyo)?.place.population ?? 0
        }
        _ = measure("names like one that is not there", rounds: 20) { _ in
            gazetteer.similarPlaces(to: "Denwer").count
        }
    }

    /// Prints the median and the 99th percentile of the times in microseconds.
    private static func measure(_ title: String, rounds: Int, _ body: (Int) -> Int) -> Int {
        var times: [Double] = []
        var sum = 0
        for round in 0..<rounds {
            let started = nanoseconds()
            sum &+= body(round)
            times.append(Double(nanoseconds() - started) / 1000)
        }
        times.sort()
        let text = [times[times.count / 2], times[times.count * 99 / 100]].map { "\(($0 * 10).rounded() / 10)" }
        print("\(title): \(text[0]) µs" + (rounds > 1 ? ", 99 % within \(text[1])" : ""))
        return sum
    }

    private static let tokyo = coordinate(35.69, 139.69)

    private static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("not a coordinate")
        }
        return coordinate
    }

    /// A point of a spiral around the globe.
    private static func coordinate(_ round: Int) -> Coordinate {
        let part = Double(round % rounds) / Double(rounds)
        let longitude = (part * 377).truncatingRemainder(dividingBy: 1) * 360 - 180
        guard let coordinate = Coordinate(latitude: asin(2 * part - 1) * 180 / .pi, longitude: longitude) else {
            preconditionFailure("a point of the spiral is not on the globe")
        }
        return coordinate
    }

    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
