/// What shows that a command line of the documentation works as the documentation says.
enum DocumentedProof: Sendable {
    /// The line, or another that stands for it, runs here with the built programs, without buses, in a home of its own. Its
    /// output has the text. `swift run` is left out: the tests are beside the programs that it would run.
    case runs(String? = nil, exits: ClosedRange<Int32> = 0...0, shows: String = "")
    /// It runs here until its output has the text, and is then ended.
    case runsUntil(String? = nil, shows: String)
    /// It stands in Tests/Acceptance/scenarios/documented.bash, which runs it in a session of a stock machine, with the
    /// programs of the package.
    case onMachine(String? = nil)
    /// A test runs it: `Suite.function`.
    case test(String)
    /// A file, such as a scenario, a script or a workflow, runs it or reads the option: it has the text.
    case file(String, has: String)
    /// A suite of that name exists.
    case suite(String)
    /// The manual page exists.
    case manual(String)
    /// A program of the system knows the option, if it is installed here.
    case host(String, knows: String)

    /// The proofs of each command line. The order is that of the documentation.
    static let all: [String: [DocumentedProof]] = readme.merging(contributing) { $0 + $1 }
        .merging(packaging) { $0 + $1 }.merging(manuals) { $0 + $1 }

    private static let stock = "Tests/Acceptance/scenarios/stock.bash"
    /// The life of a package on a stock machine.
    static let life = "Tests/Acceptance/scenarios/packages.bash"
    private static let checkout = "Tests/Acceptance/Checkout.swift"
    private static let workflow = ".github/workflows/checks.yml"
    private static let enable = "systemctl --user enable --now suntrackerd"

    private static let readme: [String: [DocumentedProof]] = [
        "suntracker --place Denver --at 2026-11-21T19:00:00Z": [.test("ReadmeTests.sample"), .onMachine()],

        // Try it, install it, develop it.
        "etc/setup": [.file(workflow, has: "- run: etc/setup\n")],
        "etc/setup && swift run suntracker --place Denver": [
            .file(workflow, has: "- run: etc/setup\n"),
            .runs("swift run suntracker --place Denver", shows: "Denver, Colorado, United States"),
        ],
        "swift run suntracker preview": [.onMachine("suntracker preview")],
        "etc/setup && etc/install && systemctl --user enable --now suntrackerd": [
            .file(workflow, has: "- run: etc/setup\n"), .test("InstalledFilesTests.installAndRemove"),
            .file(stock, has: "\"${install[@]}\""), .file(stock, has: enable),
        ],
        "etc/install": [.test("InstalledFilesTests.installAndRemove")],
        "etc/install --system": [.test("InstalledFilesTests.installAndRemove"), .test("ServiceTests.installs")],
        "--system": [.test("InstalledFilesTests.installAndRemove")],
        "etc/install --remove": [
            .test("InstalledFilesTests.installAndRemove"), .file(stock, has: "etc/install\" --remove"),
        ],
        "suntracker doctor": [.onMachine()],
        "etc/setup && swift run suntrackerd --place Denver": [
            .file(workflow, has: "- run: etc/setup\n"),
            .runsUntil("swift run suntrackerd --place Denver", shows: "Watching the Sun in Denver "),
        ],
        "etc/setup --tests && swift test": [.file(".ci/run", has: "'etc/setup --tests && swift test'")],
        "--simulate 2026-03-19T00:00:00Z --speed 7200": [
            .runsUntil(
                "swift run suntrackerd --place Denver --simulate 2026-03-19T00:00:00Z --speed 7200",
                shows: "Sunset in Denver"),
            .onMachine("suntrackerd --place Denver --simulate 2026-03-19T00:00:00Z --speed 7200"),
        ],
        "sudo --validate": [.host("sudo", knows: "--validate")],

        // Your place, and the journal.
        "suntracker location choose": [
            .runs(
                "echo 1 | suntracker location choose Denver && cat ~/.config/suntracker/suntracker.conf",
                shows: "Place=Denver"),
            .onMachine("echo 1 | suntracker location choose Tokyo"),
        ],
        "suntracker location set Denver": [
            .runs("suntracker location set Denver && cat ~/.config/suntracker/suntracker.conf", shows: "Place=Denver"),
            .onMachine(),
        ],
        "man suntracker.conf": [.manual("suntracker.conf.5")],
        "man suntracker": [.manual("suntracker.1")],
        "man suntrackerd": [.manual("suntrackerd.1")],
        "journalctl --user -u suntrackerd": [.onMachine()],
        "journalctl --user SUNTRACKER_EVENT=sunset": [.onMachine()],
        "journalctl --user SUNTRACKER_PHASE=night": [.onMachine()],
        "journalctl --user -x -u suntrackerd": [.onMachine()],

        // The command.
        "suntracker": [.runs(shows: "Daylight"), .onMachine()],
        "suntracker next sunset": [.runs(shows: "Sunset"), .onMachine()],
        "suntracker chart": [.runs(shows: "Daylight"), .onMachine()],
        "suntracker chart --open": [
            // The browser is not waited for; it writes into a pipe.
            .runs("mkfifo ~/opened && suntracker chart --open && cat ~/opened", shows: "xdg-open /"), .onMachine(),
        ],
        "suntracker events --days 365 --format ics": [.runs(shows: "BEGIN:VCALENDAR"), .onMachine()],
        "suntracker wait sunset --offset -30min && lamps on": [.runs(shows: "lamps on"), .onMachine()],
        // The exit status is the light.
        "suntracker poll": [.runs(exits: 0...4), .onMachine()],
        "suntracker status": [.onMachine()],
        "suntracker history": [.onMachine()],
        "suntracker config": [.runs(shows: "Location.Source"), .onMachine()],
        "suntracker config set": [
            .runs("suntracker config set Notifications.Late notify && suntracker config", shows: "notify"),
            .onMachine("suntracker config set Notifications.Late notify"),
        ],
        "--place": [.runs("suntracker next sunset --place Denver", shows: "Denver, Colorado")],
        "--location": [.runs("suntracker next sunset --location 39.74,-104.99", shows: "39.74° N, 104.99° W")],
        "--format json": [.runs("suntracker next sunset --format json", shows: "\"sunset\"")],
        "suntracker today --watch --format waybar": [
            .runsUntil(shows: "\"text\""), .onMachine(),
        ],
        "--template": [.runs("suntracker today --template '{next} {time}'", shows: "s")],
    ]

    private static let contributing: [String: [DocumentedProof]] = [
        "swift build": [.file(".ci/run", has: " swift build --configuration release")],
        "swift run suntrackerd --place Denver": [.runsUntil(shows: "Watching the Sun in Denver ")],
        "SUNTRACKER_STRICT=1 swift build --build-tests": [
            .file("Package.swift", has: "Context.environment[\"SUNTRACKER_STRICT\"]"),
            .file(".ci/run", has: "SUNTRACKER_STRICT=1\n"), .host("swift build", knows: "--build-tests"),
        ],
        "etc/setup --tests": [.file(workflow, has: "- run: etc/setup --tests\n")],
        "swift test": [.file(".ci/run", has: "swift test'")],
        "swift test --filter LedgerTests": [
            .suite("LedgerTests"), .file(".ci/run", has: "swift test --filter \"$1\""),
        ],
        ".ci/run --quick": [.file(workflow, has: "- run: .ci/run --quick\n")],
        ".ci/run": [.file(workflow, has: "- run: .ci/run\n")],
        ".ci/run --sanitize": [.file(".ci/run", has: "    --sanitize)\n")],
        "Tests/FunctionOrder/record": [.file("Tests/FunctionOrder/record", has: "etc/function-order")],
        "SUNTRACKER_RECORD=1 swift test --filter CommandTests.HelpTests": [
            .suite("HelpTests"), .file("Tests/CommandTests/HelpTests.swift", has: "[\"SUNTRACKER_RECORD\"]"),
        ],
        "swift format lint --strict --recursive Package.swift Sources Tests": [
            .file(".ci/run", has: "swift format lint --strict --recursive Package.swift Sources Tests\n")
        ],
        "swift format --in-place": [.host("swift format", knows: "--in-place")],
        "etc/po/update": [.file(".ci/run", has: "etc/po/update --check\n")],
        "etc/po/update --check": [.file(".ci/run", has: "etc/po/update --check\n")],
        "LANGUAGE=de suntracker": [.runs()],
        "Tests/Acceptance/servers NAME": [
            .file(".ci/run", has: " Tests/Acceptance/servers)"),
            .file("Tests/Acceptance/servers", has: "usage: Tests/Acceptance/servers [NAME...]"),
        ],
        "Tests/Acceptance/sunrises": [
            .file("Tests/Acceptance/sunrises", has: "usage: Tests/Acceptance/sunrises")
        ],
        "Tests/Acceptance/emulated-machine": [
            .file("Tests/Acceptance/EmulatedMachine.swift", has: "Tests/Acceptance/emulated-machine\"")
        ],
        "--suite": [.file("Tests/Acceptance/emulated-machine", has: "        --suite) ")],
        "SUNTRACKER_MACHINES=all swift test --filter StockMachineTests": [
            .suite("StockMachineTests"), .file(".ci/run", has: " SUNTRACKER_MACHINES=all "),
        ],
    ]

    private static let packages = "Tests/Packages/run"

    private static let packaging: [String: [DocumentedProof]] = [
        "etc/package deb": [.file(packages, has: " etc/package deb --tarball "), .file(checkout, has: "[\"deb\", ")],
        "etc/package": [.file(packages, has: "    etc/package tarball ")],
        "etc/package tarball": [.file(packages, has: "    etc/package tarball ")],
        "Tests/Packages/run": [.file(".ci/run", has: " Tests/Packages/run ")],
        "etc/po/update --check": [.file(".ci/run", has: " etc/po/update --check\n")],
        "etc/po/update": [.file("etc/po/update", has: "usage: etc/po/update [--check]")],
        "LANGUAGE=de suntracker preview": [.onMachine("suntracker preview")],
        "etc/install --build": [.file("etc/packaging/debian/rules", has: ",etc/install --build)")],
        "DESTDIR=root etc/install --prefix /usr --programs DIR": [
            .file("etc/packaging/debian/rules", has: "DESTDIR=$(CURDIR)/$(root) etc/install --prefix /usr \\\n"),
            .file("etc/packaging/debian/rules", has: "--programs \""),
        ],
        "systemctl --global enable suntrackerd": [.file(life, has: "sudo systemctl --global enable suntrackerd\n")],
        "systemctl --user --machine=UID@": [
            .file("etc/packaging/debian/postinst", has: "systemctl --user --machine=\"$uid@\"")
        ],
        "systemctl --global enable": [.file(life, has: "sudo systemctl --global enable suntrackerd\n")],
    ]

    private static let manuals: [String: [DocumentedProof]] = [
        // suntracker(1).
        "suntracker --place Tokyo": [.runs(shows: "time zone Asia/Tokyo"), .onMachine()],
        "while suntracker wait sunset --offset=-30min; do lamp on; done": [.runs(shows: "lamp on"), .onMachine()],
        "suntracker events --days 365 --events sunrise,sunset --format csv": [.runs(shows: "sunset,"), .onMachine()],
        "suntracker events --days 365 --events sunset --format ics --alarm 10min": [
            .runs(shows: "TRIGGER:-PT10M"), .onMachine(),
        ],

        // suntrackerd(1).
        "systemctl --user enable --now suntrackerd": [.onMachine()],
        "systemctl --user reload suntrackerd": [.onMachine()],
        "suntracker config check": [.runs(), .onMachine()],
        "busctl --user introspect io.github.suntracker.Suntracker1 /io/github/suntracker/Suntracker1": [.onMachine()],

        // suntracker.conf(5).
        "suntracker preview": [.onMachine()],
        "suntracker next --help": [.runs(shows: "march-equinox"), .onMachine()],

        // The catalog of the journal.
        "suntracker events": [.runs(shows: "sunset"), .onMachine()],
        "systemctl --user start suntrackerd": [.onMachine()],
        "systemctl --user status suntrackerd": [.onMachine()],
        "timedatectl set-timezone": [
            .file("Tests/Acceptance/scenarios/edits.bash", has: "timedatectl set-timezone ")
        ],
        "notify-send test": [.host("notify-send", knows: " <SUMMARY> [BODY]")],
    ]
}
