import Testing

/// The programs load, and so link, nothing that they do not use.
@Suite("The libraries of the programs")
struct LibrariesTests {
    /// What ldd(1) prints about the program of that name beside the command.
    private func libraries(of program: String) throws -> String {
        let ldd = try Command(script: #"ldd "${SUNTRACKER%/*}/\#(program)""#)
        #expect(ldd.status == 0, "\(ldd.error)")
        #expect(ldd.output.contains("libsystemd.so.0"))
        return ldd.output
    }

    /// The libraries for notifications would take a quarter of the time in which the command starts.
    @Test("of the command do not include the libraries for notifications")
    func command() throws {
        let libraries = try libraries(of: "suntracker")
        for library in ["libnotify", "libglib", "libgobject", "libgio", "libgdk_pixbuf"] {
            #expect(!libraries.contains(library), "\(library)")
        }
    }

    /// The service runs as long as the session, and Foundation is 4 to 20 MB.
    @Test("of the service do not include Foundation, which the command uses")
    func service() throws {
        let libraries = try libraries(of: "suntrackerd")
        #expect(libraries.contains("libnotify.so.4"))
        #expect(!libraries.contains("Foundation"))
        #expect(try self.libraries(of: "suntracker").contains("libFoundationEssentials.so"))
    }
}
