// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import TestSupport

/// A headless browser, controlled by chromedriver (W3C WebDriver).
final class Browser {
    /// An error of the driver or the browser.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// The browsers of this process so far.
    private static let count = Atomic(0)
    private static let firstPort = Int.random(in: 10_000..<32_000)

    private let driver: RunningProgram
    private let profile: TemporaryFolder
    private let port: Int
    private var session = ""

    /// Starts the driver and the browser.
    init() async throws {
        profile = try TemporaryFolder()
        // With --port=0, chromedriver takes a free IPv6 port, and exits if an IPv4 connection has the same number. The
        // kernel assigns no number below 32768 to connections (ip_local_port_range). The first number is random, for runs
        // beside this one.
        let offset = Self.count.add(1, ordering: .relaxed).newValue
        driver = try RunningProgram(TestProgram("chromedriver", ["--port=\(Self.firstPort + offset)"]))
        _ = try driver.output.text(upTo: "started successfully on port ")
        guard let port = Int(try driver.output.text(upTo: ".")) else { throw Refusal(description: "no port") }
        self.port = port
        var arguments = ["--headless=new", "--disable-gpu", "--hide-scrollbars", "--user-data-dir=\(profile.path)"]
        // Chromium's sandbox does not work as root, the user of continuous integration.
        if getuid() == 0 { arguments += ["--no-sandbox", "--disable-dev-shm-usage"] }
        let capabilities: [String: Any] = [
            "browserName": "chrome", "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": ["args": arguments],
        ]
        let answer = try await send("POST", "", ["capabilities": ["alwaysMatch": capabilities]]) as? [String: Any]
        guard let identifier = answer?["sessionId"] as? String else { throw Refusal(description: "no session") }
        session = "/" + identifier
    }

    /// Ends the browser and the driver.
    func quit() async throws {
        defer { driver.kill() }
        try await send("DELETE", "")
    }

    /// Sends a command of the session.
    @discardableResult
    func send(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) async throws -> Any? {
        let body = method == "POST" ? try JSONSerialization.data(withJSONObject: parameters) : Data()
        let answer = try exchange(method, "/session\(session)\(path)", body)
        let value = (try JSONSerialization.jsonObject(with: answer) as? [String: Any])?["value"]
        if let failure = value as? [String: Any], failure["error"] is String {
            throw Refusal(description: "\(method) \(path): \(failure["message"] ?? failure)")
        }
        return value
    }

    /// Sends a request through Python, and returns the reply: URLSession does not accept chromedriver's headers.
    private func exchange(_ method: String, _ path: String, _ body: Data) throws -> Data {
        let script = """
            import sys, urllib.error, urllib.request
            request = urllib.request.Request(sys.argv[2], sys.stdin.buffer.read() or None, method=sys.argv[1])
            try: answer = urllib.request.urlopen(request)
            except urllib.error.HTTPError as error: answer = error
            sys.stdout.buffer.write(answer.read())
            """
        let address = "http://127.0.0.1:\(port)\(path)"
        var client = TestProgram("python3", ["-c", script, method, address])
        let file = try profile.write(String(decoding: body, as: UTF8.self), to: "request")
        client.input = try FileHandle(forReadingFrom: URL(filePath: file))
        return Data(try client.run().output.utf8)
    }

    /// The value that a script returns.
    func evaluate(_ script: String) async throws -> Any? {
        try await send("POST", "/execute/sync", ["script": script, "args": [String]()])
    }

    /// Sends a command of Chromium (Chrome DevTools Protocol).
    @discardableResult
    func command(_ name: String, _ parameters: [String: Any]) async throws -> Any? {
        try await send("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }
}
