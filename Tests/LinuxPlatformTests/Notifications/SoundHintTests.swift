import LinuxPlatform
import Testing
import Tracker

@Suite("The hint about the sound of a popup") struct SoundHintTests {
    @Test(
        "is for servers that play sounds",
        arguments: [
            (.named("bell"), .name("bell")), (.file("/a b.oga"), .file("/a b.oga")), (.silent, .suppress),
            (.standard, nil),
        ] as [(Popup.Sound, SoundHint?)])
    func hint(sound: Popup.Sound, hint: SoundHint?) {
        #expect(SoundHint(sound, capabilities: ["actions", "sound"]) == hint)
        #expect(SoundHint(sound, capabilities: ["actions", "body"]) == nil)
    }
}
