// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The icons that etc/install installs (etc/data/icons).
struct IconTests {
    /// The pictures of notifications.
    private static let pictures = ["sunrise", "sunset", "season", "eclipse", "clock-change"].map { "\(id)-\($0).svg" }
    private static let folder = Checkout.root.appending(path: "etc/data/icons")
    private static let id = "io.github.suntracker.Suntracker"

    /// The names of the elements and attributes of an SVG, and the properties of its styles.
    private static func words(of file: String) throws -> Set<Substring> {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            .replacing(#/<!--.*?-->/#.dotMatchesNewlines(), with: "")
        return Set(text.split { !$0.isLetter && $0 != "-" })
    }

    @Test("The icons are filled shapes: Qt and nanosvg ignore clipPath, and GNOME recolours only symbolic fills")
    func shapes() throws {
        let refused: Set<Substring> = ["clipPath", "clip-path", "filter", "mask", "stroke", "style", "use"]
        let names = [Self.id, "\(Self.id)-day", "\(Self.id)-night"]
        for file in names.flatMap({ ["\($0).svg", "\($0)-symbolic.svg"] }) + Self.pictures {
            #expect(try Self.words(of: file).isDisjoint(with: refused), "\(file)")
            // gdk-pixbuf reads only the first 256 bytes of a file to find its type.
            let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            let start = try #require(text.range(of: "<svg ")).lowerBound
            #expect(text.utf8.distance(from: text.startIndex, to: start) < 250, "\(file)")
        }
        // GTK, libadwaita and GNOME Shell recolour different shapes, but all of them recolour paths.
        let other: Set<Substring> = ["circle", "ellipse", "linearGradient", "polygon", "rect"]
        for name in names {
            #expect(try Self.words(of: "\(name)-symbolic.svg").isDisjoint(with: other), "\(name)")
        }
    }

    @Test("etc/data/icons/render made the PNG files from the current SVG")
    func checksums() async throws {
        let sums = Self.folder.appending(path: "SHA256SUMS")
        // A file that is missing from the list or from the directory also counts as a difference.
        let listed = try String(contentsOf: sums, encoding: .utf8).split(separator: "\n").compactMap {
            $0.split(separator: " ").last
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".png") || $0 == "\(Self.id).svg" || Self.pictures.contains($0) }
        #expect(listed.map(String.init).sorted() == files.sorted())
        let check = try await TestProgram(
            "sh", ["-c", #"cd "$1" && sha256sum --check --quiet SHA256SUMS"#, "sh", Self.folder.path]
        ).result()
        #expect(check.status == 0, "run etc/data/icons/render: \(check.output)\(check.errors)")
    }

    @Test("Each PNG file is of the size in its name", arguments: [48, 64, 128, 256])
    func pictures(size: Int) throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "\(Self.id)-\(size).png"))
        // The file begins with the signature and the chunk IHDR, which contains width and height (PNG specification,
        // sections 5.2 and 11.2.1).
        try #require(data.count > 24)
        #expect(data.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        func number(at index: Int) -> Int { data[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(at: 16) == size, "its width")
        #expect(number(at: 20) == size, "its height")
    }
}
