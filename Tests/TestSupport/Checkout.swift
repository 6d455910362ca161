// SPDX-License-Identifier: MIT
package import Foundation

/// The checkout under test.
package enum Checkout {
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    package static func path(_ path: String) -> String { root.appending(path: path).path }

    package static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: Self.path(path)) }

    /// The paths below a directory, relative to the checkout. Hidden directories below it are left out.
    package static func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path(folder))
            .filter { !$0.hasPrefix(".") && !$0.contains("/.") }.map { "\(folder)/\($0)" }
    }

    /// The rows of a table in `Tests/SolarTests/Fixtures`, without its header.
    package static func fixture(_ name: String) throws -> [[Substring]] {
        try text(of: "Tests/SolarTests/Fixtures/\(name)").split(separator: "\n").dropFirst().map {
            $0.split(separator: ",")
        }
    }
}
