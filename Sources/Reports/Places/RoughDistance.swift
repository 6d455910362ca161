import Solar
import Tracker

/// How far off something is for somebody who looks at it for hours: the nearer, the finer, so that it seldom changes.
struct RoughDistance {
    private let distance: Int64

    /// From so near on (the first that is not farther) it is told in these steps; in microseconds.
    private static let steps: [(from: Int64, step: Int64)] = [
        (3 * hour, hour / 2), (hour, hour / 4), (hour / 6, hour / 12), (0, hour / 60),
    ]
    private static let hour: Int64 = 3_600_000_000

    /// The time from now to something that is still to come.
    init(from now: Instant, to instant: Instant) {
        distance = max(0, instant.microseconds - now.microseconds)
    }

    private var bracket: (from: Int64, step: Int64) {
        Self.steps.first { distance >= $0.from } ?? (0, Self.hour / 60)
    }

    /// To the nearest step.
    private var rounded: Int64 { (distance + bracket.step / 2) / bracket.step * bracket.step }

    /// `in about 3 h 30 min`, `now`.
    var words: String {
        rounded == 0 ? "now" : "in about \(Duration.microseconds(rounded).formattedMinutes)"
    }

    /// How long these words hold at least.
    var span: Duration {
        let (from, step) = bracket
        return .microseconds(distance - max(from, rounded - step / 2) + 1)
    }
}

extension RelativeTime {
    /// From here on things are told by their dates.
    static let dated = Duration.seconds(48 * 3600)

    /// As `distance(to:)`, but roughly.
    func roughDistance(to instant: Instant) -> String {
        instant - now < Self.dated ? RoughDistance(from: now, to: instant).words : distance(to: instant)
    }
}
