import Tracker

/// The checks of the unit, the process and the buses.
extension MachineFacts {
    var unit: Check {
        let subject = "Unit"
        switch manager {
        case .unreachable(let reason):
            return .broken(subject, "the systemd user manager cannot be reached: \(reason)", remedy: managerRemedy)
        case .unit(let unit) where unit.load == "not-found":
            return .broken(subject, "is not installed", remedy: installation.remedyOfMissingUnit())
        case .unit(let unit) where unit.load == "masked":
            return .broken(subject, "is masked", remedy: "systemctl --user unmask suntrackerd")
        case .unit(let unit) where unit.load != "loaded":
            return .broken(
                subject, "\(unit.path) cannot be loaded (\(unit.load))",
                remedy: "systemd-analyze --user verify \(unit.path)")
        case .unit(let unit) where !hasProgram:
            return .broken(
                subject, "\(unit.path): its program \(unit.program ?? "") is missing or not executable",
                remedy: unit.program.map(Installation.init(program:))?.remedyOfMissingProgram
                    ?? installation.remedyOfMissingProgram)
        case .unit(let unit) where !unit.isEnabled:
            return .broken(
                subject, "\(unit.path) is \(unit.file), so it does not start at login",
                remedy: "systemctl --user enable suntrackerd")
        case .unit(let unit):
            return .sound(subject, "\(unit.path), \(unit.file)")
        }
    }

    private var managerRemedy: String {
        isRoot
            ? "run this as the user of the service, without sudo"
            : "log in with a systemd session (loginctl lists sessions), or run suntrackerd in a terminal"
    }

    var run: Check {
        let subject = "Service"
        guard case .unit(let unit) = manager, unit.load == "loaded" else {
            return .notApplicable(subject, "there is no unit to run")
        }
        if unit.active == "failed" {
            return .broken(subject, "has failed (\(unit.failure()))", remedy: "suntracker status shows the reason")
        }
        guard unit.isUp else {
            return .broken(subject, "is not running", remedy: "systemctl --user start suntrackerd")
        }
        return .sound(subject, unit.active)
    }

    var sessionBus: Check {
        let subject = "Session bus"
        guard case .noBus(let reason) = service else { return .sound(subject, "answers") }
        return .broken(
            subject, reason,
            remedy: isRoot ? managerRemedy : "install dbus-user-session (or dbus-broker) and log in again")
    }

    var busName: Check {
        let subject = "Bus name"
        switch service {
        case .noBus:
            return .notApplicable(subject, "there is no session bus")
        case .absent:
            guard case .unit(let unit) = manager, unit.isUp else {
                return .notApplicable(subject, "the service is not running")
            }
            return .broken(subject, "the service is not on the session bus", remedy: ServiceReport.restart)
        case .silent(let reason):
            return .broken(subject, "the service does not answer: \(reason)", remedy: ServiceReport.restart)
        case .running(let running) where running.version != Program.version:
            return .broken(
                subject, "suntrackerd \(running.version) is running, but this is suntracker \(Program.version)",
                remedy: remedyOfOtherVersion)
        case .running(let running):
            return .sound(subject, "suntrackerd \(running.version)")
        }
    }

    /// A restart starts the program of the unit, which is another one where Suntracker is installed twice.
    private var remedyOfOtherVersion: String {
        guard case .unit(let unit) = manager, let program = unit.program, !program.isBeside(self.program) else {
            return ServiceReport.restart
        }
        let other = Installation(program: program)
        return installation == .checkout
            ? other.remedyOfOldProgram
            : "the unit runs \(program) of another installation; keep only one: \(other.removal)"
    }

    var notificationServer: Check {
        let subject = "Notifications"
        switch notifications {
        case nil: return .notApplicable(subject, "there is no session bus")
        case .absent:
            return .broken(subject, "there is no notification server", remedy: NotificationServer.remedy)
        case .silent(let reason):
            return .broken(
                subject, "the notification server does not answer: \(reason)", remedy: "restart it, or log in again")
        case .startFails:
            return .broken(
                subject, notifications?.text(in: .english) ?? "",
                remedy: "start it with the session; journalctl --user may show why it fails")
        case .running, .startedOnDemand:
            return .sound(subject, notifications?.text(in: .english) ?? "")
        }
    }
}

extension String {
    /// Whether the two paths are of files in the same folder.
    fileprivate func isBeside(_ other: String) -> Bool {
        split(separator: "/").dropLast() == other.split(separator: "/").dropLast()
    }
}
