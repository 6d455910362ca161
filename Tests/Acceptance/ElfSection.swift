/// A section of an object file or program, as readelf(1) prints it.
struct ElfSection: Equatable {
    let name: String
    /// In bytes.
    let size: Int
    /// A letter for each flag. R is SHF_GNU_RETAIN, for which the linker keeps the section.
    var flags: String

    /// The sections of a program, or of all objects of an archive, in their order.
    static func all(in path: String) async throws -> [ElfSection] {
        let readelf = try await Subprocess.run("readelf", ["--section-headers", "--wide", path])
        guard readelf.status == 0 else { throw Unreadable(description: readelf.errors) }
        return readelf.output.split(separator: "\n").compactMap(ElfSection.init(line:))
    }

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// From a line such as "  [ 2] .text  PROGBITS  0000000000000000 000040 187eea 00  AX  0   0 16".
    private init?(line: Substring) {
        guard line.hasPrefix("  ["), let end = line.firstIndex(of: "]") else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        // The first section has no name, and a section may have no flags.
        guard fields.count == 9 || fields.count == 10, let size = Int(fields[4], radix: 16) else { return nil }
        self.name = String(fields[0])
        self.size = size
        self.flags = fields.count == 10 ? String(fields[6]) : ""
    }
}
