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
}
