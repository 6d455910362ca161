import Glibc
import LinuxPlatform

/// The command line of the desktop's browser, found with xdg-mime (xdg-utils); nil if there is none. The browser is the
/// program for https: an editor or a chat program may be the program for files with HTML.
func defaultBrowserCommand() -> String? {
    guard let entry = defaultBrowserEntry() else { return nil }
    let environment = Environment.ofProcess
    for folder in [environment.dataHome] + environment.dataFolders {
        // An entry that cannot be read counts as missing.
        let text = try? readText("\(folder)/applications/\(entry)", atMost: 1 << 20)
        let lines = text?.split(separator: "\n") ?? []
        guard !lines.contains("Terminal=true"), let command = lines.first(where: { $0.hasPrefix("Exec=") })
        else { continue }
        return String(command.dropFirst("Exec=".count))
    }
    return nil
}

/// The file name of its desktop entry: `firefox.desktop`.
private func defaultBrowserEntry() -> String? {
    guard let output = popen("xdg-mime query default x-scheme-handler/https 2>/dev/null", "r") else { return nil }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), output) != nil else { return nil }
    let name = line.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "\n")) }
    return String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
