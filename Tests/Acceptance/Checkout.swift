// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// The build products of the checkout.
extension Checkout {
    /// The error if a product cannot be built.
    struct BuildFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// A directory that everybody can read, with everything that the scenarios need: etc, systemd, the scenarios, and in
    /// "programs" the static release, as etc/install builds it.
    static var stage: String {
        get async throws { try await staging.value }
    }

    private static let staging = Task(priority: ConcurrencyLimit.priority) {
        let stage = path(".build/acceptance")
        let built = stage + "/built"
        let clean = try await TestProgram("rm", ["-rf", stage]).result()
        guard clean.status == 0 else { throw BuildFailure(description: clean.errors) }
        // etc/install installs into the home directory below DESTDIR. HOME is unchanged, because the build keeps its
        // caches there. The build has a higher priority than the unit tests, because every scenario waits for it;
        // nice(1) continues even if it may not raise the priority.
        let install = try await TestProgram(
            "nice", ["-n", "-5", path("etc/install")], environment: TestProgram.ownEnvironment(with: ["DESTDIR": built])
        ).result()
        guard install.status == 0 else { throw BuildFailure(description: install.output + install.errors) }
        let copies = ["etc", "systemd", "Tests/Acceptance/scenarios"].map(path)
        let script = """
            cp --recursive "$@" "$stage"
            cp --recursive "$built$HOME/.local/bin" "$stage/programs"
            chmod --recursive a+rX "$stage"
            """
        let copy = try await TestProgram(
            "bash", ["-euc", script, "bash"] + copies,
            environment: TestProgram.ownEnvironment(with: ["stage": stage, "built": built])
        ).result()
        guard copy.status == 0 else { throw BuildFailure(description: copy.errors) }
        return stage
    }

    /// The stage, with the Debian package of these programs in "packages", in revisions 1 and 2.
    static var packagedStage: String {
        get async throws { try await packaging.value }
    }

    private static let packaging = Task(priority: ConcurrencyLimit.priority) {
        let stage = try await Checkout.stage
        let packaged = path(".build/packaged")
        let copy = try await TestProgram(
            "bash", ["-euc", "rm -rf \"$2\"; cp --recursive --link \"$1\" \"$2\"", "bash", stage, packaged]
        ).result()
        guard copy.status == 0 else { throw BuildFailure(description: copy.errors) }
        let programs = ["--programs", stage + "/programs", "--out", packaged + "/packages"]
        let tarball = try await TestProgram(path("etc/package"), ["tarball", "--out", packaged + "/packages"]).result()
        guard tarball.status == 0, let source = tarball.output.split(separator: "\n").last else {
            throw BuildFailure(description: tarball.output + tarball.errors)
        }
        for revision in ["1", "2"] {
            let build = try await TestProgram(
                path("etc/package"), ["deb", "--revision", revision, "--tarball", String(source)] + programs
            ).result()
            guard build.status == 0 else { throw BuildFailure(description: build.output + build.errors) }
        }
        return packaged
    }
}
