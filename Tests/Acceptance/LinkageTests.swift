import Testing

/// The service is there for life: it carries nothing of Foundation, which costs 4 to 20 MB.
@Suite(.timeLimit(Turns.timeLimit))
struct LinkageTests {
    @Test("The dynamic release of the service links the system's libraries and the runtime, nothing of Foundation")
    func dynamicRelease() async throws {
        let release = try await Checkout.dynamicRelease
        let service = try await libraries(of: release + "/suntrackerd")
        #expect(service.isSuperset(of: ["libsystemd.so.0", "libnotify.so.4", "libswiftCore.so", "libdispatch.so"]))
        #expect(service.filter { $0.contains("Foundation") }.isEmpty)
        // The command, which carries it, shows that this way of looking would find it.
        #expect(try await libraries(of: release + "/suntracker").contains("libFoundationEssentials.so"))
    }

    @Test("The static release of the service needs no Swift where it runs, and has nothing of Foundation in it")
    func staticRelease() async throws {
        let programs = try await Checkout.stage + "/programs"
        let service = try await libraries(of: programs + "/suntrackerd")
        #expect(service.isSuperset(of: ["libsystemd.so.0", "libnotify.so.4"]))
        #expect(service.filter { $0.contains("Foundation") || $0.contains("swift") || $0.contains("dispatch") }.isEmpty)
        #expect(try await !carriesFoundation(programs + "/suntrackerd"))
        #expect(try await carriesFoundation(programs + "/suntracker"))
    }

    /// The shared libraries that the program loads, by name.
    private func libraries(of program: String) async throws -> Set<String> {
        let ldd = try await Subprocess.run("ldd", [program])
        #expect(ldd.status == 0, "\(ldd.errors)")
        return Set(
            ldd.output.split(separator: "\n").compactMap { line in
                line.split(separator: " ").first.map { $0.trimmingPrefix("\t") }.map { String($0) }
            })
    }

    /// Whether the type metadata of FoundationEssentials is in the program: the names of types are kept when it is
    /// stripped, and the module's has a length before it ("Swift ABI: Mangling", Identifiers).
    private func carriesFoundation(_ program: String) async throws -> Bool {
        try await Subprocess.run("grep", ["--quiet", "--text", "20FoundationEssentials", program]).status == 0
    }
}
