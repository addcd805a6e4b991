import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { freshFolder } from '../support/databases.ts';
import { requireBuild } from '../support/requireBuild.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Package {
  exports: Record<string, string | { types: string; default: string }>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  dependencies: Record<string, string>;
}
const packageIn = (folder: string): Package =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
const { exports, peerDependencies, devDependencies } = packageIn('.');
const ofServer = packageIn('server').dependencies;
const payloadsOwn = packageIn('node_modules/@payloadcms/next').peerDependencies;

/** What a host may import, and the names it finds there. The admin's parts are for a bundler: they bring styles along. */
const SURFACE = {
  '.': [
    'portalContent',
    'documentSource',
    'portalHandler',
    'portalReadModel',
    'createHandler',
    'createReadModel',
    'lists',
  ],
  './express': ['portalRouter'],
  './node': ['nodeListener'],
  './withPortal': ['withPortal'],
  './next': ['portalRoutes', 'routeHandlers'],
  './lists': ['defineList', 'field', 'lists', 'featuredSections', 'z'],
  './migration': ['compareWithCapture', 'importCapture', 'textFindings'],
  './contract': ['portalClient', 'PortalError', 'lists', 'jsonSchemaOf', 'newsPosts'],
  './i18n/el': ['el', 'greek', 'lexical', 'preferGreek'],
  './openapi': ['openApiDocument', 'descriptionHandler'],
};

beforeAll(() => requireBuild('dist'));

it('the package offers these entries and no others', () => {
  const others = ['./client', './rsc', './package.json'];
  expect(Object.keys(exports).sort()).toEqual([...Object.keys(SURFACE), ...others].sort());
});

it('every entry has been built, types included', () => {
  const files = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.types, entry.default],
  );
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

/** Names, with and without their extensions, that a file system without case takes for the same. */
function alikeButForCase(files: string[]): string[][] {
  const spellings = new Map<string, Set<string>>();
  for (const file of files) {
    const parts = file.split('/');
    const folders = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
    for (const name of [...folders, file, file.replace(/(?:\.d)?\.[^./]+$/, '')])
      spellings.set(name.toLowerCase(), (spellings.get(name.toLowerCase()) ?? new Set()).add(name));
  }
  return [...spellings.values()].map((each) => [...each]).filter(({ length }) => length > 1);
}

it('no two files are alike but for case, of which macOS and Windows keep one', async () => {
  expect(alikeButForCase(['a/uses.ts', 'a/Uses.tsx', 'b/c.js', 'B/d.js', 'e.d.ts', 'e.js'])).toEqual([
    ['a/uses', 'a/Uses'],
    ['b', 'B'],
  ]);
  const folders = [
    'bench',
    'bin',
    'collections',
    'dist',
    'docs',
    'endpoints',
    'examples',
    'sample',
    'src',
    'test',
  ];
  const inside = (folder: string) =>
    readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true }).map((name) => `${folder}/${name}`);
  expect(alikeButForCase(folders.flatMap(inside))).toEqual([]);
});

it('each gives what it should, in plain Node', async () => {
  const entries = Object.keys(SURFACE);
  const script = `
    const found = {};
    for (const entry of ${JSON.stringify(entries)})
      found[entry] = Object.keys(await import(entry.replace('.', 'payload-portal-content')));
    console.log(JSON.stringify(found));
  `;
  const args = ['--conditions=production', '--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT });
  const found = JSON.parse(stdout) as Record<string, string[]>;
  for (const [entry, names] of Object.entries(SURFACE))
    expect([entry, found[entry]]).toEqual([entry, expect.arrayContaining(names)]);
});

/** A program that nothing keeps alive but what it awaits: SQLite does not, nor do the reads that are made slow here. */
const AWAITING = `
  import { sqliteAdapter } from '@payloadcms/db-sqlite';
  import { lexicalEditor } from '@payloadcms/richtext-lexical';
  import { buildConfig, getPayload } from 'payload';
  import { portalContent, portalHandler } from 'payload-portal-content';
  const payload = await getPayload({
    disableOnInit: true,
    config: buildConfig({
      secret: 'a secret for tests only',
      serverURL: 'https://content.portal.example',
      db: sqliteAdapter({ client: { url: 'file:' + process.env.FILE } }),
      editor: lexicalEditor(),
      plugins: [portalContent({ media: { own: true } })],
      telemetry: false,
      typescript: { autoGenerate: false },
      logger: { options: { level: 'fatal' } },
    }),
  });
  const { find } = payload.db;
  payload.db.find = async (asked) => {
    await new Promise((resolve) => setTimeout(resolve, 200).unref());
    return find.call(payload.db, asked);
  };
  const handler = await portalHandler(payload);
  const category = { title: 'α', slug: 'a', _status: 'published' };
  await payload.create({ collection: 'news-categories', data: category });
  console.log(String((await handler({ url: '/el/api/v1/news-categories/', headers: {} })).body));
`;

it('what a program awaits keeps it alive, and afterwards it ends by itself', async () => {
  const args = ['--conditions=production', '--input-type=module', '--eval', AWAITING];
  const env = { ...process.env, NODE_ENV: 'development' as const, FILE: join(await freshFolder(), 'a.db') };
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env });
  expect(stdout.trim().split('\n').at(-1)).toBe('[{"id":1,"selected":false,"title":"α","slug":"a"}]');
}, 120_000);

it('what a host must bring is what the project is tested with, or newer', () => {
  // Within the last line of Next that Payload takes. SECURITY.md says which holes those before have.
  expect(peerDependencies.next).toMatch(/^>=16\.\d+\.\d+ <17\.0\.0$/);
  expect(payloadsOwn.next).toMatch(/ \|\| >=16\.\d+\.\d+ <17\.0\.0$/);
  for (const [name, range] of Object.entries(peerDependencies)) {
    const tested = ofServer[name] ?? devDependencies[name] ?? '';
    const [major, lowest = ''] = [tested.split('.')[0], /[\d.]+/.exec(range)?.[0]];
    expect({ name, major, fits: lowest.localeCompare(tested, 'en', { numeric: true }) <= 0 }).toEqual({
      name,
      major: lowest.split('.')[0],
      fits: true,
    });
  }
});
