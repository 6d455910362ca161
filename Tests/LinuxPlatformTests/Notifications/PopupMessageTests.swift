// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import Testing
import Wording

@testable import LinuxPlatform
@testable import Tracker

@Suite("A message to a notification server") struct PopupMessageTests {
    private static let capabilities = ["actions", "body", "body-markup", "sound", "x-canonical-private-synchronous"]

    private func message(
        to title: String?, _ capabilities: [String] = capabilities, sound: NotificationSettings.Sound = .silent,
        icon: String? = nil,
        urgency: NotificationSettings.Urgency = .critical
    ) -> PopupMessage {
        let popup = WrittenPopup(
            tag: "sunset", summary: "Sunset <1>", body: "R&D\u{A0}<b>",
            emphasis: Popup.Emphasis(urgency: urgency, sound: sound))
        let server = PopupMessage.Server(title: title, capabilities: Set(capabilities))
        return PopupMessage(popup, to: server, icon: icon)
    }

    @Test("contains the urgency, the category, the sound, the tag, the entry and the picture as hints")
    func hints() {
        let message = message(to: "gnome-shell", icon: "/home/é/a b.png")
        #expect(
            message.hints == [
                "category": .string("x-suntracker.sun"), "urgency": .byte(2), "suppress-sound": .boolean(true),
                "x-canonical-private-synchronous": .string("suntracker-sunset"),
                "desktop-entry": .string("io.github.suntracker.Suntracker"),
                "image-path": .string("file:///home/%C3%A9/a%20b.png"),
            ])
        #expect(message.icon == nil && message.hasTag && !message.replacesByClosing)
    }

    @Test("has the number of its urgency")
    func urgency() {
        let urgencies: [NotificationSettings.Urgency] = [.low, .normal, .critical]
        #expect(urgencies.map { message(to: "dunst", urgency: $0).hints["urgency"] } == [0, 1, 2].map { .byte($0) })
    }

    @Test("is escaped only where the body is markup, and the summary only for a server that takes it for markup")
    func markup() {
        #expect(message(to: "dunst").body == "R&amp;D\u{A0}&lt;b&gt;")
        #expect(message(to: "dunst", ["body"]).body == "R&D\u{A0}<b>")
        #expect(message(to: "Plasma").body == "R&amp;D&#160;&lt;b&gt;")
        #expect(message(to: "dunst").summary == "Sunset <1>")
        #expect(message(to: "fnott").summary == "Sunset ‹1›")
        #expect(message(to: "Budgie Notification Server").summary == "Sunset ‹1›")
    }

    @Test("names a sound if the server plays sounds")
    func sound() {
        #expect(message(to: "dunst", sound: .named("bell")).hints["sound-name"] == .string("bell"))
        #expect(message(to: "dunst", sound: .file("/a.oga")).hints["sound-file"] == .string("/a.oga"))
        #expect(message(to: "dunst", ["body"], sound: .named("bell")).hints["sound-name"] == nil)
        let standard = message(to: "dunst", sound: .standard).hints.keys
        #expect(!standard.contains { $0.contains("sound") })
    }

    @Test(
        "replaces the last one by closing it on Plasma, and on a server that may be Plasma",
        arguments: [("Plasma", true), (nil, true), ("Xfce Notify Daemon", false), ("gnome-shell", false)])
    func closing(title: String?, closes: Bool) {
        #expect(message(to: title, ["body"]).replacesByClosing == closes)
        #expect(!message(to: title, ["body"]).hasTag)
    }
}
