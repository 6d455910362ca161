import CLinux
import Glibc
package import LinuxPlatform
import Systemd
package import Tracker

/// What the kernel shows of a process of the same user (proc(5)).
package struct ProcessFolder: Sendable {
    private let path: String
    /// The most bytes to read: far more than thousands of mounts take.
    private static let sizeLimit = 4 << 20

    package init(_ process: Int) {
        path = "/proc/\(process)"
    }

    /// This process.
    package static let own = ProcessFolder(path: "/proc/self")

    private init(path: String) {
        self.path = path
    }

    /// The text of `status`; nil if the process does not exist.
    package var status: String? { (try? readText(path + "/status", atMost: Self.sizeLimit)).flatMap(\.self) }

    /// The text of `mountinfo`; nil if it cannot be read.
    package var mountinfo: String? { (try? readText(path + "/mountinfo", atMost: Self.sizeLimit)).flatMap(\.self) }

    /// Identifies the mount namespace (namespaces(7)); nil if it cannot be read.
    package var mountNamespace: String? { linkTarget(path + "/ns/mnt") }
}

/// The kernel's settings for user namespaces (user_namespaces(7)).
package enum UserNamespaces {
    /// Whether ordinary users may not create one: because the limit is 0, or by Debian's or Ubuntu's patch.
    package static var areRefused: Bool {
        setting("user/max_user_namespaces") == "0" || setting("kernel/unprivileged_userns_clone") == "0"
            || setting("kernel/apparmor_restrict_unprivileged_userns") == "1"
    }

    private static func setting(_ name: String) -> Substring? {
        (try? readText("/proc/sys/" + name, atMost: 4096)).flatMap(\.self)?.split(separator: "\n").first
    }
}

/// The state of the kernel's clock (adjtimex(2)).
package enum KernelClock {
    /// The kernel lets the estimated error grow up to this, in microseconds, while the clock is not corrected.
    private static let greatestError = 16_000_000

    /// Whether the clock is synchronised; nil where the kernel does not say, as in some containers.
    ///
    /// This is timedated's property NTPSynchronized, read without starting timedated. It follows from the error rather
    /// than from STA_UNSYNC, which may be set to keep the kernel from writing the hardware clock.
    package static var isSynchronised: Bool? {
        var state = timex()
        guard adjtimex(&state) >= 0 else { return nil }
        return state.maxerror < greatestError
    }
}

/// A file in `Sound=`, which the notification server reads, as the same user.
package enum SoundFile {
    /// Why the file cannot be read; nil if it can.
    package static func trouble(_ path: String) -> String? {
        access(path, R_OK) == 0 ? nil : errorText(errno)
    }
}

extension HookFolders {
    /// The hooks of one event, alert or phase: those that can be started, and those that cannot.
    package struct Inspection: Hashable, Sendable {
        /// What they are started for.
        package let occasion: Occasion
        /// The paths of the programs that can be started, in their order.
        package let programs: [String]
        /// What is wrong with the others.
        package let failures: [HookFailure]
    }

    /// What hooks are started for.
    package enum Occasion: Hashable, Sendable {
        /// An event or an alert.
        case rule(Rule)
        /// A phase.
        case phase(Phase)
    }

    /// Examines every hook that these settings start, without starting any: first those in the folders by the names of
    /// their events, then those of the alerts that are switched on, then those of the phases.
    package func inspect(under settings: Settings) -> [Inspection] {
        let catalog = catalog
        let ofRules = settings.rules(hooks: catalog).compactMap { rule in
            catalog.program(for: rule).map { inspection(of: $0, at: .rule(rule)) }
        }
        let ofPhases = Phase.allCases.filter(catalog.phases.contains).map { phase in
            inspection(of: .phaseFolder(phase), at: .phase(phase))
        }
        return ofRules + ofPhases
    }

    private func inspection(of program: HookCall.Program, at occasion: Occasion) -> Inspection {
        let (commands, failures) = commands(of: program)
        return Inspection(occasion: occasion, programs: commands.map(\.hook.path), failures: failures)
    }
}
