// SPDX-License-Identifier: MIT
import Foundation
import Glibc
import TestSupport
import Testing

/// The built service with unusable files and with low limits.
@Suite("The running service") nonisolated struct ServiceProcessTests {
    private static let settings = ".config/suntracker/suntracker.conf"
    private static let state = ".local/state/suntracker"
    private static let copy = state + "/last-settings"

    @Test(
        "starts, reports the file that it does not read, and stops on request, if a named pipe replaces",
        arguments: [
            (settings, "The settings are invalid; until they are corrected, the defaults apply: "),
            (state + "/ledger", "Cannot use the ledger "), (state + "/last-fix", "Cannot use the last location "),
        ])
    func namedPipe(name: String, message: String) throws {
        let service = try RunningService { folder in
            try FileManager.default.removeItem(atPath: folder.write("", to: name))
            try #require(mkfifo(folder.path(name), 0o600) == 0)
        }
        let line = try service.line(message)
        #expect(line.contains(name))
        #expect(line.contains("it is a named pipe, not a regular file"))
        // The entry about the ledger comes before the start.
        if name.hasSuffix("/ledger") { _ = try service.line("Watching the Sun in Denver ") }
        #expect(service.stop() == 0)
    }

    @Test("that cannot use its settings runs with the last accepted ones, and applies the fixed file")
    func lastGood() throws {
        let good = "[Location]\nPlace=Tromsø\n"
        var copy = ""
        do {
            let service = try RunningService([]) { try $0.write(good, to: Self.settings) }
            _ = try service.line("Watching the Sun in Tromsø ")
            #expect(service.stop() == 0)
            #expect(try service.folder.mode(Self.copy) == 0o600)
            copy = try #require(service.folder.read(Self.copy)).replacing(service.folder.path, with: "FOLDER")
        }
        let service = try RunningService([]) { folder in
            try folder.write(good + "Plaze=x\n", to: Self.settings)
            try folder.write(copy.replacing("FOLDER", with: folder.path), to: Self.copy)
        }
        _ = try service.line("Watching the Sun in Tromsø ")
        let line = try service.line(
            "The settings are invalid; until they are corrected, the last valid settings apply: ")
        #expect(line.contains("suntracker.conf:3: Plaze: unknown key in [Location]"))
        try service.folder.write("[Location]\nPlace=Denver\n", to: Self.settings)
        _ = try service.line("Place changed: now in Denver ")
        #expect(service.stop() == 0)
    }

    @Test("keeps its settings and their copy if a settings file becomes a link without a target")
    func missingTarget() throws {
        let service = try RunningService([]) { try $0.write("[Location]\nPlace=Tromsø\n", to: Self.settings) }
        _ = try service.line("Watching the Sun in Tromsø ")
        let kept = try #require(service.folder.read(Self.copy))
        try service.folder.link(Self.settings, to: "../../dotfiles/sun")
        let line = try service.line("The previous settings stay in effect: ")
        #expect(line.contains("it is a symbolic link to ../../dotfiles/sun, which does not exist"))
        #expect(service.folder.read(Self.copy) == kept)
        try service.folder.write("[Location]\nPlace=Denver\n", to: "dotfiles/sun")
        _ = try service.line("Place changed: now in Denver ")
        #expect(service.stop() == 0)
    }

    @Test(
        "starts and stops whatever its standard descriptors are",
        arguments: [
            // A pipe that is full, a pipe without a reader, none at all.
            RunningService.stopsStandardError, "mkfifo f; exec 3<>f; exec 2>f 3<&-", "exec 0<&- 1>&- 2>&-",
        ])
    func standardDescriptors(prefix: String) throws {
        let socket = try DatagramSocket()
        let service = try RunningService(
            after: "export SYSTEMD_EXEC_PID=$$; " + prefix, variables: ["NOTIFY_SOCKET": socket.path])
        #expect(socket.next { $0.contains("READY=1") }.last?.contains("READY=1") == true)
        let process = "/proc/\(service.number)/fd/"
        if prefix.hasPrefix("exec") {
            for number in 0...2 {
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(process)\(number)") == "/dev/null")
            }
        }
        #expect(service.stop() == 0)
    }

    @Test("follows the place that is set in Plasma")
    func plasma() throws {
        func write(_ latitude: Int, in home: TemporaryFolder) throws {
            try home.write(
                "[Location]\nAutomatic=false\nLatitude=\(latitude)\nLongitude=10\n", to: ".config/knighttimerc")
        }
        let service = try RunningService([]) { try write(48, in: $0) }
        #expect(try service.line("Watching the Sun ").contains("(48.00, 10.00; "))
        try write(60, in: service.folder)
        #expect(try service.line("Place changed: now ").contains("(60.00, 10.00; "))
        #expect(service.stop() == 0)
    }

    @Test(
        "reports an alert whose hook does not exist at the start, or when the settings change",
        arguments: [true, false])
    func missingHook(isThereAtStart: Bool) throws {
        let place = "[Location]\nPlace=Denver\n"
        let alert = "[Alert lamps]\nEvent=sunset\nHook=~/bin/lamps-on\n"
        let service = try RunningService([]) { try $0.write(place + (isThereAtStart ? alert : ""), to: Self.settings) }
        _ = try service.line("Watching the Sun in Denver ")
        if !isThereAtStart { try service.folder.write(place + alert, to: Self.settings) }
        let line = try service.line("The hook ")
        #expect(line.contains("\(service.folder.path)/bin/lamps-on"), "\(line)")
        #expect(service.stop() == 0)
    }

    @Test("waits for the file of --config, even by a relative path", arguments: ["own.conf", "a/own.conf"])
    func relative(path: String) throws {
        let service = try RunningService(["--config", path])
        _ = try service.line(
            "The settings are invalid; until they are corrected, the defaults apply: \(path): no such file"
        )
        try service.folder.write("[Location]\nPlace=Denver\n", to: path)
        _ = try service.line("Place changed: now in Denver ")
        #expect(service.stop() == 0)
    }

    @Test(
        "makes the same files as the command under every umask, and only their owner can read them",
        arguments: ["002", "022", "077"])
    func modes(umask: String) throws {
        let command = TestProgram.built("suntracker")
        let service = try RunningService([], after: "umask \(umask); '\(command)' place Denver")
        _ = try service.line("Watching the Sun in Denver ")
        #expect(service.stop() == 0)
        let files = try FileManager.default.subpathsOfDirectory(atPath: service.folder.path).sorted().map { name in
            "\(String(try service.folder.mode(name) ?? 0, radix: 8)) \(name)"
        }
        #expect(
            files == [
                "700 .config", "700 .config/suntracker", "600 .config/suntracker/suntracker.conf", "700 .local",
                "700 .local/state", "700 .local/state/suntracker", "600 .local/state/suntracker/last-settings",
                "600 .local/state/suntracker/ledger", "600 .local/state/suntracker/lock",
            ])
    }

    @Test(
        "runs if a file is in the place of a directory",
        arguments: [".config/suntracker", ".config", "xdg", "xdg/suntracker", "xdg/suntracker/suntracker.conf.d"])
    func fileInTheWay(name: String) throws {
        let service = try RunningService { try $0.write("", to: name) }
        if name.hasPrefix(".config") {
            let line = try service.line("mkdir ")
            #expect(line.hasSuffix(": Not a directory, so you cannot have your own settings; rename that file"))
        }
        _ = try service.line("Watching the Sun in Denver ")
        #expect(service.stop() == 0)
    }

    @Test("waits until another instance with the same state ends, as on another machine with the same home")
    func sharedHome() throws {
        let socket = try DatagramSocket()
        // Both instances report to this socket, which shows the order of their actions.
        func start(at place: String, in home: TemporaryFolder? = nil) throws -> RunningService {
            try RunningService(
                ["--place", place], after: "export SYSTEMD_EXEC_PID=$$", variables: ["NOTIFY_SOCKET": socket.path],
                in: home)
        }
        let first = try start(at: "Denver")
        var states = socket.next { $0 == "READY=1" }
        let second = try start(at: "Tokyo", in: first.folder)
        let line = try second.line("Nothing is being announced yet: ")
        #expect(line.contains("another suntrackerd is using the state directory \(first.folder.path)"))
        states += socket.next { $0.hasPrefix("STATUS=Waiting: another suntrackerd is using") }
        states += socket.next { $0 == "READY=1" }
        #expect(states.last == "READY=1")
        // The first instance continues. A second instance that did not wait would begin meanwhile.
        for _ in 1...3 {
            first.reload()
            _ = try first.line("Settings reloaded")
            states += socket.next { $0 == "READY=1" }
        }
        #expect(first.stop() == 0)
        _ = try second.line("Watching the Sun in Tokyo ")
        #expect(second.stop() == 0)
        states += socket.next { $0.contains(" in Tokyo ") }
        let ended = try #require(states.firstIndex(of: "STOPPING=1"))
        let begun = try #require(states.firstIndex { $0.contains(" in Tokyo ") })
        #expect(ended < begun, "the second one begins when the first one has ended: \(states)")
        // Without a service manager, as in a terminal.
        let third = try RunningService(in: first.folder)
        _ = try third.line("Watching the Sun in Denver ")
        let fourth = try RunningService(in: first.folder)
        _ = try fourth.line("another suntrackerd is using the state directory ")
        #expect(fourth.status() == 75)
        #expect(third.stop() == 0)
    }

    @Test(
        "takes its lock again if it is removed, so that no second instance begins",
        arguments: ["rm -r .local/state/suntracker", "rm .local/state/suntracker/lock", "mv .local/state .local/old"])
    func removedLock(removal: String) throws {
        let first = try RunningService()
        _ = try first.line("Watching the Sun in Denver ")
        // The second one is refused, so the lock is there by now.
        func checkRefusal() throws {
            let second = try RunningService(in: first.folder)
            _ = try second.line("another suntrackerd is using the state directory ")
            #expect(second.status() == 75)
        }
        try checkRefusal()
        for _ in 1...2 {
            try run("cd '\(first.folder.path)' && rm -rf .local/old && \(removal)")
            _ = try first.line("The lock of the state directory \(first.folder.path)/\(Self.state) was removed")
            try checkRefusal()
        }
        #expect(first.stop() == 0)
    }

    @Test("keeps running, and stops, after the reader of its standard error has ended")
    func endedReader() throws {
        let service = try RunningService()
        _ = try service.line("Watching the Sun in Denver ")
        service.program.errors.close()
        #expect(service.stop() == 0)
    }

    @Test("leaves the state directory to an instance that began after the lock was removed")
    func overtaken() throws {
        let first = try RunningService()
        _ = try first.line("Watching the Sun in Denver ")
        kill(first.number, SIGSTOP)
        try run("rm -r '\(first.folder.path)/\(Self.state)'")
        let second = try RunningService(in: first.folder)
        _ = try second.line("Watching the Sun in Denver ")
        kill(first.number, SIGCONT)
        _ = try first.line("another suntrackerd is using the state directory ")
        #expect(first.status() == 75)
        #expect(second.stop() == 0)
    }

    private func run(_ command: String) throws {
        try #require(TestProgram(script: command).run().status == 0)
    }

    @Test("reports that its state cannot be written, and why, if no file may be written to")
    func fileSize() throws {
        let service = try RunningService(after: "ulimit -f 0")
        let line = try service.line("The ledger cannot be written: ")
        #expect(line.contains("/ledger.new: File too large. "))
        #expect(service.stop() == 0)
    }

    @Test("exits with 71, and reports why, if it may not open enough files", arguments: [8, 63])
    func descriptors(limit: Int) throws {
        let service = try RunningService(after: "ulimit -n \(limit)")
        #expect(
            try service.line("suntrackerd: ")
                == "suntrackerd: the open-file limit is below 64; raise LimitNOFILE= or ulimit -n"
        )
        #expect(service.status() == 71)
    }

    @Test("runs if it may open just enough files, or may raise the limit", arguments: ["-n 64", "-Sn 10"])
    func enoughDescriptors(limit: String) throws {
        let service = try RunningService(after: "ulimit \(limit)")
        _ = try service.line("Watching the Sun in Denver ")
        #expect(service.stop() == 0)
    }

    @Test("has one heap for the memory of all its threads")
    func heaps() throws {
        let service = try RunningService()
        _ = try service.line("Watching the Sun in Denver ")
        let maps = try String(contentsOfFile: "/proc/\(service.number)/maps", encoding: .utf8).split(separator: "\n")
        // glibc reserves this size for each further heap, and uses its beginning (HEAP_MAX_SIZE in malloc/arena.c).
        let size = 64 << 20
        let further = maps.filter { line in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "-" })
            return Int(words[0], radix: 16).map { $0 % size == 0 } == true && line.contains(" rw-p ")
        }
        #expect(further.isEmpty)
        #expect(maps.contains { $0.hasSuffix("[heap]") })
        #expect(service.stop() == 0)
    }

    /// EmulatedMachineTests and EveningTests set the clock, and check the reaction.
    @Test("waits for clock steps")
    func clockChanges() throws {
        let service = try RunningService()
        _ = try service.line("Watching the Sun in Denver ")
        // The main queue handles this reload after the start.
        service.reload()
        _ = try service.line("Settings reloaded")
        #expect(try numberOfClockMonitors(in: service.number) == 1)
        #expect(service.stop() == 0)
    }

    @Test("reports once that TZ is not a time zone", arguments: ["Europe/Pariss", ":Europe/Pariss", "/no/such/file"])
    func unknownZone(zone: String) throws {
        let service = try RunningService(variables: ["TZ": zone])
        #expect(
            try service.line("Times are").hasPrefix(
                "Times are in UTC, because TZ=\(zone) is not a time zone; set TZ to "))
        _ = try service.line("Watching the Sun in Denver ")
        #expect(service.stop() == 0)
    }

    @Test("reads the file that TZ names again when it is replaced, and reports once what is wrong with it")
    func fileOfZone() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = URL(filePath: folder.path("zone"))
        func write(_ zone: String?) throws {
            let bytes = try zone.map { try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + $0)) }
            try (bytes ?? Data()).write(to: file, options: .atomic)
        }
        try write(nil)
        let service = try RunningService(variables: ["TZ": file.path])
        #expect(try service.line("Times are").hasPrefix("Times are in UTC, because TZ=\(file.path) is empty; "))
        _ = try service.line("Watching the Sun in Denver ")
        // "Times are in UTC" would come first if it were reported again.
        try write("Asia/Tokyo")
        #expect(try service.line("Time") == "Time zone changed: now one without a name")
        try write("Asia/Karachi")
        #expect(try service.line("Time") == "Time zone changed: now one without a name")
        #expect(service.stop() == 0)
    }

    @Test("stops within its time if buses accept its connections and never answer")
    func muteBuses() throws {
        let bus = newSocketPath()
        let listener = try boundSocket(SOCK_STREAM, at: bus)
        defer {
            close(listener)
            unlink(bus)
        }
        try #require(listen(listener, 8) == 0)
        let mute = "unix:path=\(bus)"
        // The place comes from the time zone, so the service also asks GeoClue.
        let service = try RunningService(
            [],
            variables: [
                "TZ": "Europe/Berlin", "DBUS_SYSTEM_BUS_ADDRESS": mute, "DBUS_SESSION_BUS_ADDRESS": mute,
            ])
        _ = try service.line("Watching the Sun in Berlin ")
        let asked = ContinuousClock.now
        #expect(service.stop() == 0)
        // The limit is TimeoutStopSec= of the unit.
        #expect(ContinuousClock.now - asked < .seconds(10))
    }

    @Test("starts in English, and says so in one line, if the catalog of its language is damaged")
    func damagedCatalog() throws {
        let catalog = ".local/share/locale/de/LC_MESSAGES/suntracker.mo"
        let locales = try TemporaryFolder()
        defer { withExtendedLifetime(locales) {} }
        try locales.link("de_DE.UTF-8", to: "/usr/lib/locale/C.utf8")
        let service = try RunningService(variables: ["LC_ALL": "de_DE.UTF-8", "LOCPATH": locales.path]) { folder in
            try folder.write("", to: ".local/share/suntracker/hooks/theme")
            try folder.write("damaged", to: catalog)
        }
        let path = service.folder.path(catalog)
        #expect(
            try service.line(path) == "\(path) is damaged, so messages are in English; reinstall Suntracker")
        _ = try service.line("Watching the Sun in Denver ")
        #expect(service.stop() == 0)
    }

    @Test("exits with 74 if --help cannot be written")
    func fullOutput() throws {
        let service = try RunningService(["--help"], after: "exec >/dev/full")
        #expect(try service.line("") == "suntrackerd: write standard output: No space left on device")
        #expect(service.status() == 74)
    }
}
