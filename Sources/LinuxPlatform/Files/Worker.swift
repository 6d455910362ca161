import Dispatch

/// Does what waits for a disk off the main queue, one item after the other: a disk that does not answer, such as a network
/// file system whose server is gone, delays only what its worker has to do.
package struct Worker: Sendable {
    // Not a global queue: libdispatch counts the threads of those every second from their first use on.
    private let queue: DispatchQueue

    /// - Parameter label: the name of its queue.
    package init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Does the work after all that was given earlier, and calls the handler on the main queue with the result.
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then handler: @escaping @MainActor (Result) -> Void
    ) {
        queue.async { @Sendable in
            let result = work()
            DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated { handler(result) } }
        }
    }
}
