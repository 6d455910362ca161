import Foundation
import TestSupport
import Testing

@Suite("suntracker chart, without a terminal")
struct ChartTests {
    /// A temporary folder for the state and the files written.
    private struct Folder: ~Copyable {
        let path = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func run(_ arguments: String..., variables: [String: String] = [:]) throws -> Command {
            try Command(
                ["chart", "--location", "39.74,-104.98", "--at", "2026-11-21T20:00:00Z"] + arguments,
                zone: "America/Denver",
                variables: ["XDG_STATE_HOME": path + "/state"].merging(variables) { $1 })
        }

        func text(_ name: String) throws -> String {
            try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        }

        var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
    }

    @Test("The output is a table without control sequences")
    func table() throws {
        let folder = try Folder()
        let command = try folder.run("1y")
        #expect(command.status == 0)
        #expect(command.lines.first == "39.74° N, 104.98° W, given with --location")
        #expect(command.output.contains("\n2026-11-21*       ·▒██████████░"))
        #expect(!command.output.contains("\u{1B}"))
    }

    @Test(
        "The period is saved, in a file that only its owner can read",
        arguments: [("3m", 92), ("1y", 366)])
    func memory(period: String, lines: Int) throws {
        let folder = try Folder()
        #expect(try folder.run("--format", "csv").lines.count == 367)
        #expect(try folder.run(period).status == 0)
        #expect(try folder.run("--format", "csv").lines.count == lines + 1)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.path + "/state/suntracker/chart-period")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A saved period that is damaged or cannot be written is ignored")
    func damagedMemory() throws {
        let folder = try Folder()
        _ = try folder.run("3m")
        try "7w\0".write(toFile: folder.path + "/state/suntracker/chart-period", atomically: true, encoding: .utf8)
        #expect(try folder.run("--format", "csv").lines.count == 367)
        let command = try folder.run("3m", variables: ["XDG_STATE_HOME": "/proc/nowhere"])
        #expect(command.status == 0)
        #expect(command.error == "")
    }

    @Test("Files are replaced atomically, and no temporary file is left")
    func files() throws {
        let folder = try Folder()
        let (svg, html) = (folder.path + "/chart.svg", folder.path + "/chart.html")
        try "before".write(toFile: svg, atomically: true, encoding: .utf8)
        let command = try folder.run("6m", "--svg", svg, "--html", html)
        #expect(command.status == 0)
        #expect(command.output == "")
        #expect(try folder.files == ["chart.html", "chart.svg", "state"])
        #expect(try folder.text("chart.svg").hasSuffix("</svg>"))
        #expect(try folder.text("chart.html").hasSuffix("</html>"))
        #expect(try folder.text("chart.html").contains("value=\"6m\" data-days=\"183\" checked"))
    }

    @Test("A symbolic link is followed")
    func link() throws {
        let folder = try Folder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.svg", withDestinationPath: folder.path + "/target.svg")
        try "before".write(toFile: folder.path + "/target.svg", atomically: true, encoding: .utf8)
        #expect(try folder.run("3m", "--svg", folder.path + "/link.svg").status == 0)
        #expect(try folder.text("target.svg").hasSuffix("</svg>"))
        #expect(try folder.files.contains("link.svg"))
    }

    /// A redirection of the shell, and the options that write to its target.
    struct Redirection: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let redirection: String
        let options: String
        /// What is in the file afterwards, with `SVG` for the drawing and `HTML` for the page.
        let text: String
    }

    @Test(
        "The target of a redirection is written to, not replaced",
        arguments: [
            Redirection(
                testDescription: "/dev/stdout", redirection: "> out", options: "--svg /dev/stdout",
                text: "before\nSVGafter\n"),
            Redirection(
                testDescription: "standard output as -", redirection: "> out", options: "--svg -",
                text: "before\nSVG\nafter\n"),
            Redirection(
                testDescription: "appended", redirection: ">> out", options: "--svg /dev/stdout",
                text: "old\nbefore\nSVGafter\n"),
            Redirection(
                testDescription: "/dev/fd/N", redirection: "4> out", options: "--svg /dev/fd/4",
                text: "SVG"),
            Redirection(
                testDescription: "/proc/thread-self/fd/N", redirection: "5> out",
                options: "--svg /proc/thread-self/fd/5",
                text: "SVG"),
            Redirection(
                testDescription: "two of them", redirection: "> out 4>&1", options: "--svg /dev/fd/4 --html -",
                text: "before\nSVGHTML\nafter\n"),
            Redirection(
                testDescription: "a link to it", redirection: "> out", options: "--svg link", text: "before\nSVGafter\n"
            ),
        ])
    func redirected(case redirection: Redirection) throws {
        let folder = try Folder()
        let chart = "\"$SUNTRACKER\" chart 3m --location 39.74,-104.98 --at 2026-11-21T20:00:00Z"
        let command = try Command(
            script: """
                cd '\(folder.path)' || exit 1
                echo old >out; ln -s /dev/stdout link; ls -i out >before
                { echo before; \(chart) \(redirection.options); echo "$?" >status; echo after; } \(redirection.redirection)
                ls -i out >after; cmp before after >&2
                """, zone: "America/Denver")
        #expect(command.error == "")
        #expect(try folder.text("status") == "0\n")
        let texts = ["SVG": "--svg", "HTML": "--html"]
        var expected = redirection.text
        for (name, option) in texts where expected.contains(name) {
            _ = try folder.run("3m", option, folder.path + "/" + name)
            expected = expected.replacing(name, with: try folder.text(name))
        }
        #expect(try folder.text("out") == expected)
        #expect(try folder.files.filter { $0.contains("new") || $0 == "-" } == [])
    }

    @Test("A file that exists keeps its mode")
    func modes() throws {
        let folder = try Folder()
        let path = folder.path + "/private.svg"
        try "".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(try folder.run("3m", "--svg", path).status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try folder.text("private.svg").hasSuffix("</svg>"))
    }

    @Test(
        "An xdg-open that finds no browser, or is missing, is an error",
        arguments: [
            (
                "#!/bin/sh\nexit 3\n",
                "exit status 3); install a browser, or choose one with: xdg-settings set default-web-browser"
            ), (nil, "No such file or directory); install xdg-utils, or open it in a browser"),
        ])
    func opensNothing(program: String?, error: String) throws {
        let folder = try Folder()
        if let program { try writeProgram(program, to: folder.path + "/xdg-open") }
        let run = try folder.run("3m", "--open", variables: ["PATH": folder.path])
        #expect(run.status == 69)
        let page = folder.path + "/state/suntracker/chart.html"
        #expect(run.error == "suntracker: the page \(page) cannot be opened (xdg-open: \(error)\n")
    }

    @Test("A page is opened with xdg-open")
    func open() throws {
        let folder = try Folder()
        let opened = folder.path + "/opened"
        #expect(mkfifo(opened, 0o600) == 0)
        try writeProgram("#!/bin/sh\necho \"$1\" >\(opened)\n", to: folder.path + "/xdg-open")
        #expect(try folder.run("3m", "--open", variables: ["PATH": folder.path]).status == 0)
        // A pipe by name: reading waits for the program that was started.
        let said = try FileHandle(forReadingFrom: URL(filePath: opened)).readToEnd()
        #expect(said == Data((folder.path + "/state/suntracker/chart.html\n").utf8))
    }

    @Test(
        "A browser that is a snap is given the page in its own folder, since it may not read hidden folders of the home",
        arguments: [
            ("env BAMF_DESKTOP_FILE_HINT=/var/a_b.desktop /snap/bin/a_b %u", "snap/a_b/common/suntracker-chart.html"),
            ("env /var/lib/snapd/snap/bin/a.beta %u", "snap/a/common/suntracker-chart.html"),
            ("env /opt/snap/bin/other/a %u", ".local/state/suntracker/chart.html"),
        ])
    func snap(command: String, page: String) throws {
        let folder = try Folder()
        let applications = folder.path + "/.local/share/applications"
        try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
        try "[Desktop Entry]\nType=Application\nName=B\nExec=\(command)\nMimeType=text/html;\n".write(
            toFile: applications + "/b.desktop", atomically: true, encoding: .utf8)
        try "[Default Applications]\ntext/html=b.desktop\n".write(
            toFile: applications + "/mimeapps.list", atomically: true, encoding: .utf8)
        try writeProgram("#!/bin/sh\nexit 0\n", to: folder.path + "/xdg-open")
        let homes = ["XDG_STATE_HOME": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_DATA_DIRS": "/nowhere"]
        let path = "\(folder.path):/usr/bin:/bin"
        let run = try folder.run(
            "3m", "--open", variables: homes.merging(["HOME": folder.path, "PATH": path]) { $1 })
        #expect(run.status == 0, "\(run.error)")
        #expect(try folder.text(page).hasSuffix("</html>"))
    }

    @Test("A file in a folder that does not exist cannot be written")
    func unwritable() throws {
        let command = try Command(["chart", "--location", "1,2", "--svg", "/nonexistent/x.svg"])
        #expect(command.status == 73)
        #expect(
            command.error.hasPrefix("suntracker: /nonexistent/x.svg cannot be written: open /nonexistent/x.svg"))
        #expect(command.output == "")
    }
}
