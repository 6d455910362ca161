// SPDX-License-Identifier: MIT
import Solar

extension Altitude {
    /// An altitude from a literal in degrees.
    static func degrees(_ degrees: Double) -> Altitude {
        guard let altitude = Altitude(degrees: degrees) else { preconditionFailure("not an altitude: \(degrees)") }
        return altitude
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double { Double(microseconds) / 1e6 }
    /// The magnitude of the duration in seconds.
    var magnitudeInSeconds: Double { abs(inSeconds) }
}
