// SPDX-License-Identifier: MIT
import Tracker

/// The delays between retries. Each retry is a wakeup, so retries become rare.
struct BackOff: Equatable {
    /// The number of failures in a row.
    private(set) var failures = 0

    /// The longest delay, if GeoClue fails each time. The first delay is 1 s, each further one is four times as long,
    /// and from the tenth on, it is a day. A reload, or another program that starts GeoClue, causes an earlier retry.
    static let longest = Duration.seconds(86_400)
    /// The delay after another program has started a GeoClue that failed before. It avoids calling a GeoClue that exits
    /// again immediately.
    static let afterRestart = Duration.seconds(60)
    /// The delay after a change of the desktop's setting. GeoClue's agent, whose decision depends on the setting,
    /// receives the change at the same time.
    static let afterSetting = Duration.seconds(2)

    /// Whether the current delay is longer than `afterRestart`.
    var isLong: Bool { failures > 4 }

    mutating func reset() { failures = 0 }

    /// The delay before the next retry; nil if only an event can end the failure.
    mutating func next(after authorization: LocationAuthorization) -> Duration? {
        switch authorization {
        case .notDetermined, .allowedAlways, .allowedOnce, .restricted(.onlyCountry):
            return nil
        case .denied, .restricted(.noGeoClue):
            // GeoClue reads its configuration when it starts, and it starts after its installation; the bus reports the
            // start.
            failures = 0
            return nil
        case .restricted(.noAgent), .restricted(.noBus):
            // At a login, the agent starts within minutes. No signal reports a later start of the agent, but any
            // program that uses GeoClue afterwards starts GeoClue, which the bus reports. Endless retries would keep
            // waking up a desktop without an agent.
            failures += 1
            return failures > 3 ? nil : .seconds(60 << (2 * (failures - 1)))
        case .restricted(.failing):
            failures += 1
            return min(.seconds(1 << (2 * min(failures - 1, 9))), Self.longest)
        }
    }
}
