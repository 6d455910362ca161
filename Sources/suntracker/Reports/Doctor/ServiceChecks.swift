import Tracker

/// The checks of the unit, the process and the buses.
extension MachineFacts {
    func unit(in words: Localizer) -> Check {
        guard let unit = service.manager.unit, unit.isLoaded else {
            // TRANSLATORS: after the label Service
            return service.unitFault(in: words) ?? .notApplicable(words("there is no unit to run"))
        }
        guard hasProgram else {
            return .broken(
                words(
                    "{path}: its program {program} is missing or not executable",
                    ["path": unit.path, "program": unit.program ?? ""]),
                remedy: (unit.program.map(Installation.init(program:)) ?? service.installation)
                    .remedyOfMissingProgram(in: words))
        }
        guard unit.isEnabled else {
            return .broken(
                // TRANSLATORS: {state} is a word of systemd: disabled
                words("{path} is {state}, so it does not start at login", ["path": unit.path, "state": unit.file]),
                remedy: "systemctl --user enable suntrackerd")
        }
        return .sound(words.list([unit.path, unit.file]))
    }

    func run(in words: Localizer) -> Check {
        guard let unit = service.manager.unit, unit.isLoaded else {
            return .notApplicable(words("there is no unit to run"))
        }
        if let fault = service.runFault(in: words) { return fault }
        guard !runsReplacedProgram else {
            // TRANSLATORS: after the label Service
            return .broken(words("runs a program that was replaced or removed since"), remedy: ServiceFacts.restart)
        }
        return .sound(unit.active)
    }

    func sessionBus(in words: Localizer) -> Check {
        // TRANSLATORS: of the session bus
        service.busFault(in: words) ?? .sound(words("answers"))
    }

    func busName(in words: Localizer) -> Check {
        if let fault = service.nameFault(in: words) { return fault }
        guard let running = service.answer.running else {
            return .notApplicable(
                service.answer == .absent ? words("the service is not running") : words("there is no session bus"))
        }
        guard running.version != Program.version else { return .sound("suntrackerd \(running.version)") }
        return .broken(
            words(
                "{program} {version} is running, but this is {command} {other}",
                [
                    "program": "suntrackerd", "version": running.version, "command": "suntracker",
                    "other": Program.version,
                ]), remedy: remedyOfOtherVersion(in: words))
    }

    /// A restart starts the program of the unit, which is another one where Suntracker is installed twice.
    private func remedyOfOtherVersion(in words: Localizer) -> String {
        guard let program = service.manager.unit?.program,
            program.split(separator: "/").dropLast() != service.program.split(separator: "/").dropLast()
        else {
            return ServiceFacts.restart
        }
        let other = Installation(program: program)
        return service.installation == .checkout
            ? other.remedyOfOldProgram(in: words)
            : words(
                "the unit runs {program} of another installation; keep only one: {remedy}",
                ["program": program, "remedy": other.removal(in: words)])
    }

    func notificationServer(in words: Localizer) -> Check {
        notifications?.check(in: words) ?? .notApplicable(words("there is no session bus"))
    }
}
