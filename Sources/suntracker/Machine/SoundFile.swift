import Glibc
import Systemd
import Tracker

extension SoundFacts {
    /// The sounds, and whether their files can be read, which the notification server does as the same user.
    init(_ sounds: [Popup.Sound]) {
        names = sounds.compactMap(\.name)
        for case .file(let path) in sounds where trouble == nil && access(path, R_OK) != 0 {
            trouble = (path, errorText(errno))
        }
    }
}
