import Tracker

/// The checks of the service, its unit and its environment.
extension MachineFacts {
    var serviceCheck: Check.Result {
        if let unit = service.unit, unit.isLoaded, !hasProgram {
            return .problem(
                Problem(
                    "the program of \(unit.path), \(unit.program ?? ""), is missing or not executable",
                    (unit.program.map(Installation.init(program:)) ?? service.installation).remedyOfMissingProgram))
        }
        if let problem = service.problem { return .problem(problem) }
        guard !runsReplacedProgram else {
            return .problem(
                Problem(
                    "suntrackerd is running a program that has since been replaced or removed", "to restart it",
                    ServiceFacts.restart))
        }
        guard let running = service.answer.running else { return .skipped("it does not respond") }
        guard running.version != Program.version else { return .well("suntrackerd \(running.version) responds") }
        return .problem(
            Problem(
                "suntrackerd \(running.version) is running, but this is suntracker \(Program.version)",
                remedyOfOtherVersion))
    }

    /// A restart starts the program of the unit, which is a different program if Suntracker is installed twice.
    private var remedyOfOtherVersion: Remedy {
        guard let program = service.unit?.program,
            program.split(separator: "/").dropLast() != service.program.split(separator: "/").dropLast()
        else {
            return Remedy("to restart it", ServiceFacts.restart)
        }
        let other = Installation(program: program)
        guard service.installation != .checkout else { return other.remedyOfOldProgram }
        let removal = other.removal
        return Remedy(
            "the unit runs \(program) from another installation; keep only one: \(removal.text)", removal.command)
    }

    /// Whether a running service will start again at the next login.
    var loginCheck: Check.Result {
        guard service.answer.running != nil else { return .skipped("the service does not respond") }
        guard let unit = service.unit else { return .skipped("the systemd user manager does not respond") }
        guard unit.load != "not-found" else {
            return .problem(
                Problem(
                    "suntrackerd is not installed as a service, so it does not start at login",
                    service.installation.remedyOfMissingUnit))
        }
        guard unit.isEnabled else {
            let unmask = unit.load == "masked" ? "systemctl --user unmask suntrackerd && " : ""
            return .problem(
                Problem(
                    "\(unit.path) is \(unit.file), so suntrackerd does not start at login", "to enable it",
                    unmask + "systemctl --user enable suntrackerd"))
        }
        if isLingering { return .well("\(unit.path) is \(unit.file), and starts at boot") }
        return notifications == .noDesktop
            ? .well("\(unit.path) is \(unit.file); loginctl enable-linger keeps it running after logout")
            : .well("\(unit.path) is \(unit.file)")
    }

    /// Whether the service and this command use the same files.
    var fileChecks: [Check.Result] {
        guard service.unit?.isLoaded == true else { return [.skipped("the service has no unit")] }
        return otherFolders.isEmpty
            ? [.well("the service and this command use the same directories and time zone")]
            : otherFolders.map { .problem($0.problem) }
    }

    var notificationCheck: Check.Result { notifications?.check ?? .skipped("there is no session bus") }
}
