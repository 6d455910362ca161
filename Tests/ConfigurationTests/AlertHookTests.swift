// SPDX-License-Identifier: MIT
import Configuration
import Testing

@Suite("The command of an alert") struct AlertHookTests {
    /// The rules are from POSIX, Shell Command Language, 2.2 and 2.3, the results from g_shell_parse_argv(3) of GLib.
    @Test(
        "is split as in a shell, without expansions",
        arguments: [
            ("lamps", ["lamps"]), ("  lamps on\t 30 ", ["lamps", "on", "30"]),
            (#"lamps 'on now' "$HOME" a\ b"#, ["lamps", "on now", "$HOME", "a b"]),
            ("lamps ~/x *.conf `id` %h", ["lamps", "~/x", "*.conf", "`id`", "%h"]),
            ("lamps # no more", ["lamps"]), ("lamps a#b #c", ["lamps", "a#b"]), ("lamps \\#a", ["lamps", "#a"]),
            ("lamps '' \"\"", ["lamps", "", ""]), ("la'm'p\"s\"", ["lamps"]),
            (#"lamps 'a\b' "a\b" "a\"b" "a\\b" "a\$b""#, ["lamps", #"a\b"#, #"a\b"#, #"a"b"#, #"a\b"#, "a$b"]),
            ("\"~/my lamps\" on", ["~/my lamps", "on"]), ("/opt/läm\u{308}pchen", ["/opt/läm\u{308}pchen"]),
        ])
    func words(text: String, words: [String]) throws {
        let hook = try AlertHook(text)
        #expect([hook.program] + hook.arguments == words)
    }

    @Test(
        "is an error that says why",
        arguments: [
            ("lamps \\", "it ends with a backslash"), ("lamps 'on", "unbalanced '"),
            ("lamps \"on", "unbalanced \""), ("lamps \"on\\\"", "unbalanced \""),
            ("  ", "the program is missing"), ("# lamps", "the program is missing"),
            ("'' on", "the program is missing"),
        ]
            + ["$HOME/bin/lamps", "bin/lamps", "./lamps", "~ada/lamps", "${HOME}/lamps"].map {
                ($0, "begin the path of the program with /, or with ~/ for your home")
            })
    func errors(text: String, reason: String) {
        let error = #expect(throws: InvalidText.self) { try AlertHook(text) }
        #expect(error?.description == reason)
    }
}
