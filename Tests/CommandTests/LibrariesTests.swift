// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// The programs link, and so load, only libraries that they use.
@Suite("The libraries of the programs")
struct LibrariesTests {
    /// The output of ldd(1) for the program of this name.
    private func libraries(of program: String) throws -> String {
        let ldd = try Command(script: #"ldd "${SUNTRACKER%/*}/\#(program)""#)
        #expect(ldd.status == 0, "\(ldd.errors)")
        #expect(ldd.output.contains("libsystemd.so.0"))
        return ldd.output
    }

    /// Loading the libraries for notifications would take a quarter of the command's start time.
    @Test("of the command do not include the libraries for notifications")
    func command() throws {
        let libraries = try libraries(of: "suntracker")
        for library in ["libnotify", "libglib", "libgobject", "libgio", "libgdk_pixbuf"] {
            #expect(!libraries.contains(library), "\(library)")
        }
    }

    /// The service runs as long as the session, and Foundation takes 4 to 20 MB.
    @Test("of the service do not include Foundation, which the command uses")
    func service() throws {
        let libraries = try libraries(of: "suntrackerd")
        #expect(libraries.contains("libnotify.so.4"))
        #expect(!libraries.contains("Foundation"))
        #expect(try self.libraries(of: "suntracker").contains("libFoundationEssentials.so"))
    }
}
