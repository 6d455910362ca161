import Systemd
import Tracker

/// Opens the chart of the daylight as a page in the browser, and files in the desktop's program for them: has the user
/// manager start `suntracker chart --open` and `xdg-open`.
@MainActor
package final class DaylightPage: @MainActor DaylightOpener {
    private let options: [String]
    private let environment: Environment
    private let onFailure: @MainActor (String) -> Void
    /// The pending request and its connection, which exist only until the answer.
    private var request: (manager: UserManager, slot: BusSlot)?

    private static let timeout = Duration.seconds(10)

    /// - Parameters:
    ///   - options: the service's options that apply to the chart: `--config`, `--place`.
    ///   - environment: locates the manager.
    ///   - onFailure: called with what could not be opened, the page or a file, with the reason and what to do.
    package init(
        options: [String], environment: Environment,
        onFailure: @escaping @MainActor (String) -> Void
    ) {
        self.options = options
        self.environment = environment
        self.onFailure = onFailure
    }

    /// Opens the page.
    ///
    /// - Parameters:
    ///   - token: lets the browser's window come to the front; nil for none.
    package func openDaylight(token: String?) {
        guard let folder = linkTarget("/proc/self/exe").flatMap({ $0.lastIndex(of: "/").map($0.prefix(upTo:)) }) else {
            return fail(Self.page, "the path of this program is unknown")
        }
        start(
            .chart(
                program: "\(folder)/suntracker", options: options, token: token,
                number: .random(in: 1...UInt64.max)), opening: Self.page)
    }

    /// Opens a file, or a folder, in the desktop's program for it.
    package func open(file path: String, token: String?) {
        start(.opener(of: path, token: token, number: .random(in: 1...UInt64.max)), opening: path)
    }

    /// What the page is called when it could not be opened.
    private static let page = "the chart"

    /// The sentences for the journal about what could not be opened.
    static func advice(_ subject: String, _ reason: String) -> String {
        let failure = "Cannot open \(subject): \(reason)"
        return subject == page ? failure + ". Open it with: suntracker chart --open" : failure
    }

    private func start(_ unit: TransientUnit, opening subject: String) {
        do throws(SystemError) {
            let manager = try UserManager(environment: environment)
            let slot = try manager.bus.call(
                UserManager.call("StartTransientUnit", unit.startArguments), deadline: Self.timeout
            ) { [weak self, weak manager] answer in
                // A newer request may have taken its place.
                if manager === self?.request?.manager { self?.request = nil }
                self?.end(unit, opening: subject, answer)
            }
            request = (manager, slot)
        } catch {
            fail(subject, "\(error)")
        }
    }

    private func fail(_ subject: String, _ reason: String) { onFailure(Self.advice(subject, reason)) }

    private func end(_ unit: TransientUnit, opening subject: String, _ answer: Result<[BusValue], BusError>) {
        guard case .failure(let error) = answer else { return }
        if let unit = unit.withoutExitType(after: error) {
            start(unit, opening: subject)
        } else {
            fail(subject, "\(error)")
        }
    }
}

extension TransientUnit {
    /// The unit that opens the chart in a browser.
    ///
    /// A browser that the service itself started would inherit its sandbox, in which no browser runs: no new privileges, no
    /// writable and executable memory, no network. The portal OpenURI exists only on some desktops, asks which program
    /// to use where there are several, and gives a snap the same path; org.freedesktop.Application would start this service.
    ///
    /// - Parameters:
    ///   - program: the path of `suntracker`.
    ///   - options: the options of the chart.
    ///   - token: lets the browser's window come to the front; nil for none.
    ///   - number: makes the unit's name unique.
    static func chart(
        program: String, options: [String], token: String?, number: UInt64
    ) -> TransientUnit {
        opening("Suntracker's chart of the daylight", program, ["chart", "--open"] + options, token, number)
    }

    /// The unit that opens a file in the desktop's program for it.
    ///
    /// - Parameters:
    ///   - path: the path of the file or folder.
    ///   - token: lets the program's window come to the front; nil for none.
    ///   - number: makes the unit's name unique.
    static func opener(of path: String, token: String?, number: UInt64) -> TransientUnit {
        // The manager wants the path of a program, and env(1) looks xdg-open up in the session's own PATH.
        opening("Suntracker's settings", "/usr/bin/env", ["xdg-open", path], token, number)
    }

    /// A unit with a program of the user, which opens a window.
    private static func opening(
        _ description: String, _ program: String, _ arguments: [String], _ token: String?, _ number: UInt64
    ) -> TransientUnit {
        TransientUnit(
            // `app-ApplicationID@RANDOM.service` (systemd's "Desktop Environment Integration").
            name: "app-io.github.suntracker.Suntracker@\(String(number, radix: 16)).service",
            description: description, program: program, arguments: arguments,
            // X11 programs read the token from the older variable (Startup Notification Protocol).
            environment: token.map { ["XDG_ACTIVATION_TOKEN=\($0)", "DESKTOP_STARTUP_ID=\($0)"] } ?? [],
            properties: [
                ("Type", .string("exec")),
                // The program that opens the window ends, and the window's stays in the unit's control group.
                ("ExitType", .string("cgroup")),
            ])
    }

    /// The unit for a manager that has rejected this one because it does not support `ExitType=`, which came with systemd
    /// 250; nil if that was not the reason. It answers "Cannot set property ExitType, or unknown property."
    /// (PropertyReadOnly).
    func withoutExitType(after error: BusError) -> TransientUnit? {
        guard let index = properties.firstIndex(where: { $0.name == "ExitType" }), error.messageContains("ExitType")
        else { return nil }
        var unit = self
        // The browser then outlives the unit, in its control group.
        unit.properties[index] = ("KillMode", .string("process"))
        return unit
    }
}
