import Glibc
import LinuxPlatform
import Tracker
import Wording

/// The checks of the settings, the state folder, the journal, the time zone and the clock.
extension MachineFacts {
    var settingsCheck: Check.Result {
        switch settings {
        case .failure(let error):
            return .problem(
                Problem(error.description, "correct that line; a running service applies it immediately"))
        case .success(let paths):
            guard let path = exposedSettings else {
                return .well(paths.isEmpty ? "no settings file; the defaults apply" : paths.joined(separator: ", "))
            }
            return .problem(
                Problem(
                    "\(path) can be read by other users, so they can see your place", "to make it private",
                    "chmod 600 \(path.quotedForShell)"))
        }
    }

    var stateCheck: Check.Result {
        let path = state.path
        guard let mode = state.mode else { return .skipped("\(path) will be created when the service first starts") }
        guard mode & S_IFMT == S_IFDIR else {
            return .problem(
                Problem(
                    "\(path) is not a directory", "rename it",
                    "mv \(path.quotedForShell) \((path + ".old").quotedForShell)"))
        }
        guard state.isWritable else {
            return .problem(
                Problem(
                    "\(path) is not writable, so events may be announced twice after a restart",
                    "check its owner and its file system", "ls -ld \(path.quotedForShell)"))
        }
        guard mode & 0o7777 == 0o700 else {
            return .problem(
                Problem(
                    "\(path) has mode \(String(mode & 0o7777, radix: 8)), so other users can see your location",
                    "to make it private", "chmod 700 \(path.quotedForShell)"))
        }
        guard let problem = state.ledgerProblem else { return .well(path) }
        return .problem(Problem(problem, "the next start renames it and begins a new one", ServiceFacts.restart))
    }

    var journalCheck: Check.Result {
        switch journal {
        case .unwritten:
            return .problem(
                Problem(
                    "systemd-journald is not running, so nothing is logged", "to see why",
                    "systemctl status systemd-journald"))
        case .unreadable(let reason):
            return .problem(
                Problem("cannot read the journal: \(reason)", "to see why", "systemctl status systemd-journald"))
        case .readable(_, hasEntries: false, _) where service.answer.running != nil:
            return .problem(
                Problem(
                    "the journal has no entries from the running service", "to see where its output goes",
                    "systemctl --user status suntrackerd"))
        case .readable(let isPersistent, _, let isExplained):
            let storage = isPersistent ? "readable, and kept across reboots" : "readable, and lost on reboot"
            let explained =
                isExplained ? "journalctl -x explains the entries" : service.installation.sourceOfCatalog
            return .well("\(storage); \(explained)")
        }
    }

    var zoneCheck: Check.Result {
        if let zoneProblem { return .problem(Problem(zoneProblem.summary, zoneProblem.remedy)) }
        return .well(zone ?? "one without a name")
    }

    var clockCheck: Check.Result {
        switch isClockSynchronised {
        case true?: .well("synchronised")
        case nil: .skipped("the kernel does not report whether it is synchronised")
        case false?:
            .problem(
                Problem(
                    "the clock is not synchronised, so announcements may be early or late",
                    "start an NTP client, such as systemd-timesyncd", "sudo timedatectl set-ntp true"))
        }
    }
}
