// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("The sound and the urgency in the settings") struct EmphasisTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let lines: [String]
        let sound: NotificationSettings.Sound
        var urgency = NotificationSettings.Urgency.normal

        var testDescription: String { "\(rule): \(lines)" }

        init(
            _ rule: String, _ lines: String..., sound: NotificationSettings.Sound,
            urgency: NotificationSettings.Urgency = .normal
        ) {
            (self.rule, self.lines, self.sound, self.urgency) = (rule, lines, sound, urgency)
        }
    }

    private static let bell = NotificationSettings.Sound.named("bell")

    @Test(
        "are taken from the section, or from the alert",
        arguments: [
            Row("sunset", sound: .silent),
            Row("sunrise", "Sound=bell", sound: bell),
            Row("sunrise", "Sound=default", sound: .standard),
            Row("alert:lamps", "Sound=bell", sound: bell),
            Row("sunset", "Sound=bell", "Sound=", sound: .silent),
            Row("sunset", "Sound=/a b.oga", sound: .file("/a b.oga")),
            Row("alert:lamps", "Sound=bell", "Alert.Sound=no", sound: .silent),
            Row("alert:lamps", "Sound=bell", "Alert.Sound=gong", "Alert.Sound=", sound: bell),
            Row("sunset", "Urgency=critical", sound: .silent, urgency: .critical),
            Row("alert:lamps", "Urgency=critical", sound: .silent, urgency: .critical),
            Row("alert:lamps", "Urgency=critical", "Alert.Urgency=low", sound: .silent, urgency: .low),
            Row(
                "alert:lamps", "Urgency=low", "Alert.Urgency=critical", "Alert.Urgency=", sound: .silent, urgency: .low),
            Row("sunset", "Urgency=low", "Urgency=", sound: .silent),
        ])
    func emphasis(row: Row) throws {
        let settings = try Settings(
            lines: (["Alert.Event=sunset"] + row.lines).map {
                $0.hasPrefix("Alert.") ? "Alert lamps\($0.dropFirst("Alert".count))" : "Notifications.\($0)"
            })
        let rule = try #require(settings.rule(named: row.rule))
        #expect(settings.notifications.emphasis(of: rule) == Popup.Emphasis(urgency: row.urgency, sound: row.sound))
    }
}
