// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

struct ScopeTests {
    /// .ci/run checks that this is the last line.
    @Test("A run of all suites ends with what it left out, and how to run it")
    func leftOut() {
        let registered = atexit {
            guard !Scope.allCases.contains(where: \.isFull) else { return }
            print(
                "Left out: long simulations, the release, desktops, machines, browsers and packages. To run them too:",
                "etc/setup --all-tests && SUNTRACKER_TESTS=all swift test")
        }
        #expect(registered == 0)
    }

    @Test("A case is the name of a suite, by which .ci/run selects it", arguments: Scope.allCases)
    func suites(suite: Scope) throws {
        let (_, module, name) = try #require(suite.rawValue.wholeMatch(of: /(\w+)\.(\w+)/)).output
        let text = try Checkout.swift(below: "Tests/\(module)")
        #expect(text.range(of: "struct \(name) {", options: .literal) != nil)
    }
}
