import CSystemd
import Dispatch
import Glibc

/// An `sd_event` loop inside Dispatch. Its descriptor is a read source on the main queue, so the loop needs no thread of
/// its own and causes no wakeups of its own.
@MainActor
package final class EventLoop {
    let event: OpaquePointer
    private let source: any DispatchSourceRead

    /// - Parameter onClose: called when the loop's descriptor has been closed.
    package init(onClose: @escaping @Sendable () -> Void = {}) throws(SystemError) {
        var event: OpaquePointer?
        try checked("sd_event_new", sd_event_new(&event))
        guard let event else { throw SystemError("sd_event_new", number: ENOMEM) }
        self.event = event
        source = DispatchSource.makeReadSource(fileDescriptor: sd_event_get_fd(event), queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.pump() }
        }
        // Dispatch watches the descriptor until then. If it were closed earlier, its number could be reused, and Dispatch
        // would watch the wrong file, or stop watching it (dispatch_source_set_cancel_handler(3)).
        nonisolated(unsafe) let last = event
        source.setCancelHandler { @Sendable in
            sd_event_unref(last)
            onClose()
        }
        source.activate()
        pump()
    }

    isolated deinit {
        source.cancel()
    }

    /// Dispatches pending events and arms the loop again. To be called after everything that sends or adds a source,
    /// since the descriptor of an `sd_event` that is not armed does not become readable.
    package func pump() {
        // The states of sd_event_get_state(3). A loop that is armed needs sd_event_wait first: preparing it again would
        // stall it.
        if sd_event_get_state(event) == SD_EVENT_ARMED {
            sd_event_wait(event, 0)
        }
        while true {
            let result: Int32
            switch Int(sd_event_get_state(event)) {
            case SD_EVENT_INITIAL: result = sd_event_prepare(event)
            case SD_EVENT_PENDING: result = sd_event_dispatch(event)
            default: return
            }
            if result < 0 { return }
        }
    }
}
