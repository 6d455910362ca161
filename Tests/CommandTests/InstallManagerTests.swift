// SPDX-License-Identifier: MIT
import Foundation
import Glibc
import TestSupport
import Testing

/// etc/install with a user manager, for which a script stands in, or without one.
@Suite("etc/install and the user manager") struct InstallManagerTests {
    @Test("rejects a directory in which the user manager does not look for units, before it builds or writes")
    func unitsNotFound() throws {
        let command = try Command(
            script: InstallScriptTests.home + #"""
                cat >"$folder/early/systemctl" <<'END'
                #!/bin/sh
                case $* in
                    *=Version*) echo "$version" ;;
                    *UnitPath*) echo "/etc/systemd/user $path /usr/lib/systemd/user" ;;
                esac
                END
                chmod +x "$folder/early/systemctl"
                export path version=252.39-1
                for path in "'$HOME/.local/share/systemd/user'" "\"$HOME/.local/share/systemd/user\""; do
                    install >"$folder/output" || cat "$folder/output"
                done
                export XDG_DATA_HOME=$folder/data
                "$install" 2>&1 | sed "s|$folder/||"
                find "$XDG_DATA_HOME" 2>/dev/null
                # Earlier versions list only directories that exist.
                version=249 && install >"$folder/output" && echo installed
                unset XDG_DATA_HOME && version=252.39-1
                mkdir "$folder/other" && HOME=$folder/other
                "$install" 2>&1 | sed "s|$folder/||"
                find "$HOME" -mindepth 1
                """#)
        #expect(
            command.output == """
                etc/install: the user manager does not look for units in data/systemd/user: XDG_DATA_HOME is not set for it; \
                run env --unset=XDG_DATA_HOME etc/install
                installed
                etc/install: the user manager does not look for units in other/.local/share/systemd/user: HOME is not the \
                home of your login; log in, then run etc/install

                """)
        #expect(command.errors == "")
    }

    /// No version is earlier than the first release, so a copy of the script names files of an earlier version.
    @Test("without a user manager, installs everything, succeeds, and says how to see the service work")
    func container() throws {
        let command = try Command(
            script: InstallScriptTests.home + """
                PATH=$HOME/.local/bin:$PATH
                install --enable | sed "s|$HOME|HOME|g"
                [ -x "$HOME/.local/bin/suntrackerd" ] && install --enable >"$folder/output"
                """)
        #expect(
            command.output == """
                etc/install: installed the programs in HOME/.local/bin, the units in HOME/.local/share/systemd/user, the \
                settings in HOME/.config/suntracker
                etc/install: the service is not enabled, because there is no systemd user manager here, which would start it
                etc/install: to see it work here: ~/.local/bin/suntrackerd --place Denver --simulate 2026-03-19 \
                --until 2026-03-22
                etc/install: to start it at your desktop, now and at each login: systemctl --user enable --now suntrackerd

                """)
        #expect(command.errors == "" && command.status == 0)
    }

    @Test("reloads the user manager and the bus, restarts a running service, and stops it when it is removed")
    func manager() throws {
        let command = try Command(
            script: InstallScriptTests.home + #"""
                export folder state
                cat >"$folder/early/systemctl" <<'END'
                #!/bin/sh
                case $* in
                    *show*) ;;
                    *is-*) [ "$state" = active ] ;;
                    *) echo "${0##*/} $*" >>"$folder/calls" ;;
                esac
                END
                chmod +x "$folder/early/systemctl" && cp "$folder/early/systemctl" "$folder/early/busctl"
                for state in inactive active; do install >"$folder/output"; done
                install --remove >"$folder/output"
                sed 's/--user //g; s/^busctl .* /busctl /' "$folder/calls"
                """#)
        #expect(
            command.output == """
                systemctl daemon-reload
                busctl ReloadConfig
                systemctl daemon-reload
                busctl ReloadConfig
                systemctl restart suntrackerd.service
                systemctl disable --now suntrackerd.service
                systemctl --quiet stop suntracker-day.target suntracker-night.target
                systemctl daemon-reload
                busctl ReloadConfig

                """)
        #expect(command.errors == "" && command.status == 0)
    }

    @Test("restarts and stops the service only if it runs the program that is replaced or removed")
    func anotherInstallation() throws {
        let command = try Command(
            script: InstallScriptTests.home + #"""
                export folder program
                cat >"$folder/early/systemctl" <<'END'
                #!/bin/sh
                case $* in
                    *=ExecStart*) echo "{ path=$program ; argv[]=$program ; ignore_errors=no }" ;;
                    *show* | *is-* | *reload*) ;;
                    *) echo "$*" ;;
                esac
                END
                chmod +x "$folder/early/systemctl" && ln -s "$HOME" "$folder/link"
                # nice(1) is a wrapper in ExecStart=.
                bin=.local/bin
                for program in "$HOME/$bin/suntrackerd" "$folder/link/$bin/suntrackerd" /usr/bin/nice /opt/bin/suntrackerd; do
                    install && install --remove
                done | grep -v ': installed \|not in your PATH\|removed$'
                """#)
        let ours = """
            etc/install: restarting suntrackerd with the new version
            --user --user restart suntrackerd.service
            etc/install: stopping and disabling suntrackerd
            --user --user disable --now suntrackerd.service
            --user --user --quiet stop suntracker-day.target suntracker-night.target

            """
        let theirs =
            "etc/install: suntrackerd is left as it is, because it is another installation: /opt/bin/suntrackerd\n"
        #expect(command.output == ours + ours + ours + theirs + theirs)
        #expect(command.errors == "")
    }

    @Test("says what to do if the service cannot be enabled, because it is masked")
    func masked() throws {
        let command = try Command(
            script: InstallScriptTests.home + #"""
                cat >"$folder/early/systemctl" <<'END'
                #!/bin/sh
                case $* in *enable*) echo masked >&2; exit 1 ;; esac
                END
                chmod +x "$folder/early/systemctl"
                install --enable >"$folder/output"
                """#)
        #expect(
            command.errors == """
                masked
                etc/install: suntrackerd cannot be enabled; if it is masked, run systemctl --user unmask suntrackerd

                """)
        #expect(command.status == 1)
    }
}
