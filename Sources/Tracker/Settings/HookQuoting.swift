/// The quoting of a command of the settings, `Hook=`: words, quotes and backslashes as a shell has them
/// (g_shell_parse_argv(3)). Here they are only looked at; the service has GLib take them apart.
enum HookQuoting {
    /// What keeps the command from being taken apart; nil for nothing.
    static func mistake(in command: String) -> String? {
        var rest = command.unicodeScalars[...]
        var (previous, hasWord): (Unicode.Scalar, Bool) = (" ", false)
        while let scalar = rest.popFirst() {
            var last = scalar
            switch scalar {
            case "\\":
                guard let escaped = rest.popFirst() else {
                    return "it ends with a backslash, behind which nothing stands"
                }
                // Together with the end of a line it is nothing.
                if escaped != "\n" { hasWord = true }
                last = escaped
            case "'", "\"":
                guard skipQuoted(by: scalar, in: &rest) else { return "its last \(scalar) is not closed" }
                hasWord = true
            case " ", "\t", "\n": break
            case "#" where previous == " " || previous == "\n":
                // GLib takes one at the very end for a quote that is open.
                if rest.isEmpty { return "its last # is not quoted" }
                rest = rest.drop { $0 != "\n" }
            default: hasWord = true
            }
            previous = last
        }
        return hasWord ? nil : "it names no program"
    }

    /// Goes past what is in quotes; whether they are closed.
    private static func skipQuoted(
        by quote: Unicode.Scalar, in rest: inout String.UnicodeScalarView.SubSequence
    ) -> Bool {
        while let scalar = rest.popFirst() {
            if scalar == quote { return true }
            if quote == "\"", scalar == "\\" { _ = rest.popFirst() }
        }
        return false
    }
}
