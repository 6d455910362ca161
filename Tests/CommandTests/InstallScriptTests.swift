// SPDX-License-Identifier: MIT
import Foundation
import Glibc
import TestSupport
import Testing

/// etc/install in a temporary home, with scripts in place of the built programs.
@Suite("etc/install") struct InstallScriptTests {
    /// Creates a home with a blank in its path, and a function that installs there. The directory "early" comes first
    /// in PATH; its swift reports a build and fails. The script cannot reach your user manager, in which the service
    /// may be running.
    static let home = """
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
                # A cache of icons is outdated while the directory is newer.
                find icons -type f -newer icons/hicolor
                """)
        let bin = "/Ann Lee/.local/bin"
        #expect(
            command.output == """
                Exec="\(bin)/suntracker" chart --open
                Exec="\(bin)/suntracker" chart --open
                Exec="\(bin)/suntracker" preview
                Exec="\(bin)/suntrackerd"
                %h/.local/bin/suntrackerd
                %h/.local/bin/suntracker config check

                """)
        #expect(command.errors == "" && command.status == 0)
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
        #expect(command.errors == "" && command.status == 0)
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
        #expect(command.errors == "" && command.status == 0)
    }

    @Test("says how to remove what is installed, if it is told to remove the other kind of installation")
    func removeOther() throws {
        let command = try Command(
            script: Self.home + """
                for options in '--system:' ':--system'; do
                    export DESTDIR=$folder/root$options
                    install ${options%:*} >"$folder/output"
                    install --remove ${options#*:} 2>&1 | sed "s|$HOME|HOME|g"
                done
                """)
        let error = "etc/install: nothing to remove: nothing is installed in"
        #expect(
            command.output == """
                \(error) HOME/.local/bin and HOME/.local/share; to remove the installation in /usr/local, run etc/install \
                --system --remove
                \(error) /usr/local/bin and /usr/local/share; to remove the installation in HOME, run etc/install --remove, \
                without --system

                """)
        #expect(command.errors == "")
    }

    @Test("installs pages whose links lead to what is installed, or to an address")
    func pageLinks() throws {
        let command = try Command(
            script: Self.home + """
                DESTDIR=$folder/root install >"$folder/output"
                cd "$folder/root$HOME/.local/share"
                for page in doc/suntracker/*.md licenses/suntracker/*.md; do
                    echo "$page" >&2
                    grep -ohE '\\]\\([^)]+' "$page" | sed 's/^](//; s/#.*//' | while read -r link; do
                        case $link in
                            '' | *://*) ;;
                            *) [ -e "$(dirname "$page")/$link" ] || echo "$page links to $link" ;;
                        esac
                    done
                done
                """)
        #expect(command.output == "")
        #expect(command.errors.split(separator: "\n").count > 6)
    }

    @Test("installs for a package what the recipe for Fedora lists, and nothing else")
    func listedFiles() throws {
        let command = try Command(
            script: Self.home + """
                export DESTDIR=$folder/root SYSCONFDIR=/etc
                install --prefix /usr >"$folder/output" || cat "$folder/output"
                cd "$DESTDIR" && find . -type f -not -path '*/locale/*' | sed 's/^\\.//'
                """)
        let installed = command.output.split(separator: "\n").map(String.init)
        #expect(installed.count > 40)
        let macros = [
            "id": "io.github.suntracker.Suntracker", "_bindir": "/usr/bin", "_datadir": "/usr/share",
            "_docdir": "/usr/share/doc", "_metainfodir": "/usr/share/metainfo", "_mandir": "/usr/share/man",
            "_userunitdir": "/usr/lib/systemd/user", "_journalcatalogdir": "/usr/lib/systemd/catalog",
            "_sysconfdir": "/etc",
        ]
        let recipe = try Checkout.text(of: "etc/packaging/suntracker.spec").split(separator: "\n")
        let list = recipe.drop { !$0.hasPrefix("%files") }.dropFirst().prefix { !$0.hasPrefix("%changelog") }
        let patterns = try list.filter { !$0.hasPrefix("#") && !$0.hasPrefix("%dir") }.map { line in
            try macros.reduce(String(#require(line.split(separator: " ").last))) { pattern, macro in
                pattern.replacing("%{\(macro.key)}", with: macro.value)
            }
        }
        func matches(_ pattern: String, _ file: String) -> Bool {
            fnmatch(pattern, file, 0) == 0 || file.hasPrefix("\(pattern)/")
        }
        #expect(installed.filter { file in !patterns.contains { matches($0, file) } } == [])
        #expect(patterns.filter { pattern in !installed.contains { matches(pattern, $0) } } == [])
        // An upgrade keeps what may be edited.
        let edited = installed.filter { $0.hasPrefix("/etc/") }.sorted()
        #expect(list.count { $0.hasPrefix("%config(noreplace) ") } == edited.count)
        let backup = try Checkout.text(of: "etc/packaging/PKGBUILD").firstMatch(of: /\nbackup=\((.+)\)/)
        #expect(backup?.output.1.split(separator: " ").map { "/\($0)" }.sorted() == edited)
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
            command.errors == refusal + refusal
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
        #expect(command.errors.hasPrefix("etc/install: \(error)"), "\(command.errors)")
        #expect(command.errors.split(separator: "\n").count == 1 && command.output == "" && command.status == 1)
    }

    @Test("removes what only an earlier version has installed, also from its directories, and nothing else")
    func upgrade() throws {
        let command = try Command(
            script: Self.home + """
                checkout='\(Checkout.root.path)' share=$HOME/.local/share/suntracker
                mkdir -p "$folder/checkout/etc" "$share/hooks" "$share/attic"
                ln -s "$checkout/systemd" "$folder/checkout" && ln -s "$checkout"/etc/* "$folder/checkout/etc"
                rm "$folder/checkout/etc/install"
                sed 's|^    formerly=()$|    formerly=("$share"/suntracker/{hooks/wall,attic/list})|' "$install" \\
                    >"$folder/checkout/etc/install"
                chmod +x "$folder/checkout/etc/install"
                touch "$share/hooks/mine" "$share/hooks/wall" "$share/attic/list"
                install >"$folder/output"
                cd "$share" && find . -name mine -o -name 'w*' -o -name 'attic*' -o -name theme | sort
                install=$folder/checkout/etc/install
                install >"$folder/output"
                find . -name mine -o -name 'w*' -o -name 'attic*' -o -name theme | sort
                """)
        #expect(
            command.output == """
                ./attic
                ./hooks/mine
                ./hooks/theme
                ./hooks/wall
                ./hooks/mine
                ./hooks/theme

                """)
        #expect(command.errors == "")
    }

    @Test("fails if the programs cannot be run where they are, as on a file system mounted noexec; not below DESTDIR")
    func cannotRun() throws {
        let command = try Command(
            script: Self.home + """
                printf '#!/proc/nonexistent\\n' >"$folder/programs/suntrackerd"
                DESTDIR=$folder/root install >"$folder/output" && install | sed "s|$HOME|HOME|g"
                """)
        let error = /etc\/install: cannot run \/\S+\/Ann Lee\/.local\/bin\/suntrackerd: ./
        #expect(command.errors.prefixMatch(of: error) != nil)
        #expect(
            command.errors.hasSuffix(
                "; if permission is denied, its file system may be mounted noexec: use --system or --prefix\n"))
        #expect(command.output == "")
    }

    @Test("builds both programs together, without the tests")
    func build() throws {
        let command = try Command(
            script: Self.home + """
                printf '#!/bin/sh\\necho "$SUNTRACKER_TESTS" >&2; echo "$@" | grep -o -- "--[ps][rh]o[a-z-]*" || :\\n' \\
                    >"$folder/early/swift"
                "$install" --build
                """)
        #expect(command.output == "--show-bin-path\n")
        #expect(command.errors.split(separator: "\n").dropFirst() == ["none", "none"] && command.status == 0)
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
                chmod 755 "${settings%/*}" && chmod 644 "$settings"
                install | grep edited | sed "s|$HOME||"
                install --remove | grep edited | sed "s|$HOME||"
                cat "$settings"
                stat --format=%a "${settings%/*}" "$settings"
                """)
        #expect(
            command.output == """
                etc/install: kept /.config/suntracker/suntracker.conf, which was edited
                etc/install: kept /.config/suntracker/suntracker.conf, which was edited
                mine
                700
                600

                """)
        #expect(command.errors == "")
    }

    @Test(
        "makes the same files under every umask: directories and settings that only their user can read",
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
                644 .local/share/man/man7/suntracker-hooks.7

                """)
        #expect(command.errors == "")
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
        #expect(command.errors == "")
    }

    @Test(
        "refuses links that lead out of DESTDIR, before it writes or removes anything",
        arguments: ["usr/local", "usr/local/share/man/man5", "etc/xdg"])
    func linksOut(place: String) throws {
        let command = try Command(
            script: Self.home + """
                export DESTDIR=$folder/root
                install --system >"$folder/output"
                mv "$DESTDIR/\(place)" "$folder/root.theirs" && ln -s "$folder/root.theirs" "$DESTDIR/\(place)"
                list() { find "$folder"/root* -printf '%p %T@\\n' | sort; }
                list >"$folder/before"
                install --system || install --system --remove || list | diff "$folder/before" -
                """)
        let errors = command.errors.split(separator: "\n")
        #expect(errors.count == 2 && errors.allSatisfy { $0.contains("/root/\(place) leads out of /") })
        #expect(command.output == "" && command.status == 0)
    }

    @Test("follows links that stay below DESTDIR, and changes no file that a link there names")
    func linksWithin() throws {
        let command = try Command(
            script: Self.home + """
                export DESTDIR=$folder/root
                config=$DESTDIR$HOME/.config/suntracker
                mkdir -p "$DESTDIR/usr/bin" "$DESTDIR/usr/local" "$config"
                ln -s ../bin "$DESTDIR/usr/local/bin"
                echo theirs >"$folder/theirs" && chmod 644 "$folder/theirs"
                ln -s "$folder/theirs" "$config/suntracker.conf"
                install --system >"$folder/output" && ls "$DESTDIR/usr/bin"
                install >"$folder/output"
                stat --format=%a "$folder/theirs"
                """)
        #expect(command.output == "suntracker\nsuntrackerd\n644\n")
        #expect(command.errors == "" && command.status == 0)
    }

    @Test(
        "refuses a place that is taken, before it writes anything",
        arguments: [
            ("mkdir -p", ".config/suntracker/suntracker.conf", "a directory, where a file belongs: move it away"),
            ("mkdir -p", ".local/share/licenses/suntracker/MIT.txt", "a directory, where a file belongs: move it away"),
            ("touch", ".local/share/man", "not a directory"), ("ln -s absent", ".local/share/fish", "not a directory"),
        ])
    func taken(by making: String, place: String, error: String) throws {
        let command = try Command(
            script: Self.home + """
                mkdir -p "$HOME/.local/share"
                \(making) "$HOME/\(place)"
                find "$HOME" >"$folder/before"
                install
                status=$?
                find "$HOME" | diff "$folder/before" - && exit $status
                """)
        #expect(command.errors.hasSuffix("/\(place) is \(error)\n") && command.output == "" && command.status == 1)
    }

    /// How others can come to change a directory, and whether that is refused. The group 64999 has no members.
    private static let owners = [
        ("chown nobody $man", true), ("chmod o+w $man", true), ("chmod o+w,+t $man", false), ("chmod g+w $man", false),
        ("chgrp 64999 $man && chmod g+w $man", false), ("chgrp $(id -g nobody) $man && chmod g+w $man", true),
        ("chgrp $(id -g nobody) $man && chmod g+w,+t $man", false),
        // The owner of a link can replace it, although it leads to a directory of root.
        ("mv $man $man.d && ln -s man.d $man", false),
        ("mv $man $man.d && ln -s man.d $man && chown -h nobody $man", true),
    ]

    /// Only root can run this test. Each attempt is made in a copy of one installation.
    @Test(
        "as root, neither installs nor removes anything where another user can replace it, nor below DESTDIR",
        .enabled(if: geteuid() == 0))
    func unsafePlaces() throws {
        let changes = Self.owners.map { "\($0.0)\n" }.joined()
        let command = try Command(
            script: Self.home + #"""
                mv "$HOME" "$folder/ann" && HOME=$folder/ann
                attempt() {
                    change=$1 && shift
                    rm -rf "$DESTDIR$HOME" && mkdir -p "$DESTDIR$HOME"
                    cp -a "$folder/installed/." "$DESTDIR$HOME" && touch "$folder/then"
                    man=$DESTDIR$HOME/.local/share/man
                    eval "$change"
                    "$install" "$@" </dev/null >"$folder/output" 2>"$folder/errors"
                    result="$? $(sed 's|.*/.local/share/man: ||' "$folder/errors")"
                    result="$result $(find "$DESTDIR$HOME" -type f -newer "$folder/then" | wc -l)"
                    result="$result $(echo $(ls "$DESTDIR$HOME/.local/bin" 2>/dev/null))"
                    case $result in
                        '1 root neither installs nor removes anything there 0 suntracker suntrackerd') echo refused ;;
                        '0  0 ') echo removed ;;
                        '0  '[1-9]*' suntracker suntrackerd') echo installed ;;
                        *) echo "$change: $result" ;;
                    esac
                }
                for DESTDIR in '' "$folder/root"; do
                    export DESTDIR
                    rm -rf "$folder/installed"
                    install >"$folder/output"
                    cp -a "$DESTDIR$HOME" "$folder/installed"
                    while read -r change; do
                        attempt "$change" --programs "$folder/programs"
                        attempt "$change" --remove
                    done <<'END'
                \#(changes)END
                done
                """#)
        let results = Self.owners.flatMap { $0.1 ? ["refused", "refused"] : ["installed", "removed"] }
        #expect(command.output.split(separator: "\n").map(String.init) == results + results)
        #expect(command.errors == "" && command.status == 0)
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
        #expect(command.errors == "")
    }

    /// Replacements for the programs that change files: each call is a step. At the step to interrupt, they send SIGTERM
    /// to etc/install. They do the rest in the shell, without further programs.
    private static let interruptions = #"""
        cat >"$folder/early/mv" <<'END'
        #!/bin/sh
        PATH=/usr/bin:/bin
        read -r step <"$folder/steps"
        step=$((step + 1))
        echo "$step" >"$folder/steps"
        case $moment in
            "before$step") kill -TERM "$PPID"; exit ;;
            "after$step") ;;
            *) exec "${0##*/}" "$@" ;;
        esac
        "${0##*/}" "$@"
        status=$?
        kill -TERM "$PPID"
        exit "$status"
        END
        chmod +x "$folder/early/mv"
        for program in mktemp mkdir chmod rm rmdir; do ln "$folder/early/mv" "$folder/early/$program"; done
        export folder moment

        """#

    /// Each attempt is made in a copy of a new home or of one installation.
    @Test("leaves nothing that --remove does not remove, wherever SIGTERM interrupts it, or SIGKILL early")
    func interruption() throws {
        let command = try Command(
            script: Self.home + #"""
                cp -a "$HOME" "$folder/new"
                install >"$folder/output" || cat "$folder/output"
                cp -a "$HOME" "$folder/installed"
                \#(Self.interruptions)
                moment=never && echo 0 >"$folder/steps"
                attempt() {
                    rm -rf "$HOME" && cp -a "$folder/$2" "$HOME"
                    echo 0 >"$folder/steps"
                    moment=$3
                    if [ "$1" = remove ]; then "$install" --remove; else install; fi >"$folder/output" 2>&1 &&
                        echo "$* is not interrupted"
                    moment=never
                    "$install" --remove 2>&1 | grep -v '^etc/install: removed$\|nothing to remove: '
                    find "$HOME" -type f
                }
                for moment in after3 before5 after240; do attempt install new "$moment"; done
                for moment in after1 after2; do attempt remove installed "$moment"; done
                for moment in before5 before210; do attempt install installed "$moment"; done
                rm -rf "$HOME" && cp -a "$folder/new" "$HOME"
                mkdir -p "$HOME/.local/bin" && touch "$HOME/.local/bin/.suntracker-killed"
                "$install" --remove >"$folder/output" 2>&1 || cat "$folder/output"
                find "$HOME" -type f
                """#)
        #expect(command.output == "")
        #expect(command.errors == "")
    }
}
