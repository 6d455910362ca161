import Foundation
import FoundationNetworking

/// A browser without a window, driven by chromedriver (W3C WebDriver).
final class Browser {
    /// Something that the driver or the browser refuses.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// Why there is no browser here; nil if there is one.
    static let obstacle: String? = {
        for program in ["chromedriver", "chromium"] where find(program) == nil {
            return "there is no \(program): on Debian, apt install chromium chromium-driver"
        }
        return nil
    }()

    private static func find(_ program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private let driver = Process()
    private let profile = FileManager.default.temporaryDirectory.appending(path: "chromium-\(UUID().uuidString)")
    private let address: String
    private var session = ""

    /// Starts the driver on a free port, and the browser.
    init() async throws {
        let output = Pipe()
        driver.executableURL = URL(filePath: "/usr/bin/env")
        driver.arguments = ["chromedriver", "--port=0"]
        driver.standardInput = FileHandle.nullDevice
        driver.standardOutput = output
        driver.standardError = FileHandle.nullDevice
        try driver.run()
        address = "http://127.0.0.1:\(try Self.port(saidIn: output.fileHandleForReading))"
        var arguments = ["--headless=new", "--disable-gpu", "--hide-scrollbars", "--user-data-dir=\(profile.path)"]
        // Chromium's own sandbox does not work for root, which continuous integration is.
        if getuid() == 0 { arguments += ["--no-sandbox", "--disable-dev-shm-usage"] }
        let capabilities: [String: Any] = [
            "browserName": "chrome", "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": ["args": arguments],
        ]
        let answer = try await send("POST", "", ["capabilities": ["alwaysMatch": capabilities]]) as? [String: Any]
        guard let identifier = answer?["sessionId"] as? String else { throw Refusal(description: "no session") }
        session = "/" + identifier
    }

    private static func port(saidIn output: FileHandle) throws -> Int {
        var said = Data()
        while true {
            let more = output.availableData
            guard !more.isEmpty else { throw Refusal(description: String(decoding: said, as: UTF8.self)) }
            said += more
            let text = String(decoding: said, as: UTF8.self)
            if let match = text.firstMatch(of: /started successfully on port (\d+)/), let port = Int(match.1) {
                return port
            }
        }
    }

    /// Ends the browser and the driver.
    func quit() async throws {
        defer {
            driver.terminate()
            try? FileManager.default.removeItem(at: profile)
        }
        try await send("DELETE", "")
    }

    /// A command of the session: the method, the path after the session's, and the parameters.
    @discardableResult
    func send(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) async throws -> Any? {
        guard let url = URL(string: "\(address)/session\(session)\(path)") else { throw Refusal(description: path) }
        var request = URLRequest(url: url, timeoutInterval: 60)
        request.httpMethod = method
        if method == "POST" { request.httpBody = try JSONSerialization.data(withJSONObject: parameters) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (data, response) = try await URLSession.shared.data(for: request)
        let value = (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["value"]
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw Refusal(description: "\(method) \(path): \((value as? [String: Any])?["message"] ?? "no answer")")
        }
        return value
    }

    /// What a script's `return` gives.
    func evaluate(_ script: String) async throws -> Any? {
        try await send("POST", "/execute/sync", ["script": script, "args": [String]()])
    }

    /// A command of Chromium's own (Chrome DevTools Protocol).
    @discardableResult
    func command(_ name: String, _ parameters: [String: Any]) async throws -> Any? {
        try await send("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }
}
