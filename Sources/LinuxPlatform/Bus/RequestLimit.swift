// SPDX-License-Identifier: MIT
/// The limit for what other programs may request: a notification server or a panel can report any number of clicks, and
/// two hooks that set the phase can call each other without end.
package struct RequestLimit {
    package enum Verdict { case allowed, refusedFirst, refused }

    /// The number of requests that are allowed in a minute.
    package static let most = 10
    private static let microseconds: Int64 = 60_000_000
    /// The times of the last allowed requests, at most `most`.
    private var recent: [Int64] = []
    private var isReported = false

    package init() {}

    /// Decides about a request now, in microseconds of the monotonic clock. `refusedFirst` is returned only once, until a
    /// request is allowed again.
    package mutating func verdict(at now: Int64) -> Verdict {
        recent.removeAll { $0 <= now - Self.microseconds }
        if recent.count < Self.most {
            recent.append(now)
            isReported = false
            return .allowed
        }
        defer { isReported = true }
        return isReported ? .refused : .refusedFirst
    }
}
