@testable import LinuxPlatform

/// Where a text of popup numbers is damaged.
struct UnreadableNumbers: Error, Hashable {
    let line: Int
}

/// The text of popup numbers as `PopupNumbersFile` reads it: how many, and as they are written again.
func readPopupNumbers(_ text: String) -> Result<(count: Int, text: String), UnreadableNumbers> {
    do {
        let numbers = try PopupNumbers(text: text)
        return .success((numbers.entries.count, numbers.text))
    } catch {
        return .failure(UnreadableNumbers(line: error.line))
    }
}
