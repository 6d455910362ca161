import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// What is the same in every language in the diagnoses and the status of the tests.
private let values = [
    "exit status 3",
    "suntrackerd", "suntracker", "suntracker place NAME", "suntracker status", "suntracker.conf(5)", "systemd",
    "systemd-analyze --user verify", "systemctl --user unmask", "systemctl --user enable", "systemctl --user start",
    "systemctl --user list-unit-files", "backup.service", "systemctl --user restart", "systemctl --user status",
    "systemctl --user daemon-reload && systemctl --user",
    "enable --now", "systemctl status systemd-journald", "systemctl --user reload", "journalctl --user",
    "sudo journalctl --update-catalog", "journalctl -x", "sudo mkdir -p /var/log/journal && sudo journalctl --flush",
    "loginctl", "sudo", "etc/install --system", "etc/install --enable", "etc/install --prefix /opt", "etc/install",
    "--remove", "dbus-user-session", "dbus-broker", "dunst", "mako", "GeoClue", "geoclue-2.0", "geoclue2", "geoclue",
    "Mode=follow", "Mode=hold", "timedatectl set-timezone America/Denver", "sudo timedatectl set-ntp true",
    "America/Denver", "Denver", "/u/x.service", "/home/a/.local/share/systemd/user/suntrackerd.service",
    "/usr/bin/suntrackerd", "etc/install --prefix /opt && systemctl --user enable --now suntrackerd",
    "etc/install --prefix /p", "/p/bin/suntrackerd", "/opt/bin/suntrackerd", "enabled", "disabled", "active",
    "bad-setting", "exit-code", "signal", "0.0.9", Program.version, "the reason", "1.9.0: body", "sound",
    "bell", "/a.oga", "Sound=", "Hook=", "sunset.d", "lamps", "10-a", "/h/sunsett.d", "/h/a", "/h", "chmod +x",
    "/etc/h", "chmod 700", "ls -ld", "/s", "x.conf:2", "Latitude", "/c/suntracker.conf", "denied", "allowed-always",
    "/home/a/.config/suntracker/suntracker.conf", "gone", "it tells", "turn it on",
    "choose a place with: suntracker place NAME",
    "wrong", "write another", "no answer in time", "it was killed", "the ledger is damaged", "restricted", "UTC",
    "activating",
    "/home/a/.local/bin/suntrackerd", "systemctl --user unmask suntrackerd", "/h/a b", "a 'b", "/e", "theme", "20-b",
    "true", "/h/1", "/h/2", "/a b.oga", "/missing", "No such file", "/usr/local/bin/suntrackerd",
    "/opt/sun/bin/suntrackerd", "/u", "/x/suntracker", "etc/install --prefix /opt/sun", "etc/install --remove",
    "the lamps", "journalctl --user -u u.service", "suntracker hooks run a --for 'alert:the lamps'",
    "/g.conf:49", "location.services.mozilla.com", "api.beacondb.net", "yes", "/etc/geoclue/geoclue.conf", "[wifi]",
    "url=",
    "/etc/geolocation", "1: body", "1: body, sound", "1: sound",
    "etc/install --system && systemctl --user enable --now suntrackerd", "core-dump", "watchdog", "moon", "Quiet=",
    "it is too far north", "1.9.0: actions", "body", "body-markup", "--now", "lamps-on", "dawn", "never",
    "/bin/true",
]

/// Expects that every word of a report in brackets comes from the catalog.
func expectTranslated(_ status: ServiceReport, at location: SourceLocation = #_sourceLocation) {
    #expect(untranslatedParts(of: status.text, values: values) == [], "\(status.text)", sourceLocation: location)
}

/// Expects that every word of a diagnosis, and of the status in the same situation, comes from the catalog, with symbols and with words, that its JSON is English, and
/// that lines fit and findings are aligned where letters are two columns wide.
func expectTranslated(_ facts: MachineFacts, at location: SourceLocation = #_sourceLocation) {
    for hasSymbols in [true, false] {
        let text = Diagnosis(facts: facts, hasSymbols: hasSymbols, words: .bracketed).text
        #expect(untranslatedParts(of: text, values: values) == [], "\(text)", sourceLocation: location)
        let lines = Diagnosis(facts: facts, hasSymbols: hasSymbols, words: .wide).text.split(separator: "\n").map(
            String.init)
        // Words of other programs, such as paths and commands, are not broken.
        let unbroken = lines.filter { $0.columns > 80 && !$0.contains("/") && !$0.contains("--") }
        #expect(unbroken == [], sourceLocation: location)
        let margins = Set(lines.filter { $0.hasPrefix(" ") }.map { $0.prefix { $0 == " " }.count })
        #expect(margins.count <= 1, "\(lines)", sourceLocation: location)
    }
    let time = RelativeTime(now: facts.now, localTime: SimulatedZone.denver, words: .bracketed)
    expectTranslated(
        ServiceReport(service: facts.service, notifications: facts.notifications, relativeTime: time), at: location)
    #expect(
        (try? Diagnosis(facts: facts, hasSymbols: true, words: .bracketed).json())
            == (try? Diagnosis(facts: facts, hasSymbols: true).json()), sourceLocation: location)
}
