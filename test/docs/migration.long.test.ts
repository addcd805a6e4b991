import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { capturedBodies, startLegacySystem } from '../support/legacySystem.ts';
import { startNginx } from '../support/nginx.ts';
import { ended, ROOT } from '../support/portal.ts';
import { requireBuild } from '../support/requireBuild.ts';
import { inheritedEnvironment, TEST_SECRET } from '../support/server.ts';

interface Section {
  commands: string;
  /** Configurations of nginx. */
  nginx: string;
  /** Files by name. */
  files: [string, string][];
}

/** What a section tells an operator to type and to write. */
async function sectionOf(title: string): Promise<Section> {
  const chapters = await readFile(path.join(ROOT, 'docs/migration.md'), 'utf8');
  const [, content = ''] = chapters.split(`## ${title}\n`);
  const [own = ''] = content.split('\n## ');
  const blocks = (kind: string) => [...own.matchAll(new RegExp(`^ *\`\`\`${kind}\\n(.*?)^ *\`\`\`$`, 'gms'))];
  const files = blocks('json file=(\\S+)').map(([, name = '', file = '']): [string, string] => [name, file]);
  const text = (kind: string) =>
    blocks(kind)
      .map(([, block = '']) => block)
      .join('');
  return { commands: text('sh'), nginx: text('nginx'), files };
}

/** Runs commands as an operator types them, each of which has to succeed. */
async function typed(commands: string, cwd: string) {
  const shell = [
    `npx() { shift; "${process.execPath}" "${ROOT}/bin/portal-content.js" "$@"; }`,
    `npm() { exec "${process.execPath}" "${ROOT}/bin/start.js" > "server-$PORT.log" 2>&1; }`,
    `openssl() { echo ${TEST_SECRET}; }`,
    `trap 'kill $(jobs -p) 2> /dev/null; wait' EXIT`,
  ];
  const child = spawn('bash', ['-euc', [...shell, commands].join('\n')], {
    cwd,
    env: { ...(inheritedEnvironment() as NodeJS.ProcessEnv), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child);
}

/** The first elements of a list, in the order of this body: the commands are the same for a small portal. */
function part(body: string, list = ''): string {
  const elementsOf = (text: string) => JSON.parse(text) as { id: number }[];
  const first = new Set(
    elementsOf(list)
      .slice(0, 20)
      .map(({ id }) => id),
  );
  const elements = elementsOf(body).filter(({ id }) => first.has(id));
  // As the legacy system writes them.
  return JSON.stringify(elements).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** A living legacy system with the captured portal and the images that it shows; now and then it has no answer. */
async function startPortalOfOld() {
  const legacy = await startLegacySystem({});
  const whole = await capturedBodies();
  const bodies = Object.entries(whole).map(([name, body]) => [
    name,
    part(body, whole[name.split('.')[0] ?? '']).replaceAll('https://cdn.portal.example', legacy.url),
  ]);
  legacy.bodies = Object.fromEntries(bodies);
  // curl does not ask again.
  legacy.fault = ({ before, headers }) =>
    before % 13 === 5 && headers['user-agent'] === 'portal-content' ? { status: 503 } : undefined;
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } });
  const png = await image.png().toBuffer();
  const edit = () => {
    const groups = legacy.bodies['service-groups'] ?? '';
    legacy.bodies = {
      ...legacy.bodies,
      'service-groups': groups.replace('"title":"', '"title":"Νέα: '),
    };
    return Buffer.from('edited');
  };
  const fileOf = (name: string) => (name === '/edit' ? edit() : name.startsWith('/media/') ? png : undefined);
  legacy.files = new Proxy({}, { get: (_, name) => fileOf(String(name)) });
  return legacy;
}

/** A proxy with the documented configuration: nginx, or where there is none, a small one with its location. */
async function startProxy(configuration: string): Promise<string> {
  const nginx = await startNginx(configuration);
  if (nginx !== undefined) return nginx;
  const [, location = '', inner = '', outer = ''] =
    /location ~ (\S+) \{\s*proxy_pass (\S+);\s*\}.*proxy_pass (\S+);/s.exec(configuration) ?? [];
  const answer = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const answered = await fetch(`${new RegExp(location).test(url) ? inner : outer}${url}`);
    const { 'transfer-encoding': _, ...headers } = Object.fromEntries(answered.headers);
    response.writeHead(answered.status, headers).end(Buffer.from(await answered.arrayBuffer()));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Lines of an access log. */
const logged = (...requests: string[]) =>
  requests
    .map(
      (request) =>
        `203.0.113.7 - - [01/Nov/2026:09:00:00 +0200] "GET /el/api/v1/${request} HTTP/1.1" 200 5 "-" "curl/8"\n`,
    )
    .join('');

/** Without the rehearsal, which repeats commands of the second and the third in another folder. */
const CHAPTERS = ['1. Capture', '2. Import', '3. Compare', '5. The afternoon', '6. Afterwards', '7. Images'];

it('the commands of the documentation bring a living legacy system over, from the first capture to the way back', async () => {
  requireBuild('dist', '.next');
  const legacy = await startPortalOfOld();
  const before = legacy.bodies;
  const cwd = await freshFolder();
  await mkdir(path.join(cwd, 'data'));
  const port = await freePort();
  const here = (text: string) =>
    text
      .replaceAll('https://legacy.example', legacy.url)
      .replaceAll('http://localhost:3000', `http://127.0.0.1:${port}`);
  const chapters = await Promise.all(CHAPTERS.map(sectionOf));
  for (const [name, content] of chapters.flatMap(({ files }) => files))
    await writeFile(path.join(cwd, name), content);
  await writeFile(path.join(cwd, 'access.log'), logged('news-posts/?format=json', 'news-categories/'));
  const older = gzipSync(logged('news-categories/', 'service-useful-links/?ordering=title'));
  await writeFile(path.join(cwd, 'access.log.1.gz'), older);
  const [, , , afternoon] = chapters;
  const proxy = await startProxy(here(afternoon?.nginx ?? ''));
  const edit = `curl --fail --silent ${legacy.url}/edit`;
  const commands = chapters.flatMap(({ commands: own }) => (own === afternoon?.commands ? [edit, own] : own));
  const typing = here(commands.join('\n')).replaceAll('https://portal.example', proxy);
  const { code, output, errors } = await typed(`export PORT=${port}\n${typing}`, cwd);
  expect({ code, errors: code === 0 ? '' : `${errors}${output}` }).toEqual({ code: 0, errors: '' });
  const captured = { 'legacy-capture': before, 'by-hand': before, 'last-capture': legacy.bodies };
  for (const [folder, bodies] of Object.entries(captured)) {
    const files = (await readdir(path.join(cwd, folder))).filter((file) => /(?<!manifest)\.json$/.test(file));
    const read = files.map(async (file) => [
      file.replace('.json', ''),
      await readFile(path.join(cwd, folder, file), 'utf8'),
    ]);
    expect(Object.fromEntries(await Promise.all(read))).toEqual(bodies);
  }
  expect(await readdir(path.join(cwd, 'legacy-capture/media'))).toHaveLength(1);
  const answers = output.match(/^Can I switch\? .*$/gm) ?? [];
  expect(new Set(answers)).toEqual(new Set(['Can I switch? Yes.']));
  expect(answers).toHaveLength(9);
  expect(output).toContain('\nThe same: 4 of 4 requests of clients.\n');
  expect(output.match(/^Are both captures the same\? .*$/gm)).toEqual(['Are both captures the same? Yes.']);
  expect(output).toContain('service-groups: 0 created, 1 updated,');
  expect(output.match(/^(?:Image files: \d|The lists give the addr).*$/gm)).toEqual([
    'Image files: 7 copied, 0 there already, 0 not copied.',
    'The lists give the addresses of images in the legacy system (--media switch changes that).',
    'Image files: 0 copied, 7 there already, 0 not copied.',
    'The lists give the addresses of our own image files (--media link goes back).',
  ]);
  expect(await readdir(path.join(cwd, 'legacy-files/media/featured'))).toContain('ενότητα_5.png');
  expect(output.match(/^Nothing has changed since last-capture was captured\.$/gm)).toHaveLength(2);
  const pages = {
    parity: 'Can I switch?',
    'last-parity': 'Can I switch?',
    'written-here': 'Are both captures the same?',
  };
  for (const [page, question] of Object.entries(pages))
    expect(await readFile(path.join(cwd, `${page}.html`), 'utf8')).toContain(
      `<strong>${question}</strong> Yes.`,
    );
}, 480_000);
