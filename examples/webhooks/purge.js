/**
 * Receives the webhooks of a portal-content server, and purges the changed list from a cache. It needs Node alone:
 *
 *   WEBHOOK_SECRET=whsec_… NGINX_CACHE=/var/cache/nginx/portal node purge.js
 *
 * One of these says which cache:
 *   NGINX_CACHE=/var/cache/nginx/portal          the folder of proxy_cache_path; runs as the user of nginx's workers
 *   VARNISH=http://127.0.0.1:6081                whose VCL takes BAN from here (docs/operations.md)
 *   CLOUDFLARE_ZONE=… CLOUDFLARE_TOKEN=… SITE=www.portal.example
 *   RUN='npx portal-content capture …'           a command in place of a cache, such as one that copies the lists (docs/operations.md)
 *
 * PORT (8090) and HOST (127.0.0.1) say where it listens.
 */
import { exec } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const {
  WEBHOOK_SECRET = '',
  NGINX_CACHE,
  VARNISH,
  CLOUDFLARE_ZONE,
  CLOUDFLARE_TOKEN,
  SITE,
  RUN,
} = process.env;
const { PORT = '8090', HOST = '127.0.0.1' } = process.env;

/** Seconds by which the clocks may differ. An older message may be one that somebody has recorded. */
const TOLERANCE = 300;

/** Whether a message comes from the server (https://www.standardwebhooks.com). */
function isGenuine(headers, body) {
  const [id, timestamp, signatures = ''] = ['id', 'timestamp', 'signature'].map(
    (name) => headers[`webhook-${name}`],
  );
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE)) return false;
  const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return signatures
    .split(' ')
    .map((each) => Buffer.from(each))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}

/** A cached response begins with nginx's own header, in which the key is a line. */
async function keyOf(file) {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(16_384));
    return /\nKEY: (.*)\n/.exec(buffer.toString('latin1', 0, bytesRead))?.[1] ?? '';
  } finally {
    await opened.close();
  }
}

/** Removes what nginx has of these paths: each ordering, and each record. */
async function purgeNginx(paths) {
  for (const entry of await readdir(NGINX_CACHE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    // It may be gone by now.
    const key = await keyOf(file).catch(() => '');
    if (paths.some((each) => key.startsWith(each))) await rm(file, { force: true });
  }
}

async function ask(url, init) {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(5000) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
}

async function purgeVarnish(paths) {
  for (const each of paths) await ask(new URL(each, VARNISH), { method: 'BAN' });
}

async function purgeCloudflare(paths) {
  await ask(`https://api.cloudflare.com/client/v4/zones/${CLOUDFLARE_ZONE}/purge_cache`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${CLOUDFLARE_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefixes: paths.map((each) => `${SITE}${each}`) }),
  });
}

let running = Promise.resolve();
let waiting;

/** Runs the command, never twice at a time. All who come while it runs wait for the same next run. */
function runCommand() {
  waiting ??= running
    .catch(() => {})
    .then(() => {
      running = promisify(exec)(RUN);
      waiting = undefined;
      return running;
    });
  return waiting;
}

const purge =
  (NGINX_CACHE && purgeNginx) ||
  (VARNISH && purgeVarnish) ||
  (CLOUDFLARE_ZONE && purgeCloudflare) ||
  (RUN && runCommand);
if (!purge || !WEBHOOK_SECRET)
  throw new Error('WEBHOOK_SECRET, and one of NGINX_CACHE, VARNISH, CLOUDFLARE_ZONE and RUN, must be set.');

/** Milliseconds after which it is purged again: what the cache was just fetching may be older than the change. */
const AGAIN = 500;

createServer(async (request, response) => {
  try {
    const body = await text(request);
    if (!isGenuine(request.headers, body)) return void response.writeHead(401).end();
    const { paths } = JSON.parse(body).data;
    await purge(paths);
    setTimeout(() => purge(paths).catch(console.error), AGAIN);
    response.writeHead(204).end();
  } catch (error) {
    // The server sends it again.
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(Number(PORT), HOST, () => console.log(`Listening on ${HOST}:${PORT}`));
