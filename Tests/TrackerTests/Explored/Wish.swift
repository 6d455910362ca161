// SPDX-License-Identifier: MIT
import Solar

@testable import Tracker

extension PhaseWitness {
    /// The manual request: a phase.
    struct Wish: Hashable {
        var phase: SetPhase?

        struct SetPhase: Hashable {
            let phase: Phase
            /// The end of the phase; nil for the next boundary.
            let until: Instant?
            let boot: Int
        }

        /// The wish after another request.
        func after(_ report: World.Report, _ world: World) -> Wish {
            guard case .setPhase(let phase, let until) = report else { return self }
            let isNeedless = until == nil && phase == world.start.phase(at: world.clock)
            return Wish(phase: isNeedless ? nil : phase.map { SetPhase(phase: $0, until: until, boot: world.boots) })
        }

        /// The wish that remains now. A phase ends at its time, with its login, and when it begins without the request.
        func left(_ world: World) -> Wish {
            guard let set = phase else { return self }
            let isOver = set.until.map { $0 <= world.clock } ?? (world.start.phase(at: world.clock) == set.phase)
            return isOver || set.boot != world.boots ? Wish() : self
        }

        func phase(_ world: World) -> Phase? { phase?.phase ?? world.start.phase(at: world.clock) }
    }
}
