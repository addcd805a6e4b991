#!/usr/bin/env bash
# WebKitGTK 2.50.6 of Debian 12 (webkit2gtk-driver), driven by its WebDriver on a screen of Xvfb; beside it Firefox ESR and Chromium.
#
# What it does: an AVIF that says by its own property that it is turned (irot, ISO 23000-12) is shown as if it did not. Firefox and
# Chromium turn it. All of them turn a JPEG by its Exif.
#
# Why it surprises: irot is part of the picture and not a note about it: cameras and converters write it, and no reader may pass over
# it. Who gives width and height to such a picture, as they are after the turn, has it squeezed in one browser.
#
# How it is seen: a page with an AVIF of 32 x 16 pixels and a quarter turn; its natural size in the browser.
#
# Seen:
#   turned 32x16
#   not turned 32x16
#
# Needs: bash, python3, and of Debian webkit2gtk-driver and xvfb.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"

cat >drive.py <<'END'
import base64, json, socket, struct, subprocess, time, urllib.request

def box(name, *parts):
    content = b''.join(parts)
    return struct.pack('>I', len(content) + 8) + name + content

def full(name, *parts):
    return box(name, bytes(4), *parts)

# One key frame of AV1, red.
FRAME = bytes.fromhex('12000a091810ffed1010d0684032161d8787859dc0002c0000aeb1bc3a27ae63d913256498')

def avif(turn):
    properties = [box(b'av1C', bytes.fromhex('81000c00')), full(b'ispe', struct.pack('>II', 32, 16))]
    if turn:
        properties.append(box(b'irot', bytes([turn])))
    used = bytes([0x81, 2, 0x83][:len(properties)])
    def meta(at):
        return full(b'meta',
                    full(b'hdlr', bytes(4), b'pict', bytes(13)),
                    full(b'pitm', struct.pack('>H', 1)),
                    full(b'iloc', bytes([0x44, 0]), struct.pack('>HHHHII', 1, 1, 0, 1, at, len(FRAME))),
                    full(b'iinf', struct.pack('>H', 1), box(b'infe', bytes([2, 0, 0, 0]), struct.pack('>HH', 1, 0), b'av01\0')),
                    box(b'iprp', box(b'ipco', *properties), full(b'ipma', struct.pack('>IHB', 1, 1, len(used)), used)))
    head = box(b'ftyp', b'avif', bytes(4), b'avifmif1miaf')
    return head + meta(len(head) + len(meta(0)) + 8) + box(b'mdat', FRAME)

with socket.socket() as free:
    free.bind(('127.0.0.1', 0))
    port = free.getsockname()[1]
driver = subprocess.Popen(['WebKitWebDriver', f'--port={port}'], stderr=subprocess.DEVNULL)

def say(path, body):
    data = json.dumps(body).encode()
    for _ in range(100):
        try:
            return json.load(urllib.request.urlopen(f'http://127.0.0.1:{port}/session{path}', data))['value']
        except OSError:
            time.sleep(0.1)
    raise SystemExit('no answer of the driver')

LOOK = '''const [address, done] = arguments; const image = new Image();
image.onload = () => done(`${image.naturalWidth}x${image.naturalHeight}`); image.onerror = () => done('not shown'); image.src = address;'''
try:
    session = '/' + say('', {'capabilities': {}})['sessionId']
    say(session + '/url', {'url': 'data:text/html,'})
    for name, turn in [('turned', 1), ('not turned', 0)]:
        address = 'data:image/avif;base64,' + base64.b64encode(avif(turn)).decode()
        print(name, say(session + '/execute/async', {'script': LOOK, 'args': [address]}))
finally:
    urllib.request.urlopen(urllib.request.Request(f'http://127.0.0.1:{port}/session{session}', method='DELETE'))
    driver.kill()
END

Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3>display 2>/dev/null &
until [ -s display ]; do sleep 0.1; done
export DISPLAY=":$(cat display)"
dpkg-query -W webkit2gtk-driver
LIBGL_ALWAYS_SOFTWARE=1 timeout 120 python3 drive.py | tee seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
