import Foundation
import Testing

/// etc/install in a temporary home, with scripts in place of the built programs.
@Suite("etc/install") struct InstallScriptTests {
    /// Makes a home with a blank in its name, and a function that installs there. The folder "early" comes before all
    /// others in PATH; its swift says that something was built. Your own user manager is out of reach: the service may run
    /// in it.
    private static let home = """
        install='\(Checkout.root.path)/etc/install'
        folder=$(mktemp --directory) && trap 'rm -rf "$folder"' EXIT
        export HOME="$folder/Ann Lee" PATH="$folder/early:$PATH"
        unset XDG_CONFIG_HOME XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS
        export XDG_RUNTIME_DIR=$folder
        mkdir "$HOME" "$folder/programs" "$folder/early"
        for program in programs/suntracker programs/suntrackerd early/swift; do
            printf '#!/bin/sh\\necho completions\\n' >"$folder/$program" && chmod +x "$folder/$program"
        done
        printf '#!/bin/sh\\necho built >&2\\nexit 1\\n' >"$folder/early/swift"
        install() { "$install" --programs "$folder/programs" "$@"; }

        """

    @Test("quotes the programs of a home with a blank in its path, and systemd finds those of the unit")
    func blank() throws {
        let command = try Command(
            script: Self.home + """
                install >"$folder/output" || cat "$folder/output"
                cd "$HOME/.local/share"
                grep -h ^Exec= applications/*.desktop dbus-1/services/*.service | sed "s|$folder||"
                sed -n 's/^Exec[SR]t*[a-z]*=\\(%h\\)/\\1/p' systemd/user/suntrackerd.service
                ! command -v systemd-analyze >/dev/null ||
                    systemd-analyze --user --man=no verify "$PWD/systemd/user/suntrackerd.service"
                ! command -v desktop-file-validate >/dev/null || desktop-file-validate applications/*.desktop
                """)
        let bin = "/Ann Lee/.local/bin"
        #expect(
            command.output == """
                Exec="\(bin)/suntracker" chart --open
                Exec="\(bin)/suntracker" chart --open
                Exec="\(bin)/suntracker" today --notify
                Exec="\(bin)/suntracker" preview
                Exec="\(bin)/suntrackerd"
                %h/.local/bin/suntrackerd
                %h/.local/bin/suntracker config check

                """)
        #expect(command.error == "" && command.status == 0)
    }

    @Test("quotes the programs of a package whose prefix has a blank and \"..\"")
    func prefix() throws {
        let command = try Command(
            script: Self.home + """
                DESTDIR=$folder/root install --prefix '/x/../opt//my apps/' >"$folder/output" || cat "$folder/output"
                cd "$folder/root/opt/my apps"
                grep -h '^Exec.*/opt/' lib/systemd/user/*.service share/dbus-1/services/*.service
                """)
        #expect(
            command.output == """
                ExecStart="/opt/my apps/bin/suntrackerd"
                ExecReload="/opt/my apps/bin/suntracker" config check
                Exec="/opt/my apps/bin/suntrackerd"

                """)
        #expect(command.error == "" && command.status == 0)
    }

    @Test(
        "refuses, in one line and before it builds or writes, a path that cannot be used",
        arguments: [
            ("--prefix /opt/100%n", "prefix='/opt/100%n': nothing can be installed in a path with "),
            ("--prefix '/opt/a\"b'", "prefix='/opt/a\"b': nothing can be installed in a path with "),
            (
                "--prefix /opt/../x",
                "--prefix /x: systemd does not look for units of users in /x/lib/systemd/user: use "
            ),
            ("--prefix /usr/local/../", "--prefix /usr is for packages, with DESTDIR: use --system"),
            ("--prefix //", "--prefix /: give a directory such as /usr/local"),
            ("HOME=$(printf '/home/a\\nb')", "HOME=$'/home/a\\nb': nothing can be installed in a path with "),
            ("HOME=$folder/absent", "there is no directory "), ("HOME=home", "HOME is not set to an absolute path"),
            ("XDG_DATA_HOME='/a`b'", "XDG_DATA_HOME='/a`b': nothing can be installed in a path with "),
            ("XDG_CONFIG_HOME='/a=b'", "XDG_CONFIG_HOME='/a=b': nothing can be installed in a path with "),
        ])
    func refusal(place: String, error: String) throws {
        let option = place.hasPrefix("--") ? place : ""
        let command = try Command(
            script: Self.home + """
                \(option.isEmpty ? "export \(place)" : ":")
                "$install" \(option)
                status=$?
                find "$folder" -newer "$folder/early/swift"
                exit $status
                """)
        #expect(command.error.hasPrefix("etc/install: \(error)"), "\(command.error)")
        #expect(command.error.split(separator: "\n").count == 1 && command.output == "" && command.status == 1)
    }

    @Test("removes at an upgrade what the new version does not have, unless it was changed")
    func upgrade() throws {
        let command = try Command(
            script: Self.home + """
                mkdir "$folder/old" && cp -r '\(Checkout.root.path)/etc' '\(Checkout.root.path)/systemd' "$folder/old"
                echo gone >"$folder/old/etc/hooks/gone"
                echo kept >"$folder/old/etc/hooks/kept"
                "$folder/old/etc/install" --programs "$folder/programs" >/dev/null
                cd "$HOME/.local/share"
                echo mine >>suntracker/hooks/kept
                echo '# mine' >>"$HOME/.config/suntracker/suntracker.conf"
                mkdir applications/old
                echo "directory  $PWD/applications/old" >>suntracker/installed
                install | grep kept | sed "s|$HOME||"
                ls suntracker/hooks
                [ ! -e applications/old ] || echo 'a directory is left'
                install --remove | grep kept | sed "s|$HOME||"
                cd "$HOME" && find . -type f | sort
                """)
        #expect(
            command.output == """
                etc/install: kept /.config/suntracker/suntracker.conf, which was edited
                etc/install: kept /.local/share/suntracker/hooks/kept, which was changed
                kept
                keyboard-light
                mail
                ntfy
                theme
                etc/install: kept /.config/suntracker/suntracker.conf, which was changed
                ./.config/suntracker/suntracker.conf
                ./.local/share/suntracker/hooks/kept

                """)
        #expect(command.error == "")
    }

    @Test("waits for another installation in the same home, and says so")
    func lock() throws {
        let command = try Command(
            script: Self.home + #"""
                exec 4<"$HOME"
                flock 4
                mkfifo "$folder/output"
                (exec 4<&- && install >"$folder/output") &
                exec 3<"$folder/output"
                read -r line <&3 && echo "$line"
                find "$HOME" -mindepth 1
                exec 4<&-
                cat <&3 >"$folder/rest"
                [ ! -x "$HOME/.local/bin/suntrackerd" ] || echo installed
                """#)
        #expect(
            command.output == """
                etc/install: waiting for another installation, which is running
                installed

                """)
        #expect(command.error == "")
    }

    /// The programs that change files, with one that is called at the step to interrupt in their place.
    private static let interruptions = #"""
        cat >"$folder/early/mv" <<'END'
        #!/bin/sh
        echo "$0" >>"$folder/steps"
        step=$(wc -l <"$folder/steps")
        [ "$moment" != "before$step" ] || { kill -TERM "$PPID"; exit; }
        PATH=/usr/bin:/bin "${0##*/}" "$@"
        status=$?
        [ "$moment" != "after$step" ] || kill -TERM "$PPID"
        exit "$status"
        END
        chmod +x "$folder/early/mv"
        for program in install mkdir rm rmdir; do ln "$folder/early/mv" "$folder/early/$program"; done
        export folder moment

        """#

    /// The steps are calls of mkdir, install and mv, and of rm and rmdir in a removal.
    @Test(
        "leaves nothing that --remove does not remove, wherever SIGTERM ends it",
        arguments: [("install", "after3"), ("install", "before5"), ("remove", "after3"), ("upgrade", "before5")])
    func interruption(of work: String, at moment: String) throws {
        let command = try Command(
            script: Self.home + Self.interruptions + #"""
                [ \#(work) = install ] || install >"$folder/output" || cat "$folder/output"
                rm -f "$folder/steps"
                moment=\#(moment)
                if [ \#(work) = remove ]; then "$install" --remove; else install; fi >"$folder/output" 2>&1 &&
                    echo 'not interrupted'
                moment=never
                "$install" --remove 2>&1 | grep -v '^etc/install: removed$\|nothing to remove: there is no '
                find "$HOME" -mindepth 1
                """#)
        #expect(command.output == "")
        #expect(command.error == "")
    }
}
