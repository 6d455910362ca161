// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// A catalog that msgfmt compiles from a .po file.
func compiledCatalog(_ source: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let msgfmt = try TestProgram("msgfmt", ["--output-file=\(folder.path("compiled.mo"))", source]).run()
    try #require(msgfmt.status == 0, "etc/setup installs msgfmt, of gettext")
    return Array(try Data(contentsOf: URL(filePath: folder.path("compiled.mo"))))
}

/// Compiles the text of a .po file without its header.
func compiledCatalog(texts: String, plurals: String = "nplurals=2; plural=(n != 1);") throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let header = """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: \(plurals)\\n"


        """
    return try compiledCatalog(folder.write(header + texts, to: "texts.po"))
}
