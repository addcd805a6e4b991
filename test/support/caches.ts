import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Environment } from './bounded.ts';
import { onFileEnd } from './cleanup.ts';
import { freshFolder } from './databases.ts';
import { freePort } from './freePort.ts';
import { startNginx } from './nginx.ts';
import { ROOT } from './portal.ts';
import { inheritedEnvironment } from './server.ts';

export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** What clients ask a cache for, below the prefix. */
export const ADDRESSES = [
  'news-categories/',
  'news-categories/?ordering=-title&format=json',
  'news-posts/',
  'service-groups/',
];

/** The receiver of the docs, which purges the cache that these variables name. */
export async function startPurging(port: number, cache: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(ROOT, 'examples/webhooks/purge.js')], {
    env: {
      ...(inheritedEnvironment() as NodeJS.ProcessEnv),
      PORT: String(port),
      WEBHOOK_SECRET,
      ...cache,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onFileEnd(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** A configuration that the docs name. */
function deployed(name: string): Promise<string> {
  return readFile(path.join(ROOT, 'deploy', name), 'utf8');
}

/** The documented nginx in front of one server or several; undefined where there is no nginx. */
export async function startNginxCache(
  servers: readonly string[],
  folder: string,
): Promise<string | undefined> {
  const configured = (await deployed('cache.nginx.conf'))
    .replace('/var/cache/nginx/portal', folder)
    .replace('http://127.0.0.1:3000', 'http://servers');
  expect(configured).toContain('http://servers');
  const each = servers.map((server) => `server ${new URL(server).host} max_fails=0;`);
  return startNginx(`upstream servers { ${each.join(' ')} }\n${configured}`);
}

/** The documented Varnish, which asks its servers in turn; undefined where there is no Varnish. */
export async function startVarnishCache(servers: readonly string[]): Promise<string | undefined> {
  const configured = await deployed('cache.vcl');
  expect(configured).toContain('sub vcl_recv');
  const backends = servers.map(
    (server, n) => `backend s${n} { .host = "127.0.0.1"; .port = "${new URL(server).port}"; }`,
  );
  const added = servers.map((_, n) => `servers.add_backend(s${n});`);
  const [port, folder] = [await freePort(), await freshFolder()];
  const file = path.join(folder, 'portal.vcl');
  await writeFile(
    file,
    `vcl 4.1;
import directors;
${backends.join('\n')}
sub vcl_init { new servers = directors.round_robin(); ${added.join(' ')} }
sub vcl_recv { set req.backend_hint = servers.backend(); }
${configured}
`,
  );
  const own = ['-F', '-j', 'none', '-n', path.join(folder, 'work'), '-T', 'none', '-s', 'malloc,32m'];
  const child = spawn('varnishd', [...own, '-f', file, '-a', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const isThere = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const ended = once(child, 'exit');
  onFileEnd(async () => {
    // Its manager ends the process that serves.
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`Varnish does not start: ${said}`);
    await sleep(50);
  }
  return url;
}
