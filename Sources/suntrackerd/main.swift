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
        case .run(let wanted): options = wanted
        case .say(let text): say(text)
        }
    } catch {
        complain("\(error)")
        exit(64)  // EX_USAGE
    }
    if let shortage = DescriptorLimit.shortage() {
        complain(shortage)
        exit(71)  // EX_OSERR
    }

    // libdispatch gives its manager thread a nice value that no user's service may have, and logs so at every start.
    // Somebody who looks for a fault in it sets the variable (dispatch/debug.h: stderr, file) and sees everything.
    setenv("LIBDISPATCH_LOG", "NO", 0)

    // Nobody that this process starts may talk to the service manager in its name.
    let environment = Environment.ofProcess
    for name in ServiceManager.ownVariables { unsetenv(name) }

    // One heap for all threads: they allocate little, and each further heap keeps some pages of its own.
    mallopt(M_ARENA_MAX, 1)

    // Before any thread is made, which would inherit the mask: these signals are read from descriptors.
    var handled = sigset_t()
    sigemptyset(&handled)
    for signal in [SIGHUP, SIGTERM, SIGINT] { sigaddset(&handled, signal) }
    pthread_sigmask(SIG_BLOCK, &handled, nil)
    // A file beyond RLIMIT_FSIZE is an error as a full disk is (EFBIG), and no reason to die.
    signal(SIGXFSZ, SIG_IGN)
    setlocale(LC_ALL, "")

    let service = Service(options: options, environment: environment)
    do {
        try service.start()
    } catch {
        exit(error.exitStatus)
    }
    withExtendedLifetime(service) { dispatchMain() }
}

/// Says on standard error why the program ends: as an error, where that is the journal (sd-daemon(3)).
func complain(_ text: String) {
    let isJournal = JournalWriter.isStandardError(Environment.ofProcess["JOURNAL_STREAM"])
    writeToStandardError("\(isJournal ? "<3>" : "")suntrackerd: \(text)")
}

/// Says it on standard output, and ends.
func say(_ text: String) -> Never {
    do {
        try writeLineToStandardOutput(text)
        exit(0)
    } catch {
        complain("\(error)")
        exit(74)  // EX_IOERR
    }
}
