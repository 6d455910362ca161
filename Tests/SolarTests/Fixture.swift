// SPDX-License-Identifier: MIT
import FoundationEssentials
public import Solar

/// The rows of a table in `Fixtures`, without its header.
func fixture(_ name: String, from file: String = #filePath) throws -> [[Substring]] {
    let folder = file[..<(file.lastIndex(of: "/") ?? file.endIndex)]
    let text = try String(contentsOfFile: "\(folder)/Fixtures/\(name)", encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
}

/// An instant as an RFC 3339 literal. An invalid literal ends the test.
extension Instant: ExpressibleByStringLiteral {
    /// Creates the instant of a literal.
    public init(stringLiteral text: String) {
        guard let instant = Instant(rfc3339: text) else { preconditionFailure("not an instant: \(text)") }
        self = instant
    }
}

extension Coordinate {
    /// A point from literals in degrees.
    static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("not a coordinate: \(latitude), \(longitude)")
        }
        return coordinate
    }
}

extension Observer {
    /// An observer at a point from literals in degrees.
    static func at(_ latitude: Double, _ longitude: Double) -> Observer { Observer(.at(latitude, longitude)) }
}

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
