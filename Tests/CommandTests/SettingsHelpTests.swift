import Testing

@Suite("Help about the place and the settings, whole")
struct SettingsHelpTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let subcommand: String
        let help: String
        var testDescription: String { subcommand }
    }

    @Test(
        "suntracker",
        arguments: [
            Row(
                subcommand: "location",
                help: """
                    OVERVIEW: Tell where the place is, and how that is known; set it; find places
                    by name.

                    USAGE: suntracker location [<subcommand>] [<options>]

                    OPTIONS:
                      --version               Show the version.
                      -h, --help              Show help information.

                    SUBCOMMANDS:
                      show (default)          Tell where the place is, and how that is known.
                      set                     Set the place in your settings.
                      auto                    Take the place out of your settings: the service
                                              finds it by itself.
                      find                    List the places of a name, the largest first.

                      See 'suntracker help location <subcommand>' for detailed help.

                    """),
            Row(
                subcommand: "location show",
                help: """
                    OVERVIEW: Tell where the place is, and how that is known.

                    Where the service runs, and asks for the location, it is also told whether it
                    may know it, and what to do. Asking does not start it.

                    USAGE: suntracker location [show] [<options>]

                    OPTIONS:
                      --location <lat,lon>    The place, such as 39.74,-104.99 or "39.74N 104.99W".
                      --place <name>          The place by its name, such as "Denver" or
                                              "Springfield, IL".
                      --zone <zone>           By whose clocks to tell the times at --place: the
                                              place's own, unless local is given. (values: place,
                                              local)
                      --config <file>         Read this file in place of suntracker.conf.
                      --format <format>       The form of the answer. (values: text, json; default:
                                              text)
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
            Row(
                subcommand: "location set",
                help: """
                    OVERVIEW: Set the place in your settings.

                    The place is a coordinate such as 39.74,-104.99 or 39.74N 104.99W, or a name
                    that "suntracker location find" knows, such as Denver or "Springfield, IL". It
                    is written to suntracker.conf, whose other lines stay as they are, Elevation=
                    included. A running service follows at once. A -- before the place keeps it
                    from being taken for an option.

                    USAGE: suntracker location set <place> [<options>]

                    ARGUMENTS:
                      <place>                 The place.

                    OPTIONS:
                      --name <name>           What to call the place.
                      --elevation <metres>    How far you stand above the horizon that you see, in
                                              metres.
                      --config <file>         Use this file in place of suntracker.conf.
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
            Row(
                subcommand: "location auto",
                help: """
                    OVERVIEW: Take the place out of your settings: the service finds it by itself.

                    USAGE: suntracker location auto [<options>]

                    OPTIONS:
                      --config <file>         Use this file in place of suntracker.conf.
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
            Row(
                subcommand: "config",
                help: """
                    OVERVIEW: Show the settings and where they come from, check them, change them.

                    USAGE: suntracker config [<subcommand>] [<options>]

                    OPTIONS:
                      --version               Show the version.
                      -h, --help              Show help information.

                    SUBCOMMANDS:
                      show (default)          Show every setting in force, and where it comes from.
                      check                   Tell the first mistake in the settings, if there is
                                              one.
                      path                    Tell the path of your own settings, whether or not
                                              the file is there yet.
                      set                     Change a setting in your own settings.
                      unset                   Take a setting out of your own settings.

                      See 'suntracker help config <subcommand>' for detailed help.

                    """),
            Row(
                subcommand: "config show",
                help: """
                    OVERVIEW: Show every setting in force, and where it comes from.

                    USAGE: suntracker config [show] [<options>]

                    OPTIONS:
                      --config <file>         Use this file in place of suntracker.conf.
                      --format <format>       The form of the answer. (values: text, json; default:
                                              text)
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
            Row(
                subcommand: "config check",
                help: """
                    OVERVIEW: Tell the first mistake in the settings, if there is one.

                    The exit status is 0 where all is good, and 78 where there is a mistake.

                    USAGE: suntracker config check [<file>]

                    ARGUMENTS:
                      <file>                  The file. (default: all that the service would read)

                    OPTIONS:
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
            Row(
                subcommand: "config path",
                help: """
                    OVERVIEW: Tell the path of your own settings, whether or not the file is there
                    yet.

                    USAGE: suntracker config path

                    OPTIONS:
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
            Row(
                subcommand: "config set",
                help: """
                    OVERVIEW: Change a setting in your own settings.

                    "suntracker config" shows which settings there are. The file's other lines stay
                    as they are, and nothing is written that the service could not read. A running
                    service follows at once. A -- before the value keeps it from being taken for an
                    option.

                    USAGE: suntracker config set <key> <value> [<options>]

                    ARGUMENTS:
                      <key>                   The setting.
                      <value>                 Its value.

                    OPTIONS:
                      --config <file>         Use this file in place of suntracker.conf.
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
            Row(
                subcommand: "config unset",
                help: """
                    OVERVIEW: Take a setting out of your own settings.

                    What the machine's settings say holds then, or else the default.

                    USAGE: suntracker config unset <key> [<options>]

                    ARGUMENTS:
                      <key>                   The setting.

                    OPTIONS:
                      --config <file>         Use this file in place of suntracker.conf.
                      --version               Show the version.
                      -h, --help              Show help information.

                    """),
        ])
    func help(row: Row) throws {
        let command = try Command(row.subcommand.split(separator: " ").map(String.init) + ["--help"])
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(command.output == row.help)
    }
}
