@testable import LinuxPlatform

/// The line at which a text of popup numbers is damaged.
struct UnreadableNumbers: Error, Hashable {
    let line: Int
}

/// Reads popup numbers as `PopupNumbersFile` does; returns their count and their text when written again.
func readPopupNumbers(_ text: String) -> Result<(count: Int, text: String), UnreadableNumbers> {
    do {
        let numbers = try PopupNumbers(text: text)
        return .success((numbers.entries.count, numbers.text))
    } catch {
        return .failure(UnreadableNumbers(line: error.line))
    }
}
