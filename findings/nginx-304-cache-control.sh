#!/usr/bin/env bash
# nginx 1.22.1 (Debian 12: 1.22.1-9+deb12u11) with `proxy_cache_revalidate on`.
#
# What it does: an expired entry is asked for again with If-None-Match. After a 304, nginx takes the time to live that the 304
# gives. If the 304 gives none (`no-store`, `no-cache`, `max-age=0`), it takes the one of the stored 200 once more, and goes on
# sending the stored Cache-Control. So a 304 can make the life of an entry longer and cannot end it.
#
# Why it surprises: RFC 9111 (4.3.4 with 3.2) has a cache update the stored header fields from the 304, so that the new
# Cache-Control should hold from then on. A 200 with the same `no-store` does end it, as the line "200 no-store" shows: an origin
# that wants out of the cache has to answer in full.
#
# How it is seen: the origin's first answer has `public, s-maxage=3` and an ETag. From the second on it answers as the first
# column says. Five requests come right after the start, five after the entry has expired, five after it would have expired once
# more. Seen are nginx's cache status of each five, how often the origin was asked until then, and the Cache-Control of the last.
#
# Seen:
#   304 no-store     MISS HIT HIT HIT HIT | REVALIDATED HIT HIT HIT HIT | REVALIDATED HIT HIT HIT HIT; asked 1, 2, 3; public, s-maxage=3
#   304 no-cache     MISS HIT HIT HIT HIT | REVALIDATED HIT HIT HIT HIT | REVALIDATED HIT HIT HIT HIT; asked 1, 2, 3; public, s-maxage=3
#   304 max-age=0    MISS HIT HIT HIT HIT | REVALIDATED HIT HIT HIT HIT | REVALIDATED HIT HIT HIT HIT; asked 1, 2, 3; public, s-maxage=3
#   304 max-age=60   MISS HIT HIT HIT HIT | REVALIDATED HIT HIT HIT HIT | HIT HIT HIT HIT HIT; asked 1, 2, 2; public, s-maxage=3
#   200 no-store     MISS HIT HIT HIT HIT | EXPIRED EXPIRED EXPIRED EXPIRED EXPIRED | EXPIRED EXPIRED EXPIRED EXPIRED EXPIRED; asked 1, 6, 11; no-store
#
# Needs: Debian 12 with the libraries of its nginx (libpcre2-8-0, libssl3, zlib1g, libcrypt1) and Node 20. Where Debian serves a
# later build: `NGINX=1.22.1-… findings/nginx-304-cache-control.sh`.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
stop() {
  # nginx removes the file when it has ended.
  if [ -s "$dir/nginx.pid" ]; then
    kill "$(cat "$dir/nginx.pid")" || true
    for _ in $(seq 50); do [ -e "$dir/nginx.pid" ] || break; sleep 0.1; done
  fi
  rm -rf "$dir"
}
trap stop EXIT
cd "$dir"

timeout 120 apt-get -q -o APT::Sandbox::User=root download "nginx=${NGINX:-1.22.1-9+deb12u11}"
dpkg -x nginx_*.deb .

# Both ends are sockets in the folder, so that no port can be taken.
cat >nginx.conf <<END
user $(id -un) $(id -gn);
worker_processes 1;
pid $dir/nginx.pid;
error_log $dir/error.log;
events {}
http {
  access_log off;
  client_body_temp_path $dir/body;
  proxy_temp_path $dir/proxy;
  fastcgi_temp_path $dir/fastcgi;
  uwsgi_temp_path $dir/uwsgi;
  scgi_temp_path $dir/scgi;
  proxy_cache_path $dir/cache keys_zone=lists:1m;
  server {
    listen unix:$dir/front.sock;
    location / {
      proxy_pass http://unix:$dir/origin.sock;
      proxy_cache lists;
      proxy_cache_revalidate on;
      add_header X-Cache \$upstream_cache_status;
    }
  }
}
END
usr/sbin/nginx -p "$dir" -e "$dir/error.log" -c "$dir/nginx.conf"

cat >ask.mjs <<'END'
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const answers = ['304 no-store', '304 no-cache', '304 max-age=0', '304 max-age=60', '200 no-store'];
const path = (answer) => `/${encodeURIComponent(answer)}`;
const asked = new Map(answers.map((answer) => [path(answer), 0]));

const origin = http.createServer((request, response) => {
  const times = asked.get(request.url) + 1;
  asked.set(request.url, times);
  const [status, later] = decodeURIComponent(request.url.slice(1)).split(' ');
  const cacheControl = times === 1 ? 'public, s-maxage=3' : later;
  const conditional = request.headers['if-none-match'] === '"1"';
  response.writeHead(status === '304' && conditional ? 304 : 200, { ETag: '"1"', 'Cache-Control': cacheControl });
  response.end('the list');
});
await new Promise((resolve) => origin.listen('origin.sock', resolve));

const get = (url) =>
  new Promise((resolve, reject) => {
    http
      .get({ socketPath: 'front.sock', path: url, timeout: 10_000, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.headers));
      })
      .on('error', reject);
  });

const seen = new Map(answers.map((answer) => [answer, { statuses: [], counts: [], last: '' }]));
for (const round of [1, 2, 3]) {
  // An entry of three seconds is expired in the fourth one after it: nginx counts in whole seconds.
  if (round > 1) await wait(5000);
  for (const answer of answers) {
    const statuses = [];
    for (let i = 0; i < 5; i += 1) {
      const headers = await get(path(answer));
      statuses.push(headers['x-cache']);
      seen.get(answer).last = headers['cache-control'];
    }
    seen.get(answer).statuses.push(statuses.join(' '));
    seen.get(answer).counts.push(asked.get(path(answer)));
  }
}
for (const [answer, { statuses, counts, last }] of seen) {
  console.log(`${answer.padEnd(16)} ${statuses.join(' | ')}; asked ${counts.join(', ')}; ${last}`);
}
origin.close();
END
timeout 60 node ask.mjs >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
