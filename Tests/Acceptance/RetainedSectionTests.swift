import Foundation
import Testing

/// etc/link/forget-retained makes the copies of Swift's libraries that the static release is linked with.
@Suite(.timeLimit(Turns.timeLimit))
struct RetainedSectionTests {
    @Test(
        "A copy of a library keeps the marks of the tables that the runtime reads, and no others",
        arguments: ["swiftCore", "swift_Concurrency", "swiftDispatch"])
    func copies(_ library: String) async throws {
        let original = try await ElfSection.all(in: Self.library(library))
        let copy = try await ElfSection.all(in: Self.copy(of: library))
        #expect(
            copy
                == original.map { section in
                    var expected = section
                    if !Self.isTable(section) { expected.flags.removeAll { $0 == "R" } }
                    return expected
                })
        // Both kinds are there to be compared.
        let retained = original.filter { $0.flags.contains("R") }
        #expect(retained.contains { Self.isTable($0) } && retained.contains { !Self.isTable($0) })
    }

    /// A cast such as `value as? any Error` searches the table of conformances: one that is missing would make it fail.
    @Test("The static release of the service has every type, protocol and conformance of the standard library")
    func keepsTheTables() async throws {
        let service = try await ElfSection.all(in: Checkout.stage + "/programs/suntrackerd")
        let library = try await ElfSection.all(in: Self.library("swiftCore"))
        for table in ["swift5_protocol_conformances", "swift5_type_metadata", "swift5_protocols", "swift5_assocty"] {
            let kept = service.filter { $0.name == table }.map(\.size).reduce(0, +)
            let needed = library.filter { $0.name == table }.map(\.size).reduce(0, +)
            #expect(needed > 0 && kept > needed, "\(table): \(kept) bytes, \(needed) in libswiftCore.a")
        }
    }

    struct Malformed: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let contents: [UInt8]
    }

    @Test(
        "A library that is not an archive of 64-bit objects is refused, and nothing is written",
        arguments: [
            Malformed(testDescription: "an empty file", contents: []),
            Malformed(testDescription: "no archive", contents: Array("INPUT(-lstdc++)\n".utf8)),
            Malformed(
                testDescription: "the end of a header is missing", contents: archive(of: [], claiming: 0).dropLast(2)),
            Malformed(
                testDescription: "a member is shorter than its header says", contents: archive(of: [1], claiming: 9)),
            Malformed(
                testDescription: "an object of 32 bits",
                contents: archive(of: elf(1) + [UInt8](repeating: 0, count: 60), claiming: 64)),
            Malformed(
                testDescription: "sections beyond the end",
                contents: archive(of: elf(2) + [UInt8](repeating: 0xFF, count: 58), claiming: 64)),
        ])
    func refuses(_ malformed: Malformed) async throws {
        // The build makes the program.
        let program = try await Self.copies() + "/forget-retained"
        let directory = FileManager.default.temporaryDirectory.appending(path: "retained-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let from = directory.appending(path: "from.a"), to = directory.appending(path: "to.a")
        try Data(malformed.contents).write(to: from)
        let run = try await Subprocess.run(program, [from.path, to.path])
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("forget-retained: \(from.path): "))
        #expect(!FileManager.default.fileExists(atPath: to.path))
    }

    /// An archive with one member, whose header says that it has that many bytes.
    private static func archive(of member: [UInt8], claiming size: Int) -> [UInt8] {
        let number = String(size).padding(toLength: 10, withPad: " ", startingAt: 0)
        let name = "member.o/".padding(toLength: 48, withPad: " ", startingAt: 0)
        return Array("!<arch>\n\(name)\(number)`\n".utf8) + member
    }

    /// The beginning of an object of that class: 1 is 32 bits, 2 is 64 bits. Little-endian.
    private static func elf(_ kind: UInt8) -> [UInt8] { [0x7F, 0x45, 0x4C, 0x46, kind, 1] }

    /// The linker marks the begin and the end of a section whose name is an identifier of C.
    private static func isTable(_ section: ElfSection) -> Bool {
        section.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && section.name.first?.isNumber == false
    }

    /// The directory of the copies, which the static release has been linked with.
    private static func copies() async throws -> String {
        _ = try await Checkout.stage
        return Checkout.path(".build/static/libraries")
    }

    private static func copy(of library: String) async throws -> String {
        try await copies() + "/lib\(library).a"
    }

    private static func library(_ name: String) async throws -> String {
        let info = try await Subprocess.run("swiftc", ["-print-target-info", "-static-stdlib"])
        let paths =
            try #require(
                JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any])["paths"] as? [String: Any]
        return try #require(paths?["runtimeResourcePath"] as? String) + "/linux/lib\(name).a"
    }
}
