import Foundation
import Testing

/// The service runs as long as the session: it links nothing that it does not use. Foundation alone is 4 to 20 MB.
@Suite(.timeLimit(Turns.timeLimit))
struct LinkageTests {
    /// A debug build links everything that a release links. .ci/run checks the release too.
    @Test("The dynamic build of the service links the system's libraries and the runtime, nothing of Foundation")
    func dynamicBuild() async throws {
        let programs = Checkout.dynamicPrograms
        let service = try await libraries(of: programs + "/suntrackerd")
        #expect(service.isSuperset(of: ["libsystemd.so.0", "libnotify.so.4", "libswiftCore.so", "libdispatch.so"]))
        #expect(service.filter { $0.contains("Foundation") }.isEmpty)
        // The command links it, which shows that this check can find it.
        #expect(try await libraries(of: programs + "/suntracker").contains("libFoundationEssentials.so"))
    }

    @Test("The static release of the service needs no Swift runtime, and contains nothing that only the command uses")
    func staticRelease() async throws {
        let programs = try await Checkout.stage + "/programs"
        let service = try await libraries(of: programs + "/suntrackerd")
        #expect(service.isSuperset(of: ["libsystemd.so.0", "libnotify.so.4"]))
        // Nor the C++ library, of which little is used.
        let runtime = ["Foundation", "swift", "dispatch", "stdc++"]
        #expect(service.filter { library in runtime.contains { library.contains($0) } }.isEmpty)
        for name in Self.onlyInTheCommand {
            #expect(try await !carries(name, programs + "/suntrackerd"), "\(name)")
            // The command contains it, which shows that this check can find it.
            #expect(try await carries(name, programs + "/suntracker"), "\(name)")
        }
    }

    @Test(
        "The static release of the service has at most 7.5 MB, exports none of its functions, and has no tables to unwind them"
    )
    func staticReleaseIsSmall() async throws {
        let service = try await Checkout.stage + "/programs/suntrackerd"
        let size = try #require(try FileManager.default.attributesOfItem(atPath: service)[.size] as? Int)
        #expect(Double(size) / 1024 / 1024 <= 7.5)
        let symbols = try await Subprocess.run("nm", ["--dynamic", "--defined-only", service])
        #expect(symbols.status == 0, "\(symbols.errors)")
        #expect(!symbols.output.contains(" T "))
        #expect(try await ElfSection.all(in: service).filter { $0.name.hasPrefix(".eh_frame") }.isEmpty)
    }

    /// Modules and types that the service does not need. A call of a function such as `contains(_:)` or
    /// `replacing(_:with:)` of a string links _StringProcessing, and with it _RegexParser.
    private static let onlyInTheCommand = [
        "FoundationEssentials", "_StringProcessing", "_RegexParser", "ArgumentParser", "Reports", "TerminalScreen",
        "TerminalEvents", "CommandPlatform",
    ]

    /// The shared libraries that the program loads, by name.
    private func libraries(of program: String) async throws -> Set<String> {
        let ldd = try await Subprocess.run("ldd", [program])
        #expect(ldd.status == 0, "\(ldd.errors)")
        return Set(
            ldd.output.split(separator: "\n").compactMap { line in
                line.split(separator: " ").first.map { $0.trimmingPrefix("\t") }.map { String($0) }
            })
    }

    /// Whether the type metadata of the module, or of the type, is in the program. Its descriptor has the name as a C
    /// string, which is kept when the program is stripped ("Swift ABI: Type Metadata", Context Descriptors).
    private func carries(_ name: String, _ program: String) async throws -> Bool {
        let pattern = #"(?<![[:alnum:]_])\#(name)\x00"#
        return try await Subprocess.run("grep", ["--quiet", "--text", "--perl-regexp", pattern, program]).status == 0
    }
}
