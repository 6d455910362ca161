import CLinux
import Dispatch
import Glibc
import LinuxPlatform
import SuntrackerDaemon
import Systemd

run()

/// From the arguments to the main queue.
func run() {
    let options: Options
    do {
        switch try Options.request(arguments: CommandLine.arguments, places: ProgramPlaces()) {
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

    // libdispatch tries to lower the nice value of its manager thread, which a user service may not, and logs that at every
    // start. To debug libdispatch, set the variable (dispatch/debug.h: stderr, file).
    setenv("LIBDISPATCH_LOG", "NO", 0)

    // One heap for all threads: they allocate little, and each further heap keeps some pages of its own.
    mallopt(M_ARENA_MAX, 1)

    // Before any thread is made, which would inherit the mask: these signals are read from descriptors.
    var handled = sigset_t()
    sigemptyset(&handled)
    for signal in [SIGHUP, SIGTERM, SIGINT] { sigaddset(&handled, signal) }
    pthread_sigmask(SIG_BLOCK, &handled, nil)
    // A write beyond RLIMIT_FSIZE then fails with EFBIG, as on a full disk, and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    // All fails if the system lacks the locale of one category; the language is chosen then all the same.
    if setlocale(LC_ALL, "") == nil { setlocale(LC_MESSAGES, "") }

    let service = Service(options: options, environment: .ofProcess)
    service.start()
    withExtendedLifetime(service) { dispatchMain() }
}

/// Prints why the program exits on standard error, with the priority of an error if that is the journal (sd-daemon(3)).
func printError(_ text: String) {
    let isJournal = JournalWriter.isStandardError(Environment.ofProcess["JOURNAL_STREAM"])
    writeToStandardError("\(isJournal ? "<3>" : "")suntrackerd: \(text)")
}

/// Prints the text on standard output and exits.
func printAndExit(_ text: String) -> Never {
    do {
        try writeLineToStandardOutput(text)
        exit(0)
    } catch {
        printError("\(error)")
        exit(74)  // EX_IOERR
    }
}
