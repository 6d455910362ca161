// SPDX-License-Identifier: MIT
import Configuration
import Systemd
import Wording

/// Opens the chart as a page in the browser, and files with the desktop's program for them. The user manager starts
/// `suntracker chart --open` and `xdg-open` on request.
@MainActor
package final class DaylightPage {
    private let options: [String]
    private let environment: Environment
    private let onFailure: @MainActor (String) -> Void
    private var limit = RequestLimit()
    /// The pending request and its connection, which exist only until the manager replies.
    private var request: (manager: UserManager, slot: BusSlot)?

    private static let timeout = Duration.seconds(10)

    /// - Parameters:
    ///   - options: the service's options that apply to the chart: `--config`, `--place`.
    ///   - environment: locates the manager.
    ///   - onFailure: called with the message if the page or a file could not be opened.
    package init(
        options: [String], environment: Environment,
        onFailure: @escaping @MainActor (String) -> Void
    ) {
        self.options = options
        self.environment = environment
        self.onFailure = onFailure
    }

    /// Opens the page of the year's daylight. Returns immediately.
    ///
    /// - Parameter token: lets the browser's window come to the front; nil for none.
    package func openDaylight(token: String?) {
        guard let folder = linkTarget("/proc/self/exe").flatMap({ $0.lastIndex(of: "/").map($0.prefix(upTo:)) }) else {
            return fail(Self.page, "the path of this program is unknown")
        }
        request(.chart(program: "\(folder)/suntracker", options: options, token: token), opening: Self.page)
    }

    /// Opens a file or a directory with the desktop's program for it.
    package func open(file path: String, token: String?) {
        request(.opener(of: path, token: token), opening: path)
    }

    private static let page = "the chart"

    /// The message for the journal if there were too many clicks.
    private static let excess =
        "More than \(RequestLimit.most) clicks were reported within a minute; further clicks are ignored for now"

    /// The message for the journal if something could not be opened.
    static func advice(_ subject: String, _ reason: String) -> String {
        let failure = "Cannot open \(subject): \(reason)"
        return subject == page ? failure + ". Open it with: suntracker chart --open" : failure
    }

    /// Starts the unit for a click, unless there were too many clicks.
    private func request(_ unit: TransientUnit, opening subject: String) {
        switch limit.verdict(at: monotonicMicroseconds()) {
        case .allowed: start(unit, opening: subject)
        case .refusedFirst: onFailure(Self.excess)
        case .refused: break
        }
    }

    private func start(_ unit: TransientUnit, opening subject: String) {
        do throws(SystemError) {
            let manager = try UserManager(environment: environment)
            let slot = try manager.bus.call(
                UserManager.call("StartTransientUnit", unit.startArguments), deadline: Self.timeout
            ) { [weak self, weak manager] answer in
                // A newer request may have replaced this one.
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
    /// A browser started by the service itself would inherit its sandbox (no new privileges, no memory that is both
    /// writable and executable, no network), in which no browser can run. The portal OpenURI exists only on some
    /// desktops, asks the user if there are several programs, and passes the path to a snap that cannot read it. A call
    /// of org.freedesktop.Application would start this service.
    static func chart(program: String, options: [String], token: String?) -> TransientUnit {
        opening("Suntracker's chart of the daylight", program, ["chart", "--open"] + options, token)
    }

    /// The unit that opens a file with the desktop's program for it.
    static func opener(of path: String, token: String?) -> TransientUnit {
        // The manager needs the path of a program, so env(1) finds xdg-open in the session's own PATH.
        opening("Suntracker's settings", "/usr/bin/env", ["xdg-open", path], token)
    }

    private static func opening(
        _ description: String, _ program: String, _ arguments: [String], _ token: String?
    ) -> TransientUnit {
        TransientUnit(
            // `app-ApplicationID@RANDOM.service` (systemd's "Desktop Environment Integration").
            name: "app-io.github.suntracker.Suntracker@\(String(UInt64.random(in: 1...UInt64.max), radix: 16)).service",
            description: description, program: program, arguments: arguments,
            // X11 programs read the token from the older variable (Startup Notification Protocol).
            environment: usable(token).map { ["XDG_ACTIVATION_TOKEN=\($0)", "DESKTOP_STARTUP_ID=\($0)"] } ?? [],
            properties: [
                ("Type", .string("exec")),
                // The started program may end, while the program of the window is still in the unit's control group.
                ("ExitType", .string("cgroup")),
            ])
    }

    /// The token if it is valid; otherwise nil. Notification servers and panels may send anything.
    private static func usable(_ token: String?) -> String? {
        token.flatMap { $0.isEmpty || $0.utf8.count > 1024 || $0.hasControlCharacter ? nil : $0 }
    }

    /// The unit for a manager that rejected this one because it does not support `ExitType=`, which was added in
    /// systemd 250; nil if the reason was another. The error is "Cannot set property ExitType, or unknown property."
    /// (PropertyReadOnly).
    func withoutExitType(after error: BusError) -> TransientUnit? {
        guard let index = properties.firstIndex(where: { $0.name == "ExitType" }), error.messageContains("ExitType")
        else { return nil }
        var unit = self
        // The browser then outlives the unit, but stays in its control group.
        unit.properties[index] = ("KillMode", .string("process"))
        return unit
    }
}
