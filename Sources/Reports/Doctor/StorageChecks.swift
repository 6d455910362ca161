import Tracker

/// What the service reads and keeps.
extension MachineFacts {
    var journalCheck: Check {
        let subject = "Journal"
        switch journal {
        case .unreadable(let reason):
            return .broken(subject, "cannot be read: \(reason)", remedy: "systemctl status systemd-journald")
        case .readable(let contents) where !contents.isPersistent:
            return .broken(
                subject, "is kept in memory alone, and has no history for you",
                remedy: "sudo mkdir -p /var/log/journal && sudo journalctl --flush")
        case .readable(let contents) where !contents.hasEntries && isRunning:
            return .broken(
                subject, "has no entry of the service that runs",
                remedy: "systemctl --user status suntrackerd says where its output goes")
        case .readable(let contents):
            let explained =
                contents.isExplained
                ? "explained by journalctl -x" : "the catalog for journalctl -x comes with etc/install --system"
            return .sound(subject, "readable and persistent; \(explained)")
        }
    }

    private var isRunning: Bool { if case .running = service { true } else { false } }

    var settingsCheck: Check {
        let subject = "Settings"
        switch settings {
        case .mistaken(let mistake):
            return .broken(subject, mistake, remedy: "correct that line, and a service that runs follows at once")
        case .sound(let paths):
            return .sound(subject, paths.isEmpty ? "no file, which is good" : paths.joined(separator: ", "))
        }
    }

    var stateFolder: Check {
        let subject = "State"
        switch state.contents {
        case .missing:
            return .notApplicable(subject, "\(state.path) is made at the first start")
        case .noFolder:
            return .broken(subject, "\(state.path) is no folder", remedy: "move it away")
        case .folder(let folder) where !folder.isWritable:
            return .broken(
                subject, "\(state.path) cannot be written to, so that a restart may tell something twice",
                remedy: "make it yours, on a file system that is not read-only: ls -ld \(state.path)")
        case .folder(let folder) where folder.mode != 0o700:
            return .broken(
                subject,
                "\(state.path) has the mode \(String(folder.mode, radix: 8)), and others may see where you are",
                remedy: "chmod 700 \(state.path)")
        case .folder(let folder):
            guard let trouble = folder.ledgerTrouble else { return .sound(subject, state.path) }
            return .broken(
                subject, trouble, remedy: "the next start sets it aside and begins anew: \(ServiceReport.restart)")
        }
    }
}
