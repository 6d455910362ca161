import Foundation
import Glibc
import Testing

/// etc/install in a temporary home, with scripts in place of the built programs.
@Suite("etc/install") struct InstallScriptTests {
    /// Creates a home with a blank in its path, and a function that installs there. The folder "early" comes first in
    /// PATH; its swift reports a build and fails. The script cannot reach your user manager, in which the service may
    /// be running.
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

    @Test("quotes the programs of a home with a blank in its path, and systemd finds the unit's programs")
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

    @Test("quotes the programs of a package whose prefix has a blank and \"..\", and puts what is in /etc elsewhere")
    func prefix() throws {
        let command = try Command(
            script: Self.home + """
                export DESTDIR=$folder/root SYSCONFDIR=/usr//etc
                install --prefix '/x/../opt//my apps/' >"$folder/output" || cat "$folder/output"
                cd "$DESTDIR/opt/my apps"
                grep -h '^Exec.*/opt/' lib/systemd/user/*.service share/dbus-1/services/*.service
                cd "$DESTDIR" && find . -path '*etc/*' -type f | sort
                """)
        #expect(
            command.output == """
                ExecStart="/opt/my apps/bin/suntrackerd"
                ExecReload="/opt/my apps/bin/suntracker" config check
                Exec="/opt/my apps/bin/suntrackerd"
                ./usr/etc/geoclue/conf.d/90-suntracker.conf
                ./usr/etc/xdg/suntracker/suntracker.conf

                """)
        #expect(command.error == "" && command.status == 0)
    }

    @Test("includes the licences, and is removed as a whole", arguments: ["", "--system"])
    func installAndRemove(option: String) throws {
        let command = try Command(
            script: Self.home + """
                export DESTDIR=$folder/root
                install \(option) >"$folder/output"
                cd "$DESTDIR" && find . -path '*/licenses/*' -type f -printf '%f\\n' | sort
                install \(option) --remove >"$folder/output"
                find . -type f
                """)
        let licences = try Checkout.files(below: "etc/licenses").map { $0.split(separator: "/").last ?? "" }.sorted()
        #expect(licences.contains("MIT.txt"))
        #expect(command.output == licences.map { "\($0)\n" }.joined())
        #expect(command.error == "" && command.status == 0)
    }

    @Test("belongs to the package manager in /usr, which is refused without DESTDIR")
    func packaged() throws {
        let command = try Command(
            script: Self.home + """
                DESTDIR=$folder/root install --prefix /usr >"$folder/output"
                cd "$folder/root/usr" && find . -name suntracker -type f | sort
                grep -rl /usr/local lib share/applications share/dbus-1
                for option in '' --remove; do install --prefix /usr $option; done
                install --prefix usr
                """)
        #expect(command.output == "./bin/suntracker\n./share/bash-completion/completions/suntracker\n")
        let refusal =
            "etc/install: --prefix /usr is for packages, with DESTDIR: use --system, which installs in /usr/local, "
            + "or etc/package\n"
        #expect(
            command.error == refusal + refusal
                + "etc/install: --prefix usr: give an absolute path, such as /usr/local\n")
    }

    @Test(
        "rejects, in one line and before it builds or writes, a path that cannot be used",
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

    /// Versions up to 0.3.0 wrote a list of the installed files. Here, it contains the checksum of unedited "old
    /// settings".
    @Test(
        "takes over an earlier installation: edited settings stay, and files that are gone are removed",
        arguments: [("old settings", "replaced"), ("old settings, edited", "kept")])
    func upgrade(settings: String, result: String) throws {
        let command = try Command(
            script: Self.home + """
                settings=$HOME/.config/suntracker/suntracker.conf share=$HOME/.local/share/suntracker
                mkdir -p "${settings%/*}" "$share/hooks"
                chmod 755 "${settings%/*}"
                echo '\(settings)' >"$settings"
                checksum=$(echo 'old settings' | sha256sum)
                echo "${checksum%% *}  $settings" >"$share/installed"
                touch "$share/hooks/diary" "$share/hooks/wall" "$share/hooks/mine"
                install >"$folder/output"
                cd "$share" && ls . hooks
                stat --format=%a "${settings%/*}" "$settings"
                if [ "$(cat "$settings")" = '\(settings)' ]; then echo kept; else echo replaced; fi
                install >"$folder/output"
                if [ "$(cat "$settings")" = '\(settings)' ]; then echo kept; else echo replaced; fi
                install --remove >"$folder/output"
                cd "$HOME" && find . -type f | sort
                """)
        #expect(
            command.output == """
                .:
                hooks
                suntracker.conf
                units

                hooks:
                darkman
                keyboard-light
                mail
                mine
                ntfy
                theme
                700
                600
                \(result)
                \(result)
                \(result == "kept" ? "./.config/suntracker/suntracker.conf\n" : "")./.local/share/suntracker/hooks/mine

                """)
        #expect(command.error == "")
    }

    @Test("replaces settings that it has installed, and keeps edited settings, even when it is removed")
    func settings() throws {
        let command = try Command(
            script: Self.home + """
                settings=$HOME/.config/suntracker/suntracker.conf
                install >"$folder/output"
                # As an earlier version has installed them.
                echo earlier | tee "$settings" >"$HOME/.local/share/suntracker/suntracker.conf"
                install | grep edited
                cmp "$settings" '\(Checkout.root.path)/etc/data/suntracker.conf'
                echo mine >"$settings"
                install | grep edited | sed "s|$HOME||"
                install --remove | grep edited | sed "s|$HOME||"
                cat "$settings"
                """)
        #expect(
            command.output == """
                etc/install: kept /.config/suntracker/suntracker.conf, which was edited
                etc/install: kept /.config/suntracker/suntracker.conf, which was edited
                mine

                """)
        #expect(command.error == "")
    }

    @Test(
        "makes the same files under every umask: folders and settings that only their user can read",
        arguments: ["002", "022", "077"])
    func modes(umask: String) throws {
        let command = try Command(
            script: Self.home + """
                umask \(umask)
                install >"$folder/output"
                cd "$HOME"
                find . -mindepth 1 -type d -printf '%m\\n' | sort -u
                stat --format='%a %n' .config/suntracker/suntracker.conf .local/bin/* .local/share/man/*/*
                """)
        #expect(
            command.output == """
                700
                600 .config/suntracker/suntracker.conf
                755 .local/bin/suntracker
                755 .local/bin/suntrackerd
                644 .local/share/man/man1/suntracker.1
                644 .local/share/man/man1/suntrackerd.1
                644 .local/share/man/man5/suntracker.conf.5

                """)
        #expect(command.error == "")
    }

    @Test("replaces links in the places of its files, and writes through no other link")
    func links() throws {
        let command = try Command(
            script: Self.home + """
                bin=$HOME/.local/bin
                mkdir -p "$bin"
                echo theirs >"$folder/theirs"
                for name in suntracker suntracker.new .suntracker-abc123; do ln -s "$folder/theirs" "$bin/$name"; done
                install >"$folder/output"
                cat "$folder/theirs"
                find "$bin" -type l -printf '%f\\n'
                """)
        #expect(command.output == "theirs\nsuntracker.new\n")
        #expect(command.error == "")
    }

    /// Only root can run this test.
    @Test(
        "as root, neither installs nor removes anything where another user can replace it",
        .enabled(if: geteuid() == 0), arguments: ["--programs \"$folder/programs\"", "--remove"])
    func unsafePlaces(arguments: String) throws {
        let command = try Command(
            script: Self.home + """
                install >"$folder/output"
                chown nobody "$HOME/.local/share/man"
                touch "$folder/then"
                "$install" \(arguments)
                status=$?
                find "$HOME" -type f -newer "$folder/then"
                [ -e "$HOME/.local/bin/suntracker" ] && exit $status
                """)
        #expect(
            command.error.hasSuffix(
                "/.local/share/man: root neither installs nor removes anything there\n"))
        #expect(command.error.hasPrefix("etc/install: users other than root can change /"))
        #expect(command.output == "" && command.status == 1)
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

    /// Replacements for the programs that change files. At the step to interrupt, they send SIGTERM to etc/install.
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
        for program in mktemp mkdir chmod rm rmdir; do ln "$folder/early/mv" "$folder/early/$program"; done
        export folder moment

        """#

    /// Each call of mkdir, mktemp, chmod, mv, rm or rmdir is a step.
    @Test(
        "leaves nothing that --remove does not remove, wherever SIGTERM interrupts it",
        arguments: [
            ("install", "after3"), ("install", "before5"), ("install", "after240"), ("remove", "after1"),
            ("remove", "after3"), ("upgrade", "before5"), ("upgrade", "before250"),
        ])
    func interruption(of work: String, at moment: String) throws {
        let command = try Command(
            script: Self.home + Self.interruptions + #"""
                [ \#(work) = install ] || install >"$folder/output" || cat "$folder/output"
                rm -f "$folder/steps"
                moment=\#(moment)
                if [ \#(work) = remove ]; then "$install" --remove; else install; fi >"$folder/output" 2>&1 &&
                    echo 'not interrupted'
                moment=never
                "$install" --remove 2>&1 | grep -v '^etc/install: removed$\|nothing to remove: '
                find "$HOME" -type f
                """#)
        #expect(command.output == "")
        #expect(command.error == "")
    }
}
