import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { freshFolder } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { capturedBodies, startLegacySystem } from '../support/legacySystem.ts';
import { ended, ROOT } from '../support/portal.ts';
import { inheritedEnvironment, TEST_SECRET } from '../support/server.ts';

interface Section {
  commands: string;
  /** Files by name. */
  files: [string, string][];
}

/** What a section tells an operator to type and to write. */
async function sectionOf(title: string): Promise<Section> {
  const text = await readFile(path.join(ROOT, 'docs/migration.md'), 'utf8');
  const [, content = ''] = text.split(`## ${title}\n`);
  const [own = ''] = content.split('\n## ');
  const blocks = (kind: string) => [...own.matchAll(new RegExp(`^ *\`\`\`${kind}\\n(.*?)^ *\`\`\`$`, 'gms'))];
  const files = blocks('json file=(\\S+)').map(([, name = '', file = '']): [string, string] => [name, file]);
  return {
    commands: blocks('sh')
      .map(([, block = '']) => block)
      .join(''),
    files,
  };
}

/** Runs commands as an operator types them, each of which has to succeed. */
async function typed(commands: string, cwd: string, port: number) {
  const shell = [
    `npx() { shift; "${process.execPath}" "${ROOT}/bin/portal-content.js" "$@"; }`,
    `npm() { exec "${process.execPath}" "${ROOT}/bin/start.js" > server.log 2>&1; }`,
    `trap 'kill $(jobs -p) 2> /dev/null; wait' EXIT`,
  ];
  const child = spawn('bash', ['-euc', [...shell, commands].join('\n')], {
    cwd,
    env: {
      ...(inheritedEnvironment() as NodeJS.ProcessEnv),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URI: 'file:./data/content.db',
      PAYLOAD_SECRET: TEST_SECRET,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child);
}

/** A living legacy system with the captured portal and the images that it shows; now and then it has no answer. */
async function startPortalOfOld() {
  const legacy = await startLegacySystem({});
  const bodies = Object.entries(await capturedBodies()).map(([name, body]) => [
    name,
    body.replaceAll('https://cdn.portal.example', legacy.url),
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

it('the commands of the documentation bring a living legacy system over: captures, comparisons, switch', async () => {
  const legacy = await startPortalOfOld();
  const before = legacy.bodies;
  const cwd = await freshFolder();
  const port = await freePort();
  await mkdir(path.join(cwd, 'data'));
  const sections = await Promise.all(['1. Capture', '3. Compare', '4. Switch', '5. Images'].map(sectionOf));
  for (const [name, content] of sections.flatMap(({ files }) => files))
    await writeFile(path.join(cwd, name), content);
  const [capture, compare, change, images] = sections.map(({ commands }) => commands);
  const imported = 'npx portal-content import --from legacy-capture';
  const commands = [
    capture,
    imported,
    compare,
    'curl --fail --silent https://legacy.example/edit',
    change,
    images,
  ]
    .join('\n')
    .replaceAll('https://legacy.example', legacy.url)
    .replaceAll('http://localhost:3000', `http://127.0.0.1:${port}`);
  const { code, output, errors } = await typed(commands, cwd, port);
  expect({ code, errors: code === 0 ? '' : `${errors}${output}` }).toEqual({ code: 0, errors: '' });
  for (const [folder, bodies] of Object.entries({
    'legacy-capture': before,
    'by-hand': before,
    'last-capture': legacy.bodies,
  })) {
    const files = (await readdir(path.join(cwd, folder))).filter((file) => /(?<!manifest)\.json$/.test(file));
    const read = files.map(async (file) => [
      file.replace('.json', ''),
      await readFile(path.join(cwd, folder, file), 'utf8'),
    ]);
    expect(Object.fromEntries(await Promise.all(read))).toEqual(bodies);
  }
  expect(await readdir(path.join(cwd, 'legacy-capture/media'))).toHaveLength(1);
  expect(output.match(/^Can I switch\? .*$/gm)).toEqual(Array(6).fill('Can I switch? Yes.'));
  expect(output).toContain('service-groups: 0 created, 1 updated,');
  expect(output.match(/^(?:Image files: \d|The lists give the addr).*$/gm)).toEqual([
    'Image files: 7 copied, 0 there already, 0 not copied.',
    'The lists give the addresses of images in the legacy system (--media switch changes that).',
    'Image files: 0 copied, 7 there already, 0 not copied.',
    'The lists give the addresses of our own image files (--media link goes back).',
  ]);
  expect(await readdir(path.join(cwd, 'legacy-files/media/featured'))).toContain('ενότητα_5.png');
  expect(output).toContain('Nothing has changed since last-capture was captured.\n');
  for (const page of ['parity.html', 'last-parity.html'])
    expect(await readFile(path.join(cwd, page), 'utf8')).toContain('<strong>Can I switch?</strong> Yes.');
}, 240_000);
