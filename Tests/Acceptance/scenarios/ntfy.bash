#!/bin/bash
# The sample hook ntfy sends the text of a sunset to a real ntfy server and to servers that fail in each way.
. "${0%/*}/lib.bash"

folder=${settings%/*}
place_name='A & B <i>x</i> "q" \ %H'

# server_answers STATUS - start a server on port 8081 that records the requests and replies with this status; with 0, it
# does not reply
server_answers() {
    systemctl --user --quiet stop server.service 2>/dev/null || :
    systemd-run --user --quiet --collect --unit=server python3 -u ~/server "$1" "$TESTBED_OUT/requests.json"
    await listens 8081
}
listens() { [[ $(ss --no-header --listening --numeric --tcp "sport = :$1") ]]; }

# hook_sends NAME SERVER [TOKEN] - run the hook as the service does, and save its exit status, the seconds and its
# errors
hook_sends() {
    local status=0 began=$SECONDS
    printf 'Server=%s\nTopic=sun-3f9c1b7a\n%s\n' "$2" "${3:+Token=$3}" >"$folder/ntfy.conf"
    "$hook" 2>"$TESTBED_OUT/$1.txt" || status=$?
    fact "exit.$1" "$status"
    fact "seconds.$1" $((SECONDS - began))
}

cat >~/server <<'PYTHON'
import http.server
import json
import sys
import time


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            record = {"time": time.monotonic(), "path": self.path, "type": self.headers["Content-Type"], "body": body,
                      "authorization": self.headers.get("Authorization", "")}
            file.write(json.dumps(record) + "\n")
        if sys.argv[1] == "0":
            time.sleep(1000)
        self.send_response(int(sys.argv[1]))
        self.send_header("Content-Length", "0")
        if sys.argv[1] == "301":
            self.send_header("Location", "http://127.0.0.1:9/")
        self.end_headers()


http.server.ThreadingHTTPServer(("127.0.0.1", 8081), Handler).serve_forever()
PYTHON

"${install[@]}" >/dev/null
hook=~/.local/share/suntracker/hooks/ntfy
fact linked "$(find "$folder" /etc/xdg/suntracker -name ntfy 2>/dev/null | wc --lines)"

# The server of Debian's package; only those with a token have access.
cat >~/server.yml <<SETTINGS
listen-http: 127.0.0.1:8080
base-url: http://127.0.0.1:8080
auth-file: $HOME/users
auth-default-access: deny-all
SETTINGS
systemd-run --user --quiet --unit=ntfy-server --property=SyslogIdentifier=server \
    ntfy serve --config ~/server.yml --cache-file ~/cache
await listens 8080
await test -s ~/users
NTFY_PASSWORD=secret ntfy user --config ~/server.yml add --role=admin ada >"$TESTBED_OUT/user.txt" 2>&1
token=$(ntfy token --config ~/server.yml add ada 2>&1 | grep --only-matching 'tk_[a-z0-9]*' | head --lines=1)
fact version "$(dpkg-query --show --showformat='${Version}' ntfy)"

# The service runs the hook at a sunset, and for an alert.
(umask 077 && printf 'Server=http://127.0.0.1:8080\nTopic=sun-3f9c1b7a\nToken=%s\n' "$token" >"$folder/ntfy.conf")
mkdir -p "$hooks/sunset.d"
ln -s "$hook" "$hooks/sunset.d/ntfy"
ln -s "$hook" "$hooks/ntfy"
# shellcheck disable=SC2016
start_anew sunset 8 '[Alert lamps]' Event=sunset 'Title="Lamps" on 🌅 {place}' 'Body=\n is no line, $HOME 100%' Hook=ntfy
await_entries 2 "$event"
await announcement_is_complete
arrived() { [[ $(curl --silent --user ada:secret "http://127.0.0.1:8080/sun-3f9c1b7a/json?poll=1" |
    tee "$TESTBED_OUT/arrived.json" | grep --count '"event":"message"') == "$1" ]]; }
await arrived 2
save_entries sunset "$event"
save_notifications sunset
save_entries failures "$hook_failed"
systemctl --user stop ntfy-server.service

# Each program and each failure, on a server that records.
export SUNTRACKER_EVENT=sunset SUNTRACKER_EVENT_TIME=2026-11-21T23:40:00Z
export SUNTRACKER_SUMMARY='Sunset in "Tromsø"' SUNTRACKER_BODY=$'one\ntwo\t\e\x01 \\ 🌅'
mkdir ~/without-curl
for program in awk find flock grep mktemp rm sed timeout tr wget; do ln -s "$(command -v "$program")" ~/without-curl; done
for status in 200 403 500 301; do
    server_answers "$status"
    hook_sends "curl.$status" http://127.0.0.1:8081 tk_abc
    PATH=~/without-curl hook_sends "wget.$status" http://127.0.0.1:8081/
done
# The second of two messages, while the server has not replied to the first.
server_answers 0
hook_sends curl.0 http://127.0.0.1:8081 tk_abc &
await has_lines 9 "$TESTBED_OUT/requests.json"
PATH=~/without-curl hook_sends wget.0 http://127.0.0.1:8081/
wait $!
systemctl --user stop server.service
hook_sends curl.down http://127.0.0.1:8081
PATH=~/without-curl hook_sends wget.down http://127.0.0.1:8081
