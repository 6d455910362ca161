@testable import LinuxPlatform

extension String {
    /// As `NotificationSession` sends it to a server that reads markup.
    var escapedForPopup: String { escapedForMarkup }
}
