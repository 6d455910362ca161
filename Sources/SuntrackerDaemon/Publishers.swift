import Tracker

/// Several publishers as one.
final class Publishers: @MainActor Publisher {
    private let publishers: [any Publisher]

    init(_ publishers: [any Publisher]) { self.publishers = publishers }

    func publish(_ outlook: Outlook) {
        for publisher in publishers { publisher.publish(outlook) }
    }

    func emit(_ occurrence: Occurrence) {
        for publisher in publishers { publisher.emit(occurrence) }
    }
}
