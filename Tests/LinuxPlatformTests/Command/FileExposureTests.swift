// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import suntracker

@Suite("Whether others can read a file") struct FileExposureTests {
    @Test("depends on the modes of the file and of all directories above it")
    func modes() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "a/b/file")
        try folder.setMode(0o600, of: "a/b/file")
        #expect(!isReadableByOthers(path))
        try folder.setMode(0o644, of: "a/b/file")
        try folder.setMode(0o700, of: "a")
        #expect(!isReadableByOthers(path))
        #expect(isReadableByOthers("/etc/passwd"))
        #expect(!isReadableByOthers("/nowhere/file"))
    }

    @Test("is asked for the group, too")
    func group() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "a/file")
        try folder.setMode(0o644, of: "a/file")
        for name in ["", "a"] { try folder.setMode(0o755, of: name) }
        // Unless only one user enters the directory of temporary files.
        let isOpen = isReadableByOthers(path)
        try folder.setMode(0o640, of: "a/file")
        #expect(isReadableByOthers(path) == isOpen)
        try folder.setMode(0o710, of: "a")
        #expect(isReadableByOthers(path) == isOpen)
        try folder.setMode(0o604, of: "a/file")
        #expect(!isReadableByOthers(path), "only the group enters the directory, but may not read the file")
    }
}
