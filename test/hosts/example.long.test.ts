import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sameness } from '../migration/sameAsCapture.ts';
import { bounded } from '../support/bounded.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { PIXEL } from '../support/pixel.ts';
import { type ExampleApp, installExampleApp, type Served } from './exampleApp.ts';

const CAPTURE = join(import.meta.dirname, '../fixtures/legacy-capture');
const PASSWORD = 'a long password';

const ORGANIZATIONS = [
  {
    id: 3,
    title: 'Βήτα',
    slug: 'b',
    description: null,
    logo: null,
    category: null,
    budget: 12.5,
    active: true,
  },
  {
    id: 9,
    title: 'Άλφα',
    slug: 'a',
    description: '<p class="x">α</p>',
    logo: 'https://cdn.example/l.png',
    category: null,
    budget: null,
    active: false,
  },
];

/** What a client installs at most, more than half of it date-fns. */
const CLIENT_MEGABYTES = 85;

let app: ExampleApp;
let uri: string;
beforeAll(async () => {
  app = await installExampleApp();
  uri = await freshDatabaseUri('postgres');
  await app.prepare(uri);
  await app.build();
});

/** The captured portal, with the sixth list. */
async function saveCapture(): Promise<string> {
  const capture = await freshFolder();
  await cp(CAPTURE, capture, { recursive: true });
  await writeFile(join(capture, 'organizations.json'), JSON.stringify(ORGANIZATIONS));
  await writeFile(
    join(capture, 'organizations.ordering=title.json'),
    JSON.stringify(ORGANIZATIONS.toReversed()),
  );
  return capture;
}

it('the app has one Payload, also beside a plugin that pins another, and one sharp', async () => {
  const { dependencies } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../examples/next/package.json'), 'utf8'),
  );
  const packages = ['payload', '@payloadcms/translations', '@payloadcms/ui', 'sharp'];
  expect(await app.versions([...packages, '@payloadcms/plugin-seo'])).toEqual({
    ...Object.fromEntries(packages.map((name) => [name, [dependencies[name]]])),
    '@payloadcms/plugin-seo': ['3.90.1'],
  });
});

it('a client takes the contract alone, without Payload, and knows what it is', async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const npm = ['install', '--prefer-offline', '--no-audit', '--no-fund', app.tarball];
  await bounded('npm', npm, { total: 120_000 }, { cwd: folder });
  const packages = await readdir(join(folder, 'node_modules'));
  expect(packages).toContain('zod');
  expect(
    packages.filter((name) => /^(?:payload|@payloadcms|next|react.*|express|sharp)$/.test(name)),
  ).toEqual([]);
  const [kilobytes = ''] = (
    await bounded('du', ['-sk', 'node_modules'], { total: 60_000 }, { cwd: folder })
  ).split('\t');
  expect(Number(kilobytes) / 1024).toBeLessThan(CLIENT_MEGABYTES);
  const program = `
    import { lists, portalClient, z } from 'payload-portal-content/contract';
    const offices = { key: 'offices', element: z.object({ id: z.int() }) };
    const fetch = async () => Response.json([{ id: 1 }]);
    const client = portalClient({ baseUrl: 'http://portal.example', lists: [...lists, offices], fetch });
    console.log(JSON.stringify(await client.list('offices')));
  `;
  const node = ['--input-type=module', '--eval', program];
  expect(await bounded(process.execPath, node, { total: 60_000 }, { cwd: folder })).toBe('[{"id":1}]\n');
});

// On the database that the ready-to-run server does not have: its own tests are on the other two.
describe('the example app on PostgreSQL', () => {
  let served: Served;
  let press: (method: string, path: string, data?: object) => Promise<Response>;
  beforeAll(async () => {
    served = await app.serve('start', uri);
    await makeFirst(served, { email: 'press@host.example', role: 'press', password: PASSWORD });
    press = await signedIn(served, 'press');
  });

  it('takes the capture and a sixth list, and serves them byte for byte', async () => {
    const capture = await saveCapture();
    const importing = ['import', '--from', capture];
    for (const how of [['--dry-run'], []]) {
      const asked = app.run('portal-content', [...importing, ...how], uri);
      await expect(asked).rejects.toThrow('with pg_dump), and import with --no-backup.');
    }
    const imported = await app.run('portal-content', [...importing, '--no-backup'], uri);
    expect(imported).toContain('organizations: 2 created, 0 updated, 0 unchanged, 0 refused');
    expect(imported).toContain('Everything in the capture is imported.');
    for (const file of await readdir(capture)) {
      const expected = await readFile(join(capture, file));
      const [key = '', ordering] = file.replace('.json', '').split('.ordering=');
      const response = await fetch(address(served, key, ordering));
      const body = Buffer.from(await response.arrayBuffer());
      expect([file, sameness(expected, body, ordering)]).not.toContain('different');
    }
  });

  it('an image of the app is served in the size that the list asks for, and stays while it is shown', async () => {
    const form = new FormData();
    form.set('_payload', JSON.stringify({ alt: 'Λογότυπο' }));
    form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'logo.png');
    const image = await fetch(`${served.url}/api/media`, {
      method: 'POST',
      headers: { Authorization: `JWT ${await tokenOf(served, 'press')}` },
      body: form,
    });
    const { doc } = (await image.json()) as { doc: { id: unknown; url: string } };
    const made = await press('POST', 'organizations', { title: 'Γάμμα', logo: doc.id, _status: 'published' });
    expect(made.status).toBe(201);
    const shown = (await list(served, 'organizations')).find(({ title }) => title === 'Γάμμα');
    // It is smaller than the size.
    expect(shown?.logo).toBe(`${served.url}/api/media/file/logo.png`);
    expect((await press('DELETE', `media/${doc.id}`)).status).toBe(409);
  });

  it('Next gives status, body and what a client reads of the headers, and adds its own to Vary', async () => {
    const at = (path: string, init?: RequestInit) =>
      fetch(`${served.url}${path}`, {
        redirect: 'manual',
        headers: { 'Accept-Encoding': 'identity' },
        ...init,
      });
    const whole = await at('/api/v1/organizations/');
    const etag = whole.headers.get('etag') ?? '';
    expect([whole.status, whole.headers.get('allow'), whole.headers.get('content-type')]).toEqual([
      200,
      'GET, OPTIONS',
      'application/json',
    ]);
    expect(whole.headers.get('vary')?.split(', ')).toContain('Accept');
    expect(whole.headers.get('content-encoding')).toBeNull();
    expect(whole.headers.get('content-length')).toBeNull();
    expect((await at('/el/api/v1/organizations/')).headers.get('etag')).toBe(etag);
    expect((await at('/el/api/v1/organizations/', { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const moved = await at('/el/api/v1/organizations');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/el/api/v1/organizations/']);
    const [element] = await whole.clone().json();
    const record = await at(`/el/api/v1/organizations/${element.id}/`);
    expect([record.status, await record.json()]).toEqual([200, element]);
    const toRecord = await at(`/el/api/v1/organizations/${element.id}?x=y`);
    const slashed = `/el/api/v1/organizations/${element.id}/?x=y`;
    expect([toRecord.status, toRecord.headers.get('location')]).toEqual([301, slashed]);
    const noRecord = await at('/api/v1/organizations/0/');
    expect([noRecord.status, await noRecord.json()]).toEqual([
      404,
      { detail: 'No Organization matches the given query.' },
    ]);
    const refused = await at('/el/api/v1/organizations/', { method: 'DELETE' });
    expect([refused.status, await refused.text()]).toEqual([
      405,
      '{"detail":"Method \\"DELETE\\" not allowed."}',
    ]);
    const unknown = await at('/el/api/v1/nothing/');
    expect([unknown.status, await unknown.text()]).toEqual([404, '{"detail":"Not found."}']);
    for (const page of ['/about', '/admin/collections/pages']) {
      const { headers, status } = await at(`${page}/`);
      expect([status, headers.get('location')]).toEqual([308, page]);
    }
  });

  describe('in Express, beside Next', () => {
    let served: Served;
    let press: (method: string, path: string, data?: object) => Promise<Response>;
    beforeAll(async () => {
      served = await app.serve('start:express', uri);
      press = await signedIn(served, 'press');
    });

    it('shows what is saved, also in a list of its own', async () => {
      const category = { title: 'Δελτία', slug: 'deltia', _status: 'published' };
      const saved = await press('POST', 'news-categories', category);
      const { doc } = (await saved.json()) as { doc: { id: unknown } };
      const made = (await list(served, 'news-categories')).find(({ slug }) => slug === 'deltia');
      expect(made).toMatchObject({ title: 'Δελτία', slug: 'deltia' });
      const organization = { title: 'Δέλτα', slug: 'd', category: doc.id, budget: 12.5 };
      const { status } = await press('POST', 'organizations', { ...organization, _status: 'published' });
      expect(status).toBe(201);
      const shown = (await list(served, 'organizations')).find(({ slug }) => slug === 'd');
      expect(shown).toEqual({
        ...organization,
        id: expect.any(Number),
        description: null,
        logo: null,
        category: made,
        active: true,
      });
    });

    it('Express has the headers of the contract', async () => {
      const { status, headers } = await fetch(address(served, 'organizations'), { method: 'HEAD' });
      const body = await (await fetch(address(served, 'organizations'))).text();
      // What a client has asked of its connection.
      const { connection: _, 'keep-alive': __, ...own } = Object.fromEntries(headers);
      expect({ status, ...own }).toEqual({
        status: 200,
        allow: 'GET, OPTIONS',
        'content-length': String(Buffer.byteLength(body)),
        'content-type': 'application/json',
        date: expect.any(String),
        etag: expect.stringMatching(/^"[\w-]+"$/),
        vary: 'Accept',
        'x-powered-by': 'Express',
      });
    });
  });
});

// Last: it builds the app anew.
describe('the example app with a basePath', () => {
  it('has its lists, their redirects and the links to them below it', async () => {
    await app.moveTo('/base');
    await app.build();
    const served = await app.serve('start', uri);
    const at = (path: string, init?: RequestInit) =>
      fetch(`${served.url}${path}`, { redirect: 'manual', ...init });
    const listed = await at('/base/api/v1/organizations/');
    expect([listed.status, listed.headers.get('content-type')]).toEqual([200, 'application/json']);
    const moved = await at('/base/el/api/v1/news-posts?ordering=id');
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      '/base/el/api/v1/news-posts/?ordering=id',
    ]);
    expect((await at('/el/api/v1/news-posts/')).status).toBe(404);
    const about = await at('/base/about/');
    expect([about.status, about.headers.get('location')]).toEqual([308, '/base/about']);
    const url = `${served.url}/base`;
    const headers = { Authorization: `JWT ${await tokenOf({ ...served, url }, 'press')}` };
    const [post] = (await (await at('/base/el/api/v1/news-posts/')).json()) as { category: { id: number } }[];
    const where = `where[api_id][equals]=${post?.category.id}`;
    const { docs } = (await (await at(`/base/api/news-categories?${where}`, { headers })).json()) as {
      docs: { id: string }[];
    };
    const id = docs[0]?.id;
    const state = await at(`/base/api/portal-publication/news-categories?ids=${id}`, { headers });
    expect(JSON.stringify(await state.json())).toContain('"list":"/base/el/api/v1/news-categories/"');
  });
});

function address({ url }: Served, key: string, ordering?: string): string {
  return `${url}/el/api/v1/${key}/${ordering === undefined ? '' : `?ordering=${ordering}`}`;
}

/** As Payload's page for the first user does. */
async function makeFirst({ url }: Served, user: object): Promise<void> {
  const response = await fetch(`${url}/api/members/first-register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user),
  });
  if (!response.ok) throw new Error(`The first user: ${response.status} ${await response.text()}`);
}

async function tokenOf({ url }: Served, role: string): Promise<string> {
  const response = await fetch(`${url}/api/members/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${role}@host.example`, password: PASSWORD }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function signedIn(served: Served, role: string) {
  const headers = { Authorization: `JWT ${await tokenOf(served, role)}`, 'Content-Type': 'application/json' };
  return (method: string, path: string, data?: object) =>
    fetch(`${served.url}/api/${path}`, { method, headers, ...(data && { body: JSON.stringify(data) }) });
}

async function list(served: Served, key: string): Promise<Record<string, unknown>[]> {
  return (await (await fetch(address(served, key))).json()) as Record<string, unknown>[];
}
