#!/usr/bin/env bash
# Firefox ESR 153 of Debian 12 (firefox-esr), driven by its own protocol (Marionette) on a screen of Xvfb, with real keys.
#
# What it does: while a driver has Firefox, a dead key is lost: acute accent, then alpha, writes alpha. The driver turns on the
# preference focusmanager.testmode, in which every window counts as focused, and no input method is asked. With the preference
# off in the profile, the driver leaves it off, and the accent is there.
#
# Why it surprises: the keys come from the screen and not from the driver, and all others arrive. Nothing is written that would
# say so. Who tests a form in Greek, Spanish or French by a driver finds words without accents, which no user has.
#
# How it is seen: a page with one field; the keys of a Greek keyboard, acute and alpha, from xdotool; what the field has.
#
# Seen:
#   as its driver sets it        α
#   focusmanager.testmode off    ά
#
# Needs: bash, python3, and of Debian firefox-esr, xvfb, x11-xkb-utils and xdotool.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"

cat >drive.py <<'END'
import http.server, json, os, pathlib, socket, subprocess, sys, threading, time

class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.end_headers()
        self.wfile.write(b'<input autofocus>')
    def log_message(self, *_):
        pass

server = http.server.HTTPServer(('127.0.0.1', 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()

def typed(name, preferences):
    profile = pathlib.Path(name)
    profile.mkdir()
    lines = {'marionette.port': 0, 'browser.aboutwelcome.enabled': False, **preferences}
    profile.joinpath('user.js').write_text(''.join(f'user_pref({json.dumps(k)}, {json.dumps(v)});\n' for k, v in lines.items()))
    browser = subprocess.Popen(['firefox-esr', '--marionette', '--no-remote', '--profile', str(profile.resolve())],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        port = profile / 'MarionetteActivePort'
        while not port.exists():
            time.sleep(0.1)
        stream = socket.create_connection(('127.0.0.1', int(port.read_text()))).makefile('rwb', 0)
        def answer():
            length = b''
            while not length.endswith(b':'):
                length += stream.read(1)
            left, body = int(length[:-1]), b''
            while len(body) < left:
                body += stream.read(left - len(body))
            return json.loads(body)
        def say(command, parameters):
            message = json.dumps([0, 1, 'WebDriver:' + command, parameters]).encode()
            stream.write(str(len(message)).encode() + b':' + message)
            return answer()[3]
        answer()
        say('NewSession', {})
        say('Navigate', {'url': f'http://127.0.0.1:{server.server_port}/'})
        script = lambda text: say('ExecuteScript', {'script': text, 'args': []})['value']
        script('document.querySelector("input").focus()')
        time.sleep(1)
        subprocess.run(['xdotool', 'key', '--delay', '100', 'dead_acute', 'Greek_alpha'], check=True)
        for _ in range(50):
            if script('return document.querySelector("input").value'):
                break
            time.sleep(0.1)
        return script('return document.querySelector("input").value')
    finally:
        browser.kill()
        browser.wait()

for name, preferences in [('as its driver sets it', {}), ('focusmanager.testmode off', {'focusmanager.testmode': False})]:
    print(f'{name.ljust(28)} {typed(name.replace(" ", "-"), preferences)}')
END

Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3>display 2>/dev/null &
until [ -s display ]; do sleep 0.1; done
export DISPLAY=":$(cat display)"
setxkbmap gr
firefox-esr --version
timeout 120 python3 drive.py | tee seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
