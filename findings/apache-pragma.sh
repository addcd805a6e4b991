#!/usr/bin/env bash
# The fetch of Node 20 (undici 6) against mod_cache of Apache 2.4.71 (Debian 12: 2.4.71-1~deb12u1).
#
# What it does: of a request with If-None-Match, fetch makes one that no cache may answer by itself: it adds `Cache-Control: no-cache`
# and `Pragma: no-cache`, each unless the caller has set that header. With a Cache-Control of the caller, Pragma is still added, and
# Apache obeys it. Only where the caller sets both, Pragma to nothing, does the cache answer.
#
# Why it surprises: one sends a tag to be answered 304 by the nearest cache. RFC 9111 (5.4) has Pragma mean something only where there
# is no Cache-Control, so that setting this one should do; for Squid 5.7 it does.
#
# How it is seen: a list with `public, s-maxage=600` is in Apache's cache. It is asked for three times with fetch and the headers of
# the first column beside its tag. Seen are the statuses, how often the origin was asked, and what fetch has sent.
#
# Seen:
#   no tag                     200 200 200; origin asked 0; sent -, -
#   tag                        304 304 304; origin asked 3; sent no-cache, no-cache
#   tag, Cache-Control         304 304 304; origin asked 3; sent max-age=600, no-cache
#   tag, Cache-Control, Pragma 304 304 304; origin asked 0; sent max-age=600, ""
#
# Needs: Debian 12 with the libraries of its Apache (libapr1, libaprutil1, libpcre2-8-0) and Node 20. Where Debian serves a later
# build: `APACHE=2.4.71-… findings/apache-pragma.sh`.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
apache=
stop() {
  if [ -n "$apache" ]; then
    kill "$apache" || true
    wait "$apache" || true
  fi
  rm -rf "$dir"
}
trap stop EXIT
cd "$dir"

timeout 120 apt-get -q -o APT::Sandbox::User=root download "apache2-bin=${APACHE:-2.4.71-1~deb12u1}"
dpkg -x apache2-bin_*.deb .

free='const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
front=$(node -e "$free")
origin=$(node -e "$free")
# As root, Apache's workers are of another user.
chmod 755 .
mkdir -m 777 cache
cat >apache.conf <<END
ServerRoot $dir/usr/lib/apache2
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
LoadModule proxy_module modules/mod_proxy.so
LoadModule proxy_http_module modules/mod_proxy_http.so
LoadModule cache_module modules/mod_cache.so
LoadModule cache_disk_module modules/mod_cache_disk.so
Listen 127.0.0.1:$front
ServerName portal.example
User nobody
Group nogroup
PidFile $dir/apache.pid
ErrorLog $dir/error.log
DefaultRuntimeDir $dir
Mutex file:$dir/cache
CacheRoot $dir/cache
CacheEnable disk /
ProxyPass / http://127.0.0.1:$origin/
END

cat >ask.mjs <<'END'
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [front, port] = process.argv.slice(2).map(Number);
const TAG = '"1"';
const url = (base, path) => `http://127.0.0.1:${base}${path}`;
let asked = 0;

const answer = (request, response) => {
  asked += 1;
  const isCurrent = request.headers['if-none-match'] === TAG;
  response.writeHead(isCurrent ? 304 : 200, { ETag: TAG, 'Cache-Control': 'public, s-maxage=600' });
  response.end(isCurrent ? undefined : 'the list');
};
const origin = http.createServer(answer);
await new Promise((resolve) => origin.listen(port, '127.0.0.1', resolve));

let sent;
const mirror = http.createServer(({ headers }, response) => {
  sent = [headers['cache-control'], headers.pragma].map((each) => (each === '' ? '""' : (each ?? '-'))).join(', ');
  response.end();
});
await new Promise((resolve) => mirror.listen(0, '127.0.0.1', resolve));

const get = async (address, headers = {}) => {
  const response = await fetch(address, { headers });
  await response.text();
  return response.status;
};
for (let tries = 0; ; tries += 1) {
  if ((await get(url(front, '/')).catch(() => 0)) === 200) break;
  if (tries === 100) throw new Error('Apache does not answer.');
  await wait(100);
}

const ways = {
  'no tag': {},
  tag: { 'If-None-Match': TAG },
  'tag, Cache-Control': { 'If-None-Match': TAG, 'Cache-Control': 'max-age=600' },
  'tag, Cache-Control, Pragma': { 'If-None-Match': TAG, 'Cache-Control': 'max-age=600', Pragma: '' },
};
for (const [name, headers] of Object.entries(ways)) {
  const address = url(front, `/${encodeURIComponent(name)}`);
  await get(address);
  asked = 0;
  const statuses = [];
  for (let i = 0; i < 3; i += 1) statuses.push(await get(address, headers));
  const count = asked;
  await get(url(mirror.address().port, '/'), headers);
  console.log(`${name.padEnd(26)} ${statuses.join(' ')}; origin asked ${count}; sent ${sent}`);
}
for (const server of [origin, mirror]) {
  server.close();
  server.closeAllConnections();
}
END

usr/sbin/apache2 -DFOREGROUND -f "$dir/apache.conf" 2>apache.err &
apache=$!
timeout 60 node ask.mjs "$front" "$origin" >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
