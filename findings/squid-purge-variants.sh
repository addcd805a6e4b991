#!/usr/bin/env bash
# squid 5.7 (Debian 12: 5.7-2+deb12u6) as a cache in front of an origin that answers with `Vary: Accept`.
#
# What it does: PURGE with an Accept removes the entry of that Accept, and the record that the address has variants at all. From
# then on the other entries are not found (404 to a PURGE with their own Accept, too), but they are still there: the next request
# with the first Accept writes the record anew, and the others are sent again as they were before the change.
#
# Why it surprises: PURGE is said to remove what is cached of an address, and one would at most expect to need one for each Accept.
# Here all are sent, twice, and yet two of three readers get what is old, for as long as it would have been fresh. Only a PURGE and
# a GET by turns for each Accept remove them all, as the last line shows.
#
# How it is seen: the origin's list has its number as the ETag. Three readers with an Accept each ask for number 1. Then the list is
# number 2, PURGE is sent as the first column says, and the readers ask again. Seen are the answers to PURGE, and which number the
# readers get.
#
# Seen:
#   one for each Accept        PURGE 200 404 404; readers get "2" "1" "1"
#   twice for each Accept      PURGE 200 404 404 404 404 404; readers get "2" "1" "1"
#   without an Accept          PURGE 404; readers get "1" "1" "1"
#   by turns with the readers  PURGE 200 200 200; readers get "2" "2" "2"
#
# Needs: Debian 12 with the other libraries of its squid (`ldd` says which) and Node 20. Where Debian serves a later build:
# `SQUID=5.7-2+… findings/squid-purge-variants.sh`.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
squid=
stop() {
  if [ -n "$squid" ]; then
    kill "$squid" || true
    wait "$squid" || true
  fi
  rm -rf "$dir"
}
trap stop EXIT
cd "$dir"
# Squid does not run as root.
chmod 755 .
mkdir -m 777 log

version=${SQUID:-5.7-2+deb12u6}
timeout 120 apt-get -q -o APT::Sandbox::User=root download \
  "squid=$version" "squid-common=$version" squid-langpack=20220130-1 libecap3=1.0.1-3.4
for package in *.deb; do dpkg -x "$package" .; done

free='const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
front=$(node -e "$free")
origin=$(node -e "$free")
cat >squid.conf <<END
http_port 127.0.0.1:$front accel defaultsite=portal.example no-vhost
cache_peer 127.0.0.1 parent $origin 0 no-query originserver
acl purges method PURGE
http_access allow purges
http_access allow all
cache_mem 16 MB
pid_filename none
access_log none
cache_log $dir/log/squid.log
coredump_dir $dir/log
error_directory $dir/usr/share/squid-langpack/en
icon_directory $dir/usr/share/squid/icons
mime_table $dir/usr/share/squid/mime.conf
unlinkd_program $dir/usr/lib/squid/unlinkd
logfile_daemon $dir/usr/lib/squid/log_file_daemon
pinger_enable off
cache_effective_user nobody
visible_hostname portal.example
shutdown_lifetime 0 seconds
END

cat >ask.mjs <<'END'
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [front, port] = process.argv.slice(2).map(Number);
const ACCEPTS = ['application/json', '*/*', 'text/html'];
let number = 1;

const origin = http.createServer((_, response) => {
  const headers = { ETag: `"${number}"`, Vary: 'Accept', 'Cache-Control': 's-maxage=600', 'Content-Length': 8 };
  response.writeHead(200, headers).end('the list');
});
await new Promise((resolve) => origin.listen(port, '127.0.0.1', resolve));

const ask = (method, path, headers) =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: front, method, path, headers, timeout: 10_000, agent: false };
    const request = http.request(options, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode, etag: response.headers.etag }));
    });
    request.on('error', reject).end();
  });
const get = async (path, Accept) => (await ask('GET', path, { Accept })).etag;
const purge = async (path, headers) => (await ask('PURGE', path, headers)).status;

for (let tries = 0; ; tries += 1) {
  const etag = await get('/', '*/*').catch(() => undefined);
  if (etag === '"1"') break;
  if (tries === 100) throw new Error('Squid does not answer.');
  await wait(100);
}

const each = async (accepts, one) => {
  const said = [];
  for (const Accept of accepts) said.push(await one(Accept));
  return said;
};
const WAYS = {
  'one for each Accept': (path) => each(ACCEPTS, (Accept) => purge(path, { Accept })),
  'twice for each Accept': (path) => each([...ACCEPTS, ...ACCEPTS], (Accept) => purge(path, { Accept })),
  'without an Accept': async (path) => [await purge(path, {})],
  'by turns with the readers': (path) =>
    each(ACCEPTS, async (Accept) => {
      const status = await purge(path, { Accept });
      await get(path, Accept);
      return status;
    }),
};
for (const [name, way] of Object.entries(WAYS)) {
  const path = `/${encodeURIComponent(name)}`;
  const readers = () => each(ACCEPTS, (Accept) => get(path, Accept));
  number = 1;
  await readers();
  number = 2;
  const said = await way(path);
  console.log(`${name.padEnd(26)} PURGE ${said.join(' ')}; readers get ${(await readers()).join(' ')}`);
}
origin.close();
END

lib=$(dirname "$(find "$dir" -name 'libecap.so.3')")
LD_LIBRARY_PATH=$lib usr/sbin/squid -N -n "finding$$" -f "$dir/squid.conf" 2>squid.err &
squid=$!
timeout 60 node ask.mjs "$front" "$origin" >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
