// SPDX-License-Identifier: MIT
import Configuration
import TestSupport
import Testing

@testable import suntracker

@Suite("The sounds of the settings") struct SoundCheckTests {
    @Test("are listed once, without the hooks of disabled alerts")
    func settings() throws {
        var settings = Settings()
        settings.notifications.sound = .standard
        #expect(settings.sounds.isEmpty)
        settings.notifications.sound = .named("bell")
        try settings.addAlert("lamps", "Event=sunset", "Sound=bell")
        try settings.addAlert("tea", "Event=sunset", "Sound=/a.oga")
        try settings.addAlert("off", "Event=sunset", "Sound=gong", "Enabled=no")
        try settings.addAlert("still", "Event=sunset", "Sound=no")
        #expect(settings.sounds == [.named("bell"), .file("/a.oga")])
    }

    @Test("are listed by name or file, with the first file that cannot be read")
    func files() {
        let paths = ["/dev/null", "/proc/nonexistent", "/dev/null/x"]
        let sounds = SoundFacts([.named("bell")] + paths.map(NotificationSettings.Sound.file))
        #expect(sounds.names == ["bell"] + paths)
        #expect(sounds.unreadable?.path == "/proc/nonexistent")
        #expect(sounds.unreadable?.reason == "No such file or directory")
    }
}
