// SPDX-License-Identifier: MIT
import Foundation

/// A directory that is removed after the test, such as a home.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Makes the directory.
    package init(at path: String = NSTemporaryDirectory() + "suntracker-test-" + UUID().uuidString) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file below the directory.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file below the directory, and creates missing parents.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try makeParents(of: name)
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }

    package func read(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

    /// The permission bits of a file.
    package func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    package func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    /// Makes a symbolic link, which replaces any file of that name, and creates missing parents.
    package func link(_ name: String, to target: String) throws {
        try makeParents(of: name)
        try? FileManager.default.removeItem(atPath: path(name))
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// The target of a symbolic link; nil if it is none.
    package func target(of link: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path(link))
    }

    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    private func makeParents(of name: String) throws {
        let parent = URL(filePath: path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    }
}
