import Testing

@Suite("The libraries of the command")
struct LibrariesTests {
    @Test("contain none of the service's for notifications, which take a quarter of the time of a start")
    func noNotifications() throws {
        let ldd = try Command(script: #"ldd "$SUNTRACKER""#)
        #expect(ldd.status == 0, "\(ldd.error)")
        #expect(ldd.output.contains("libsystemd.so.0"))
        for library in ["libnotify", "libglib", "libgobject", "libgio", "libgdk_pixbuf"] {
            #expect(!ldd.output.contains(library), "\(library)")
        }
    }
}
