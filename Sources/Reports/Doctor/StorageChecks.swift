import Tracker

/// The checks of the journal, the settings and the state folder.
extension MachineFacts {
    var journalCheck: Check {
        let subject = "Journal"
        switch journal {
        case .unreadable(let reason):
            return .broken(subject, "cannot be read: \(reason)", remedy: "systemctl status systemd-journald")
        case .readable(let contents) where !contents.isPersistent:
            return .broken(
                subject, "is stored in memory only, so that history is lost at a reboot",
                remedy: "sudo mkdir -p /var/log/journal && sudo journalctl --flush")
        case .readable(let contents) where !contents.hasEntries && isRunning:
            return .broken(
                subject, "has no entry of the running service",
                remedy: "systemctl --user status suntrackerd shows where its output goes")
        case .readable(let contents):
            let explained =
                contents.isExplained
                ? "journalctl -x explains its entries" : installation.sourceOfCatalog
            return .sound(subject, "readable and persistent; \(explained)")
        }
    }

    private var isRunning: Bool { if case .running = service { true } else { false } }

    var settingsCheck: Check {
        let subject = "Settings"
        switch settings {
        case .invalid(let error):
            return .broken(subject, error, remedy: "correct that line; a running service applies it at once")
        case .sound(let paths):
            return .sound(
                subject, paths.isEmpty ? "no settings file; the defaults apply" : paths.joined(separator: ", "))
        }
    }

    var stateFolder: Check {
        let subject = "State"
        switch state.contents {
        case .missing:
            return .notApplicable(subject, "\(state.path) is created at the first start")
        case .notAFolder:
            return .broken(subject, "\(state.path) is not a folder", remedy: "move it away")
        case .folder(let folder) where !folder.isWritable:
            return .broken(
                subject, "\(state.path) is not writable, so that events may be announced twice after a restart",
                remedy: "check its owner and its file system: ls -ld \(state.path)")
        case .folder(let folder) where folder.mode != 0o700:
            return .broken(
                subject,
                "\(state.path) has the mode \(String(folder.mode, radix: 8)), so that others can see your location",
                remedy: "chmod 700 \(state.path)")
        case .folder(let folder):
            guard let problem = folder.ledgerProblem else { return .sound(subject, state.path) }
            return .broken(
                subject, problem, remedy: "the next start sets it aside and begins a new one: \(ServiceReport.restart)")
        }
    }
}
