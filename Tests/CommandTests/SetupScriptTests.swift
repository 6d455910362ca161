// SPDX-License-Identifier: MIT
import FoundationEssentials
import TestSupport
import Testing

/// etc/setup with scripts in place of apt, dpkg and Swift. Only the packages in $HAS are installed.
@Suite("etc/setup") struct SetupScriptTests {
    private static func script(_ command: String, has: String, swift: String) -> String {
        """
        folder=$(mktemp --directory) && trap 'rm -rf "$folder"' EXIT
        program() { printf '#!/bin/sh\\n%s\\n' "$2" >"$folder/$1" && chmod +x "$folder/$1"; }
        program apt-get 'echo installed "$@"'
        program dpkg-query 'for name; do :; done; case " $HAS " in *" $name "*) printf installed ;; *) exit 1 ;; esac'
        program swift '\(swift)'
        export HAS='\(has)' PATH="$folder:/usr/bin:/bin"
        unset SUNTRACKER_PROGRAMS
        cd '\(Checkout.root.path)' && \(command)
        """
    }

    private static let base = "ca-certificates g++ gettext git libnotify-dev libsystemd-dev pkg-config tzdata"
    private static let forPackage = "build-essential debhelper dpkg-dev librsvg2-bin optipng xz-utils"
    private static let swift = "echo Swift version 99.0"

    @Test(
        "lists everything missing for a package, and the one command that installs it, and installs nothing",
        arguments: [
            ("etc/setup --check --package deb", "\(base) \(forPackage)", ""),
            ("etc/setup --check", base, ""),
            (
                "etc/setup --check --package deb", base,
                "xz-utils build-essential debhelper dpkg-dev librsvg2-bin optipng"
            ),
            ("etc/package deb", "\(base) build-essential debhelper dpkg-dev xz-utils", "librsvg2-bin optipng"),
            ("etc/setup --check --package tarball", base, "xz-utils"),
        ])
    func check(command: String, has: String, missing: String) throws {
        let run = try Command(script: Self.script(command, has: has, swift: Self.swift))
        let remedy = command.split(separator: " ").last.map { $0 == "--check" ? "" : " --package \($0)" } ?? ""
        #expect(
            run.errors
                == (missing.isEmpty
                    ? "" : "etc/setup: missing packages: \(missing); install them with: etc/setup\(remedy)\n"))
        #expect(run.output == "" && (run.status == 0) == missing.isEmpty)
    }

    @Test(
        "names missing packages together with a Swift that does not run or is too old",
        arguments: [("exit 1", "swift does not run"), ("echo Swift version 6.1.3", "swift is version 6.1.3, but ")])
    func swift(swift: String, problem: String) throws {
        let run = try Command(script: Self.script("etc/setup --check --package deb", has: "", swift: swift))
        #expect(run.errors.contains("missing packages: ca-certificates") && run.errors.contains(problem))
        #expect(run.status == 1)
    }

    @Test("fails if its list of packages cannot be made, and does not claim that nothing is missing")
    func brokenList() throws {
        let script = """
            copy=$(mktemp --directory) && mkdir -p "$copy/etc" "$copy/Tests/Acceptance" && cp etc/setup "$copy/etc" &&
                cp Package.swift "$copy" && printf '#!/bin/sh\\nexit 3\\n' >"$copy/Tests/Acceptance/desktop-testbed" &&
                chmod +x "$copy/Tests/Acceptance/desktop-testbed"
            trap 'rm -rf "$folder" "$copy"' EXIT
            "$copy/etc/setup" --all-tests --check
            """
        let run = try Command(script: Self.script(script, has: Self.base, swift: Self.swift))
        #expect(run.errors.contains("the list of packages could not be made"))
        #expect(run.output == "" && run.status == 1)
    }

    /// Scripts replace the package managers of one distribution; other package managers are missing. The build only
    /// prints its options.
    @Test(
        "makes a package with the Swift in PATH, if the distribution's is missing or too old",
        arguments: [
            ("deb", "apt-get dpkg-query", "6.0.3-2", "--build-profiles=pkg.suntracker.toolchain"),
            ("deb", "apt-get dpkg-query", "6.2.1-1", ""), ("rpm", "dnf rpm", "", "--nodeps"),
            ("arch", "pacman", "", "--nodeps"),
        ])
    func swiftInPath(kind: String, managers: String, version: String, option: String) throws {
        let run = try Command(
            script: #"""
                folder=$(mktemp --directory) && trap 'rm -rf "$folder"' EXIT
                cd '\#(Checkout.root.path)'
                version=$(sed -n 's/.* version = "\(.*\)"$/\1/p' Sources/Tracker/Version.swift)
                mkdir -p "$folder/suntracker-$version/etc" "$folder/bin"
                cp -r etc/packaging "$folder/suntracker-$version/etc"
                tar -C "$folder" -cJf "$folder/tarball" "suntracker-$version"
                ln -s /usr/bin/* "$folder/bin" && cd "$folder/bin"
                rm -f apt-get dpkg-query dnf rpm pacman swift dpkg-buildpackage rpmbuild makepkg
                echo '#!/bin/sh' | tee \#(managers) swift dpkg-buildpackage rpmbuild makepkg >/dev/null
                chmod -R a+rX "$folder" && chmod +x \#(managers) swift dpkg-buildpackage rpmbuild makepkg
                echo 'echo Swift version 99.0' >>swift
                [ ! -e dpkg-query ] || echo 'case $* in
                    *Version*) echo "installed \#(version)" ;;
                    *) echo installed ;;
                esac' >>dpkg-query
                for program in dpkg-buildpackage rpmbuild makepkg; do echo 'echo "options: $*"; exit 1' >>$program; done
                PATH=$folder/bin '\#(Checkout.root.path)/etc/package' \#(kind) --tarball "$folder/tarball" --out "$folder/out" \
                    2>&1 | sed -n 's/^options: //p'
                """#)
        let options = run.output.split(whereSeparator: \.isWhitespace)
        #expect(options.count > 2, "\(run.output)\(run.errors)")
        #expect(options.filter { $0 == "--nodeps" || $0.contains("profiles") }.joined() == option)
    }
}
