// SPDX-License-Identifier: MIT
import CLinux
import Dispatch
import Glibc
import LinuxPlatform
import Systemd

run()

/// Parses the arguments, starts the service, and runs the main queue.
func run() {
    standInForClosedDescriptors()
    let options: Options
    do {
        let request = try Options.request(
            arguments: CommandLine.arguments, places: ProgramPlaces(), now: DispatchWallClock.time,
            localTime: Options.localTime(at:))
        switch request {
        case .run(let parsed): options = parsed
        case .print(let text): printAndExit(text)
        }
    } catch {
        printError("\(error)")
        exit(64)  // EX_USAGE
    }
    if let shortage = DescriptorLimit.shortage() {
        printError(shortage)
        exit(71)  // EX_OSERR
    }

    // libdispatch tries to lower the nice value of its manager thread. A user service is not allowed to do this, and
    // libdispatch logs it at every start. To debug libdispatch, set the variable (dispatch/debug.h: stderr, file).
    setenv("LIBDISPATCH_LOG", "NO", 0)

    // One heap for all threads: they allocate little, and each additional heap would keep some more pages.
    mallopt(M_ARENA_MAX, 1)

    // `LC_ALL` fails if the system lacks the locale of any category. The language is selected regardless.
    if setlocale(LC_ALL, "") == nil { setlocale(LC_MESSAGES, "") }
    if let time = options.simulated {
        let simulation = Simulation(of: time, options: options, environment: .ofProcess)
        simulation.start()
        withExtendedLifetime(simulation) { dispatchMain() }
    }

    // These signals are read from descriptors, so they are blocked before any thread is created, because threads
    // inherit the mask.
    var handled = sigset_t()
    sigemptyset(&handled)
    for signal in [SIGHUP, SIGTERM, SIGINT] { sigaddset(&handled, signal) }
    pthread_sigmask(SIG_BLOCK, &handled, nil)
    // A write beyond RLIMIT_FSIZE then fails with EFBIG, as on a full disk, instead of terminating the process.
    signal(SIGXFSZ, SIG_IGN)
    // Standard error may be a pipe whose reader has ended.
    signal(SIGPIPE, SIG_IGN)

    let service = Service(options: options, environment: .ofProcess)
    service.start()
    withExtendedLifetime(service) { dispatchMain() }
}

/// Prints the reason why the program exits to standard error, with the priority of an error if standard error is the
/// journal (sd-daemon(3)).
func printError(_ text: String) {
    let isJournal = JournalWriter.isStandardError(Environment.ofProcess["JOURNAL_STREAM"])
    writeToStandardError("\(isJournal ? "<3>" : "")suntrackerd: \(text)")
}

/// Prints the text to standard output, and exits.
func printAndExit(_ text: String) -> Never {
    do {
        try writeLineToStandardOutput(text)
        exit(0)
    } catch {
        printError("\(error)")
        exit(74)  // EX_IOERR
    }
}
