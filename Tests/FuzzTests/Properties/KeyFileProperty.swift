// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport

@testable import LinuxPlatform

extension Property {
    private static let file = "/etc/suntracker.conf"

    static let goodSettings = [
        """
        # where
        [Location]
        Source=fixed
        Latitude=39.74
        #Name=
        Longitude = -104.99
        Elevation=120 m
        Name=Denver

        [Notifications]
        Sunrise=yes
        Grace=1h 30min
        WhenQuiet=journal

        """, "\u{FEFF}[Location]\r\n;Name=\r\nPlace=Tromsø\r\nMode=once\r\n\r\n[Notifications]\r\nSunset=off\r\n",
        "[Location]\nLatitude=39.74° N\nLongitude=104.99W\n[Location]\nLatitude=-33.9",
        """
        [Alert lamps on]
        Event=sunset
        Offset=-30min
        Days=Mon..Fri, Sun
        Title={alert}: {event} in {place} at {time}
        Body={weekday}, {date}, {offset}: {{daylight} of {daylight}, {change}; {next}
        Urgency=low
        Sound=message-new-instant
        Icon=/usr/share/pixmaps/lamp.png
        Hook=lamps-on --all
        Enabled=yes

        [Hooks]
        # No longer than this
        Timeout=1min 30s

        """,
        "[Hooks]\nTimeout=1h\n[Alert 夜]\nEvent=altitude:-4.5:setting\n#Title=\n[Alert b]\nEvent=june-solstice\nOffset=+7d",
        "[Location]\nName=a\nLatitude=1\nLongitude=2\nName=b\n[Hooks]\nTimeout=3600s\n",
    ]

    /// Settings with numbers at their limits, so that one step exceeds them.
    private static let settingsAtLimits = [
        "[Hooks]\nTimeout=3600s\n", "[Hooks]\nTimeout=1s\n",
        "[Notifications]\nGrace=86400s\n", "[Notifications]\nGrace=60s\n",
        "[Alert early]\nEvent=sunset\nOffset=-23h\n", "[Alert late]\nEvent=altitude:-4.5:rising\nOffset=82800s\n",
        "[Alert far]\nEvent=june-solstice\nOffset=-30d\n", "[Alert later]\nEvent=dst-change\nOffset=2592000s\n",
        "[Location]\nLatitude=90\nLongitude=-180\nElevation=9000\n",
        "[Location]\nLatitude=-90\nLongitude=180\nElevation=0 m\n",
    ]

    static let wordsOfSettings =
        SettingName.all.map { "\n\($0.key)=" } + [
            "[Location]", "[Notifications]", "\n[", "]\n", "\n#Name=", "Name[de]=x", "Name=", "=x", " = ",
            "yes",
            "fixed", "Denver", "10min", "1d", "999999999d", "-33.9", "-33.9S", "\\n", "\\", ";", "\n;", "\\\n",
            "\u{FEFF}", "\"",
            "[Hooks]", "\nTimeout=", "1h", "3601s", "[Alert x]", "[Alert x]\nEvent=sunset\n", "[Alert ", "[Alert  x]",
            "\u{202E}",
            "\nEvent=", "\nOffset=", "\nDays=", "\nTitle=", "\nBody=", "\nEnabled=", "sunset", "dst-change", "-23h",
            "-24h",
            "30d", "\nOffset=-24h", "\nTimeout=3601s\n", "[Alert \u{202E}x]\nEvent=sunset\n", "Mon..Fri", "Sun..Mon",
            "{", "}", "{{", "{}", "{time}", "{place", "{ time}", "{{time}}", "/", "no",
        ]

    /// The entries of the file with their origins.
    static let keyFile = Property(
        "settings", seeds: goodSettings + settingsAtLimits, words: wordsOfSettings
    ) { text in
        let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        do {
            let entries = try KeyFile(text).entries(at: file)
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for entry in entries {
                let number = (entry.origin?.line ?? 0) - 1
                let line = lines[number].filter { !" \t\r".utf8.contains($0) }
                let text = entry.isSection ? "[\(entry.group)]" : "\(entry.key)=\(entry.value)"
                let expected = text.utf8.filter { !" \t\r".utf8.contains($0) }
                // The first line may begin with a byte order mark.
                let mark = "\u{FEFF}".utf8
                let said = number == 0 && line.starts(with: mark) ? Array(line.dropFirst(mark.count)) : line
                try require(said == expected, "the line does not say \(entry)")
            }
            try checkSettings(entries, lineCount)
        } catch let error as SettingsError {
            try require(!(goodSettings + settingsAtLimits).contains(text), "good ones are refused: \(error)")
            try check(error, lineCount)
        }
    }

    private static func checkSettings(_ entries: [SettingsEntry], _ lineCount: Int) throws {
        let settings = try Settings(entries: entries, places: FewPlaces())
        try require((60...86_400).contains(settings.notifications.grace.components.seconds), "grace")
        try require((1...3600).contains(settings.hooks.timeLimit.components.seconds), "the hooks' time limit")
        if let place = settings.location.fixed {
            try require(place.name?.description.hasControlCharacter != true, "control characters in \(place)")
            let metres = place.observer.elevation?.metres ?? 0
            try require((0...9000).contains(metres), "too deep or too high: \(place)")
        }
        try checkAlerts(settings, entries)
    }

    /// Checks that each section of an alert becomes one alert.
    private static func checkAlerts(_ settings: Settings, _ entries: [SettingsEntry]) throws {
        let groups = entries.filter { $0.group.hasPrefix("Alert") }.map { String($0.group.dropFirst("Alert ".count)) }
        try require(Set(groups) == Set(settings.alerts.map(\.name)), "alerts are lost: \(settings.alerts)")
        try require(Set(groups).count == settings.alerts.count, "an alert is there twice: \(settings.alerts)")
        for alert in settings.alerts {
            let isReadable = alert.name.unicodeScalars.allSatisfy {
                ![.control, .format].contains($0.properties.generalCategory)
            }
            try require(!alert.name.isEmpty && isReadable, "no name: \(alert)")
            let reach: Duration = alert.event.kind == .daily ? .seconds(23 * 3600) : .seconds(30 * 86_400)
            try require((.zero - reach...reach).contains(alert.offset), "it is announced too far away: \(alert)")
        }
    }

    private static func check(_ error: SettingsError, _ lineCount: Int) throws {
        try require(error.origin?.file == file, "no file: \(error)")
        try require((1...lineCount).contains(error.origin?.line ?? 0), "no line: \(error)")
        let parts = [error.problem.description, error.remedy.description, error.subject]
        try require(!parts.contains(""), "no reason: \(error)")
        try require(!error.description.hasControlCharacter, "it writes control characters: \(error)")
    }
}
