// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// A file that would block a reader or take long, because it is not regular or is too large.
enum OddFile: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case namedPipe, linkToDevice, socket, directory, hugeFile

    var testDescription: String { rawValue }

    /// Creates it.
    func make(_ name: String, in folder: TemporaryFolder) throws {
        let path = folder.path + "/" + name
        switch self {
        case .namedPipe: try #require(mkfifo(path, 0o600) == 0)
        case .linkToDevice: try folder.link(name, to: "/dev/zero")
        case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
        case .directory: try #require(mkdir(path, 0o700) == 0)
        case .hugeFile:
            try folder.write("", to: name)
            // A sparse file, which takes no space on disk.
            try #require(truncate(path, 1 << 30) == 0)
        }
    }

    /// The problem in the error.
    func problem(limit: String) -> String {
        switch self {
        case .namedPipe: "it is a named pipe, not a regular file"
        case .linkToDevice: "it is a device, not a regular file"
        case .socket: "it is a socket, not a regular file"
        case .directory: "it is a directory, not a regular file"
        case .hugeFile: "it is larger than \(limit)"
        }
    }

    /// The remedy in the error.
    var remedy: String { self == .hugeFile ? "make it smaller" : "put a regular file in its place, or remove it" }
}
