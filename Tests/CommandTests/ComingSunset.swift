// SPDX-License-Identifier: MIT
import LinuxPlatform
import Solar
import TestSupport
import Testing

/// A longitude on the equator where the Sun sets in about this time, and the exact time of the sunset. The longitude has
/// two decimals, because the programs round the ones in settings.
func comingSunset(in time: Duration) throws -> (longitude: Double, instant: Instant) {
    let target = DispatchWallClock.time + time
    var (longitude, sunset) = (0.0, target)
    for _ in 0..<6 {
        let observer = Observer.at(0, longitude)
        let found = Sun.nextOccurrence(of: .sunset, after: target - .seconds(12 * 3600), at: observer)
        guard case .occurs(let instant) = found else { break }
        sunset = instant
        // The Earth turns by a degree in four minutes.
        longitude += Double((sunset - target).microseconds) / 240e6
        longitude = (longitude * 100).rounded() / 100
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    }
    return (longitude, sunset)
}
