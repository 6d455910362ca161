import Foundation

/// A headless browser, controlled by chromedriver (W3C WebDriver).
final class Browser {
    /// An error of the driver or the browser.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private let driver = Process()
    private let profile = FileManager.default.temporaryDirectory.appending(path: "chromium-\(UUID().uuidString)")
    private let port: Int
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
        port = try Self.port(saidIn: output.fileHandleForReading)
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
            // SIGTERM is blocked in a process that is started on a thread of Swift's, like in the thread.
            kill(driver.processIdentifier, SIGKILL)
            try? FileManager.default.removeItem(at: profile)
        }
        try await send("DELETE", "")
    }

    /// Sends a command of the session.
    @discardableResult
    func send(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) async throws -> Any? {
        let body = method == "POST" ? try JSONSerialization.data(withJSONObject: parameters) : Data()
        let (status, answer) = try exchange(method, "/session\(session)\(path)", body)
        let value = (try JSONSerialization.jsonObject(with: answer) as? [String: Any])?["value"]
        guard status == "200" else {
            throw Refusal(description: "\(method) \(path): \((value as? [String: Any])?["message"] ?? "no answer")")
        }
        return value
    }

    /// A request and its answer, HTTP/1.1 on the loopback interface. URLSession does not take chromedriver's headers.
    private func exchange(_ method: String, _ path: String, _ body: Data) throws -> (status: Substring, body: Data) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let connection = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let size = socklen_t(MemoryLayout.size(ofValue: address))
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard connected == 0 else { throw Refusal(description: "no server listens on port \(port)") }
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        try connection.write(contentsOf: Data(head.utf8) + body)
        var received = Data()
        while true {
            let more = connection.availableData
            guard !more.isEmpty else { throw Refusal(description: "\(method) \(path): the driver hangs up") }
            received += more
            guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
            let headers = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            guard let match = headers.firstMatch(of: /(?i)content-length: *(\d+)/), let length = Int(match.1),
                received.distance(from: end.upperBound, to: received.endIndex) >= length
            else { continue }
            return (headers.dropFirst("HTTP/1.1 ".count).prefix(3), Data(received[end.upperBound...].prefix(length)))
        }
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
