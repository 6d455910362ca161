import Foundation
import Testing

@Suite("Linkage of the module Terminal")
struct LinkageTests {
    /// The programs that the build puts beside the tests, with their symbols.
    private static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    @Test(
        "The command links the module, and the service does not",
        arguments: [("suntracker", true), ("suntrackerd", false)])
    func links(program: String, isLinked: Bool) throws {
        let data = try Data(contentsOf: Self.folder.appending(path: program), options: .alwaysMapped)
        // The mangled name of any declaration in the module begins so.
        #expect((data.range(of: Data("$s8Terminal".utf8)) != nil) == isLinked)
        #expect(data.range(of: Data("$s13LinuxPlatform".utf8)) != nil)
    }
}
