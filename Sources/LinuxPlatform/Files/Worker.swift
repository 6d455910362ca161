// SPDX-License-Identifier: MIT
import Dispatch

/// Runs blocking disk operations off the main queue, one at a time. A disk that does not respond, such as a network
/// file system without its server, delays only its worker.
package struct Worker: Sendable {
    // Not a global queue: once one of those is used, libdispatch counts its threads every second.
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs the work after all earlier work, and calls the handler on the main queue with the result.
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then handler: @escaping @MainActor (Result) -> Void
    ) {
        queue.async { @Sendable in
            let result = work()
            DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated { handler(result) } }
        }
    }
}
