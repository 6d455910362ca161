// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

/// The page, by default of Denver on 2026-11-21, in a real browser, and a person's actions on it.
protocol PageInBrowser {}

extension PageInBrowser {
    /// The folder of the screenshots, for manual inspection.
    static var out: URL {
        Checkout.root.appending(path: ".build/results/page")
    }

    func withPage(
        width: Int, height: Int, scheme: String = "light", showing period: ChartPeriod? = .sixMonths,
        at now: String = "2026-11-21T20:00:00Z", in words: Localizer = .english, of place: TestPlace = .denver,
        _ body: (Browser) async throws -> Void
    ) async throws {
        try FileManager.default.createDirectory(at: Self.out, withIntermediateDirectories: true)
        let chart = DaylightChart(
            of: .year, at: place.place, now: TestSupport.at(now), localTime: place.zone,
            in: words.formatted(for: .body))
        let file = Self.out.appending(path: "chart-\(UUID().uuidString).html")
        try chart.page(showing: period, at: TestSupport.at(now), isPretended: true).write(
            to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let browser = try await Browser()
        do {
            try await browser.command(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
            try await browser.command(
                "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
            // The browser takes time, in which the page's clock stops. The tests advance it.
            try await browser.command(
                "Page.addScriptToEvaluateOnNewDocument",
                ["source": "{ const now = Date.now(); Date.now = () => now; }"])
            try await browser.send("POST", "/url", ["url": file.absoluteString])
            try await body(browser)
            // The log contains violations of the content security policy and uncaught exceptions.
            let log = try await browser.send("POST", "/se/log", ["type": "browser"]) as? [[String: Any]]
            #expect(log?.isEmpty == true, "\(log ?? [])")
        } catch {
            try? await browser.quit()
            throw error
        }
        try await browser.quit()
    }

    func screenshot(_ name: String, of browser: Browser) async throws {
        let image = try await browser.command("Page.captureScreenshot", ["captureBeyondViewport": true])
        let data = try #require((image as? [String: Any])?["data"] as? String)
        try #require(Data(base64Encoded: data)).write(to: Self.out.appending(path: name + ".png"))
    }

    func date(_ browser: Browser) async throws -> String? {
        try await browser.evaluate("return document.querySelector('#date').textContent") as? String
    }

    func facts(_ browser: Browser) async throws -> [String]? {
        try await browser.evaluate("return [...document.querySelectorAll('dd')].map((fact) => fact.textContent)")
            as? [String]
    }

    func slider(_ attribute: String, _ browser: Browser) async throws -> String? {
        try await browser.evaluate("return document.querySelector('#plot').getAttribute('\(attribute)')") as? String
    }

    /// The bounds of the drawing in the window: left, top, width and height.
    func plot(_ browser: Browser) async throws -> [Double] {
        let script = """
            const plot = document.querySelector('#plot'); plot.scrollIntoView({ block: 'center' });
            const { x, y, width, height } = plot.getBoundingClientRect(); return [x, y, width, height];
            """
        return try #require(try await browser.evaluate(script) as? [Any]).compactMap { ($0 as? NSNumber)?.doubleValue }
    }

    /// Drags a pointer from one fraction of the drawing's width to another, or only presses it if they are equal.
    func drag(_ kind: String, from start: Double, to end: Double, in browser: Browser) async throws {
        let box = try await plot(browser)
        func move(_ part: Double, milliseconds: Int) -> [String: Any] {
            [
                "type": "pointerMove", "duration": milliseconds, "x": Int((box[0] + part * box[2]).rounded()),
                "y": Int(box[1] + box[3] / 2),
            ]
        }
        let moves = start == end ? [] : [(start + end) / 2, end].map { move($0, milliseconds: 20) }
        let actions: [[String: Any]] =
            [move(start, milliseconds: 0), ["type": "pointerDown", "button": 0]] + moves
            + [["type": "pointerUp", "button": 0]]
        let pointer: [String: Any] = [
            "type": "pointer", "id": kind, "parameters": ["pointerType": kind], "actions": actions,
        ]
        try await browser.send("POST", "/actions", ["actions": [pointer]])
    }

    func press(_ key: String, in browser: Browser) async throws {
        let actions = [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
        try await browser.send("POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": actions]]])
    }

    /// The date of the described day.
    func isoDate(_ browser: Browser) async throws -> String? {
        let script = """
            const shown = document.querySelector('#date').textContent;
            return [...document.querySelectorAll('tbody tr')].find((row) => row.cells[0].textContent === shown).id;
            """
        return try await browser.evaluate(script) as? String
    }

    /// What a screen reader can read, in its order: texts, and controls and headings with their role and name.
    func readableTexts(_ browser: Browser) async throws -> [String] {
        let tree = try await browser.command("Accessibility.getFullAXTree", [:]) as? [String: Any]
        let nodes = try #require(tree?["nodes"] as? [[String: Any]])
        let known = Dictionary(nodes.map { ($0["nodeId"] as? String ?? "", $0) }) { first, _ in first }
        func value(_ key: String, of node: [String: Any]) -> String {
            (node[key] as? [String: Any])?["value"] as? String ?? ""
        }
        func read(_ node: [String: Any]) -> [String] {
            switch value("role", of: node) {
            case _ where node["ignored"] as? Bool == true: break
            case "StaticText": return [value("name", of: node)]
            case let role where ["button", "heading", "link", "radio", "slider", "status", "figure"].contains(role):
                return ["\(role): \(value("name", of: node))"]
            default: break
            }
            return (node["childIds"] as? [String] ?? []).compactMap { known[$0] }.flatMap(read)
        }
        return read(try #require(nodes.first))
    }
}
