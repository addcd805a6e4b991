import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { importStatus, importSummary } from '../../src/commands/importSummary.ts';
import {
  type CaptureOptions,
  captureLegacy,
  captureMedia,
  changedSince,
  compareWithCapture,
  importCapture,
} from '../../src/migration/index.ts';
import {
  category,
  type Files,
  post,
  related,
  saveCapture,
  section,
  usefulLink,
  whole,
} from '../migration/captures.ts';
import { json } from '../migration/legacyPortal.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import {
  capturedBodies,
  type Fault,
  type LegacyRequest,
  type LegacySystem,
  startLegacySystem,
} from '../support/legacySystem.ts';
import { startPayload } from '../support/payload.ts';
import { ended, run, start } from '../support/portal.ts';

const bodiesOf = (files: Files) =>
  Object.fromEntries(Object.entries(whole(files)).map(([name, elements]) => [name, json(elements)]));

const small = { 'news-categories': [category(1), category(2)], 'service-useful-links': [usefulLink(1)] };

/** The order in which everything is asked for. */
const FILES = [
  'featured-sections.json',
  'featured-sections.ordering=-section_two_links.json',
  'service-groups.json',
  'news-posts.json',
  'news-categories.json',
  'service-useful-links.json',
  'service-useful-links.ordering=title.json',
  'service-useful-links.ordering=-title.json',
];

const LISTS = FILES.filter((file) => !file.includes('ordering')).map((file) => file.replace('.json', ''));

async function capture(from: string, args: string[] = [], env = {}) {
  const to = path.join(await freshFolder(), 'capture');
  const ran = await run(['capture', '--from', from, '--to', to, ...args], undefined, { env });
  return { to, ...ran };
}

/** The same without the command: what that adds is said in words. */
async function captured(legacy: LegacySystem, options: Partial<CaptureOptions> = {}) {
  const to = options.to ?? path.join(await freshFolder(), 'capture');
  const { rounds } = await captureLegacy({ from: legacy.url, to, request: { timeout: 1000 }, ...options });
  return { to, rounds };
}

const read = (folder: string, file: string) => readFile(path.join(folder, file), 'utf8');

/** What was captured, by names without `.json`. */
async function capturedIn(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder)).filter((file) => file !== 'manifest.json');
  const bodies = files.map(async (file) => [file.replace('.json', ''), await read(folder, file)]);
  return Object.fromEntries(await Promise.all(bodies));
}

/** What a capture of a system without documented orderings of its own has. */
const withOrderings = (bodies: Record<string, string>) =>
  Object.fromEntries(
    FILES.map((file) => {
      const name = file.replace('.json', '');
      return [name, bodies[name] ?? bodies[name.split('.')[0] ?? '']];
    }),
  );

/** The first request for a list in each of some rounds. */
const firstOf = (list: string, fault: Fault) => {
  let isOver = false;
  return (request: LegacyRequest) => {
    if (isOver || request.list !== list) return undefined;
    isOver = true;
    return fault;
  };
};

describe('a capture', () => {
  it('has the bytes of every list and documented ordering, and a manifest, after two equal rounds', async () => {
    const bodies = await capturedBodies();
    const legacy = await startLegacySystem(bodies);
    const { to, code, output, errors } = await capture(legacy.url);
    expect(await capturedIn(to)).toEqual(bodies);
    const { begun, ended: end, ...manifest } = JSON.parse(await read(to, 'manifest.json'));
    expect(manifest).toEqual({
      version: 1,
      from: `${legacy.url}/el/api/v1/`,
      rounds: 2,
      expected: FILES.filter((file) => !file.includes('ordering')),
      responses: FILES.map((file) => {
        const [list = '', ordering] = file.replace('.json', '').split('.ordering=');
        const body = Buffer.from(bodies[file.replace('.json', '')] ?? '');
        return {
          file,
          url: `${legacy.url}/el/api/v1/${list}/?${ordering ? `ordering=${ordering}&` : ''}format=api`,
          status: 200,
          headers: expect.objectContaining({
            allow: 'GET, OPTIONS',
            'content-type': 'application/json',
            vary: 'Accept',
          }),
          time: expect.stringMatching(/^\d{4}-.*Z$/),
          count: JSON.parse(body.toString()).length,
          bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        };
      }),
      withoutLanguage: {
        from: `${legacy.url}/api/v1/`,
        lists: LISTS.map((list) => ({ list, status: 404, isSame: false })),
      },
      origins: [legacy.url, 'https://other-site.example'].map((origin) => ({
        ...{ list: 'featured-sections', origin, isNamed: false, status: 200 },
        url: `${legacy.url}/el/api/v1/featured-sections/?format=api`,
        headers: expect.objectContaining({ vary: 'Accept' }),
      })),
      records: LISTS.flatMap((list) => {
        const ids = (JSON.parse(bodies[list] ?? '') as { id: number }[]).map(({ id }) => id);
        const some = new Set([ids[0], ids[Math.floor(ids.length / 2)], ids.at(-1)]);
        const asked = [...some].flatMap((id) => [true, false].map((slash) => ({ id, slash })));
        return [...asked, { id: 2147483647, slash: true }].map(({ id, slash }) => ({
          list,
          id,
          slash,
          url: `${legacy.url}/el/api/v1/${list}/${id}${slash ? '/' : ''}`,
          status: 404,
          headers: expect.objectContaining({ 'content-type': 'text/html' }),
        }));
      }),
    });
    expect(output).toContain('One record by its id: not there.\n');
    expect(output).toContain(`Without a language, at ${legacy.url}/api/v1/: not there.\n`);
    expect(Date.parse(begun)).toBeLessThanOrEqual(Date.parse(end));
    expect(output).toContain('news-posts.json: 120 elements, 695 KB\n');
    expect(output).toContain(`Captured ${legacy.url}/el/api/v1/ into ${to}, in 2 rounds.\n`);
    expect(errors).toBe('Round 1: 8\nRound 2: 8\n');
    expect({ code, atOnce: legacy.atOnce }).toEqual({ code: 0, atOnce: 1 });
  });

  it.each<[string, (request: LegacyRequest) => Fault | undefined]>([
    ['fails now and then', ({ before }) => (before % 13 === 5 ? { status: 503 } : undefined)],
    ['asks to wait', firstOf('news-posts', { status: 429, retryAfter: '1' })],
    ['ends an answer early', firstOf('service-useful-links', { cut: 'quietly' })],
    ['answers with a page once', firstOf('news-categories', { type: 'text/html' })],
    ['sends half of a gzip', firstOf('news-categories', { gzip: true, cut: true })],
  ])('of a system that %s is the same', async (_, fault) => {
    const bodies = bodiesOf(small);
    const legacy = await startLegacySystem(bodies);
    legacy.fault = fault;
    const { to } = await captured(legacy);
    expect(await capturedIn(to)).toEqual(withOrderings(bodies));
  });

  it('goes along with a redirect within the site', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    legacy.fault = () => ({ redirect: legacy.url });
    const { to } = await captured(legacy);
    expect(await capturedIn(to)).toEqual(withOrderings(bodiesOf(small)));
  });

  it('sends the headers that it is given, and the password of the address, which it keeps to itself', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    const { to, code } = await capture(legacy.url.replace('//', '//reader:s%20cret@'), [
      '--header',
      'X-Portal: one: two',
      '--user-agent',
      'portal-migration/1',
    ]);
    expect(code).toBe(0);
    for (const { headers } of legacy.requests) {
      expect(headers).toMatchObject({
        authorization: `Basic ${Buffer.from('reader:s cret').toString('base64')}`,
        'x-portal': 'one: two',
        'user-agent': 'portal-migration/1',
        accept: 'application/json',
      });
    }
    expect(await read(to, 'manifest.json')).not.toContain('cret');
  });

  it('goes through the proxy of the environment, unless that says otherwise, and waits no longer there', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    const asked: string[] = [];
    const proxy = createServer((incoming, outgoing) => {
      asked.push(incoming.url ?? '');
      const { method, headers } = incoming;
      const onward = httpRequest(incoming.url ?? '', { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onFileEnd(() => void proxy.close());
    const http_proxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    legacy.fault = firstOf('news-posts', { silent: true });
    const { code, errors } = await capture(legacy.url, ['--timeout', '1'], { http_proxy, no_proxy: '' });
    expect(errors).toContain('the answer stopped. Asking again in 0.5 s.');
    expect(code).toBe(0);
    expect(asked).toContain(`${legacy.url}/el/api/v1/news-posts/?format=api`);
    expect(asked).toHaveLength(legacy.requests.length + legacy.othersAsked.length);
    const before = asked.length;
    const direct = await capture(legacy.url, [], { http_proxy, no_proxy: 'portal.example,127.0.0.1' });
    expect({ code: direct.code, asked: asked.length }).toEqual({ code: 0, asked: before });
  });

  it('has further orderings, those by each text that are others than the default, and only the lists that are named', async () => {
    const legacy = await startLegacySystem({
      'news-categories': '[{"id":1},{"id":2}]',
      'news-categories.ordering=slug': '[{"id":2},{"id":1}]',
      'service-groups': '[]',
    });
    const lists = ['--lists', 'news-categories,service-groups', '--collations'];
    const { to, code, output } = await capture(legacy.url, [
      ...lists,
      ...['--ordering', 'service-groups=-order,id'],
    ]);
    expect(code).toBe(0);
    expect(output).toContain('  service-groups.ordering=title\n');
    expect(output).toContain('  news-categories.ordering=title\n');
    expect(output).toContain(
      `Browsers of other sites: none that was tried may read the lists (${legacy.url}, https://other-site.example); --origin names those of a portal.`,
    );
    const asked = legacy.requests.map(({ list, ordering }) => `${list} ${ordering ?? ''}`);
    expect(asked).toEqual(expect.arrayContaining(['news-categories slug', 'service-groups -order,id']));
    expect((await readdir(to)).sort()).toEqual([
      'manifest.json',
      'news-categories.json',
      'news-categories.ordering=slug.json',
      'service-groups.json',
      'service-groups.ordering=-order,id.json',
    ]);
    const { expected } = JSON.parse(await read(to, 'manifest.json'));
    expect(expected).toEqual(['service-groups.json', 'news-categories.json']);
  });

  it('takes the place of the one that is there, with the rights of the folder', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    const to = await freshFolder();
    await mkdir(path.join(to, '.unfinished-999999999'));
    await captured(legacy, { to, orderings: { 'service-groups': ['id'] } });
    const inode = async (file: string) => (await stat(path.join(to, file))).ino;
    const [groups, posts] = [await inode('service-groups.json'), await inode('news-posts.json')];
    await writeFile(path.join(to, 'news-posts.json'), 'damaged');
    legacy.bodies = bodiesOf({ ...small, 'news-categories': [category(3)] });
    await captured(legacy, { to });
    expect(await capturedIn(to)).toEqual(withOrderings(legacy.bodies));
    // Only what is another is written.
    expect(await inode('service-groups.json')).toBe(groups);
    expect(await inode('news-posts.json')).not.toBe(posts);
  });
});

describe('a system that moves while it is captured', () => {
  /** Adds a category before the n-th requests. */
  const edited = (legacy: LegacySystem, isTime: (request: LegacyRequest) => boolean) => {
    let id = 10;
    legacy.meanwhile = (request) => {
      if (!isTime(request)) return;
      const categories = JSON.parse(legacy.bodies['news-categories'] ?? '');
      legacy.bodies['news-categories'] = json([...categories, category(id++)]);
    };
  };

  it('is asked until two rounds are equal', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    edited(legacy, ({ before }) => before === 12);
    const { to, rounds } = await captured(legacy);
    expect(rounds).toBe(3);
    expect(JSON.parse(await read(to, 'news-categories.json'))).toHaveLength(3);
  });

  it('is captured after two rounds when only elements that tie have moved', async () => {
    const links = Array.from({ length: 9 }, (_, at) => usefulLink(at + 1, { title: `τ${at % 3}` }));
    const byTitle = links.toSorted((a, b) => (a.title < b.title ? -1 : Number(a.title > b.title)));
    const [first, second, ...others] = byTitle;
    const name = 'service-useful-links.ordering=title';
    const legacy = await startLegacySystem(bodiesOf({ 'service-useful-links': links, [name]: byTitle }));
    legacy.meanwhile = ({ before }) => {
      if (before === 9) legacy.bodies[name] = json([second, first, ...others]);
    };
    expect((await captured(legacy)).rounds).toBe(2);
  });

  it('and gets something new each time is refused by name after five rounds', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    edited(legacy, ({ list }) => list === 'news-categories');
    await expect(captured(legacy)).rejects.toThrow(
      `${legacy.url}/el/api/v1/ moves: it was asked for everything 5 times, and no two answers in a row were the same. In the last two:\n  news-categories.json: 1 new (id 14)\n`,
    );
    // One more to find out where the lists stand.
    expect(legacy.requests).toHaveLength(1 + 5 * FILES.length);
  });
});

describe('portal-content capture ends with 2 and says why', () => {
  it('when a list does not come', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    legacy.fault = ({ before }) => (before > 3 ? { status: 500 } : undefined);
    const { to, code, errors } = await capture(legacy.url, ['--retries', '1']);
    const url = `${legacy.url}/el/api/v1/news-posts/?format=api`;
    expect(errors).toMatch(
      `\n${url}: the answer is 500. Asking again in 0.5 s.\n${url}: the answer is 500.\nNothing was captured.\n`,
    );
    expect(code).toBe(2);
    expect(await readdir(to)).toEqual([]);
  });

  it.each<[string, string[], RegExp]>([
    ['the address is none', ['--from', 'legacy.example'], /is no address of a web server/],
    ['a header is none', ['--from', 'http://127.0.0.1:1', '--header', 'secret'], /given as "Name: value"/],
  ])('when %s', async (_, args, message) => {
    const { code, errors } = await run(['capture', '--to', await freshFolder(), ...args]);
    expect(errors).toMatch(message);
    expect(code).toBe(2);
  });
});

it('a capture that is interrupted leaves nothing, and one that was killed is not in the way', async () => {
  const legacy = await startLegacySystem(bodiesOf(small));
  legacy.fault = () => ({ slow: 300 });
  const to = await freshFolder();
  for (const [signal, left] of [
    ['SIGTERM', 0],
    ['SIGKILL', 1],
  ] as const) {
    const before = legacy.requests.length;
    const child = start(['capture', '--from', legacy.url, '--to', to], await freshDatabaseUri(), {
      DATA_DIR: to,
    });
    const end = ended(child);
    await expect.poll(() => legacy.requests.length, { timeout: 30_000 }).toBeGreaterThan(before + 3);
    child.kill(signal);
    await end;
    await expect.poll(async () => (await readdir(to)).length, { timeout: 30_000 }).toBe(left);
  }
  legacy.fault = () => undefined;
  const again = () => run(['capture', '--from', legacy.url, '--to', to]);
  await expect.poll(async () => (await again()).code, { timeout: 30_000 }).toBe(0);
  expect(await capturedIn(to)).toEqual(withOrderings(legacy.bodies));
});

describe('portal-content capture --media', () => {
  it('saves the images of lists and texts, names what it cannot have, and asks for that alone the next time', async () => {
    const legacy = await startLegacySystem({});
    const { url, files } = legacy;
    const PIXEL = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const port = new URL(url).port;
    const other = await startLegacySystem({});
    other.files['/secret.png'] = PIXEL;
    const content = [
      '<p><img src="/media/b.png" srcset="/media/c.png 2x"><img src="page.png"> <img src="/media/a.png"></p>',
      `<img src="${other.url}/secret.png"><img src='http://localhost:${port}/media/a.png'>`,
      '<!-- <img src="/media/d.png"> --><a href="https://elsewhere.example/">α</a><a href="mailto:a@b.gr">β</a>',
    ].join('');
    const image = (name: string) => ({ post_image: `${url}/media/${name}.png` });
    legacy.bodies = bodiesOf({
      'featured-sections': [{ ...section(1, ['x']), featured_image: `${url}/media/a.png` }],
      'news-posts': [
        post(1, { more: { content }, related: [related(2, image('related'))] }),
        post(3, { more: image('page') }),
        post(4, { more: image('broken') }),
      ],
    });
    files['/media/a.png'] = PIXEL;
    files['/media/b.png'] = PIXEL;
    files['/media/page.png'] = Buffer.from('<html>404</html>');
    files['/media/broken.png'] = PIXEL.subarray(0, PIXEL.length - 20);
    const { to, code, output } = await capture(url, ['--media']);
    expect(output).toContain(
      [
        'What fields and texts point to:',
        `  127.0.0.1:${port}: 4 in fields, 0 in texts (the legacy system)`,
        '  /media/…: 0 in fields, 2 in texts (the legacy system)',
      ].join('\n'),
    );
    const images = output
      .slice(output.indexOf('Images:'))
      .replace(/\(vips.*\)/, '(why)')
      .split('\n');
    expect(images.slice(0, 8)).toEqual([
      `Images: 2 saved into ${to}/media, 0 there already, 6 not to be had.`,
      'Asked for again by the next capture --media:',
      `  ${url}/media/related.png: the answer is 404`,
      `  ${other.url}/secret.png: 127.0.0.1 is an address of a private network, where nothing is asked for`,
      `  http://localhost:${port}/media/a.png: localhost is an address of a private network, where nothing is asked for`,
      `  ${url}/media/page.png: it is no image, but something that begins with "<html>404</html>"`,
      `  ${url}/media/broken.png: it is a broken image (why)`,
      '  page.png: it is relative to a page that nobody knows',
    ]);
    expect({ code, asked: other.filesAsked }).toEqual({ code: 1, asked: [] });
    const sha256 = createHash('sha256').update(PIXEL).digest('hex');
    expect(await readdir(path.join(to, 'media'))).toEqual([`${sha256}.png`]);
    const { media } = JSON.parse(await read(to, 'manifest.json'));
    expect(media.files).toMatchObject(
      ['a', 'b'].map((name) => ({ url: `${url}/media/${name}.png`, file: `media/${sha256}.png`, sha256 })),
    );

    files['/media/related.png'] = PIXEL;
    legacy.filesAsked.length = 0;
    expect(await captureMedia({ to })).toMatchObject({ saved: 1, there: 2, failed: { length: 5 } });
    expect(legacy.filesAsked).toEqual(['/media/related.png', '/media/page.png', '/media/broken.png']);
    // The same is what an import says, and which files it has not copied.
    const report = await importCapture(await startPayload(), { from: to, media: 'switch' });
    expect(importSummary(report, { from: to })).toContain(
      '\nImage files: 2 copied, 0 there already, 2 not copied.\n',
    );
    expect(importStatus(report)).toBe(1);
    // What is there stays when the lists are captured again.
    await captured(legacy, { to });
    expect(await captureMedia({ to })).toMatchObject({ saved: 0, there: 3, failed: { length: 5 } });
  });
});

it('an image that breaks off bars no other of its host, and one that is too large is refused by its header', async () => {
  const legacy = await startLegacySystem({});
  const pixels = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } });
  const good = await pixels(9, 9).png().toBuffer();
  const huge = Buffer.from(good);
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  const begin = (response: ServerResponse, length: number) =>
    response.writeHead(200, { 'Content-Length': length }).write(good.subarray(0, 20));
  const answers = {
    ...Object.fromEntries(
      ['1', '2', '3', '4'].map((name) => [name, (response: ServerResponse) => response.destroy()]),
    ),
    half: (response: ServerResponse) => {
      begin(response, good.length);
      setTimeout(() => response.destroy(), 100);
    },
    endless: (response: ServerResponse) => begin(response, 33 * 1024 ** 2),
    huge,
    good,
  };
  const { url } = legacy;
  legacy.bodies = bodiesOf({
    'news-posts': Object.keys(answers).map((name, index) =>
      post(index + 1, { more: { post_image: `${url}/${name}.png` } }),
    ),
  });
  for (const [name, answer] of Object.entries(answers)) legacy.files[`/${name}.png`] = answer;
  const { to } = await captured(legacy);
  const { saved, failed } = await captureMedia({ to, request: { retries: 0 } });
  expect({ saved, failed }).toEqual({
    saved: 1,
    failed: [
      ...['1', '2', '3', '4', 'half'].map((name) => [name, 'the connection broke off']),
      ['endless', 'the answer has more than 32 MB; --max-mb allows more'],
      ['huge', 'it has 20000 × 20000 pixels, more than 100 million'],
    ].map(([name, reason]) => ({ url: `${url}/${name}.png`, reason })),
  });
});

it('what a capture finds out of caches, other sites and redirects is said, and what to set', async () => {
  const legacy = await startLegacySystem(bodiesOf(small));
  legacy.headers = { Age: '5', 'Access-Control-Allow-Origin': 'https://www.portal.example' };
  legacy.sendingOn = ['/api/v1'];
  const { to, output } = await capture(legacy.url, ['--origin', 'https://www.portal.example/news/']);
  const location = `${legacy.url}/el/api/v1/featured-sections/?format=api`;
  expect(output).toContain(
    [
      `Without a language, at ${legacy.url}/api/v1/: 302 to ${location}.`,
      'Browsers of other sites: pages of https://www.portal.example may read the lists (CORS_ORIGINS=https://www.portal.example here), those of https://other-site.example may not.',
      'May be a cache’s, and could not be asked for past it: what was changed shortly before may be missing in',
      ...FILES.map((file) => `  ${file}`),
      'Captured',
    ].join('\n'),
  );
  const still = await run(['capture', '--to', to, '--still']);
  expect(still.output).toContain(
    `Nothing is seen to have changed since ${to} was captured. But these may be a cache's, and could not be asked for past it:\n  featured-sections.json\n`,
  );
  expect(still.code).toBe(2);
  const dry = await run(['import', '--from', to, '--dry-run'], undefined, { cwd: await freshFolder() });
  expect(dry.output).toContain("Set PREFIXES='/el/api/v1,/api/v1>/el/api/v1' and start it again");
  const served = await run(['import', '--from', to, '--dry-run'], undefined, {
    cwd: await freshFolder(),
    env: { PREFIXES: '/el/api/v1,/api/v1>/el/api/v1' },
  });
  expect(served.output).not.toContain('PREFIXES');
});

describe('portal-content capture --still', () => {
  it('says what has changed', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    const { to } = await captured(legacy, { orderings: { 'news-categories': ['-id'] } });
    const before = await capturedIn(to);

    legacy.bodies = bodiesOf({
      'news-categories': [category(2, 'Άλλη'), category(3)],
      'service-useful-links': [usefulLink(1), usefulLink(2)],
    });
    const changed = await run(['capture', '--to', to, '--still']);
    expect(changed).toMatchObject({
      code: 1,
      output: [
        `Changed since ${to} was captured:`,
        '  news-categories.json: 1 new (id 3), 1 gone (id 1), 1 changed (id 2)',
        '  news-categories.ordering=-id.json: 1 new (id 3), 1 gone (id 1), 1 changed (id 2)',
        '  service-useful-links.json: 1 new (id 2)',
        '  service-useful-links.ordering=-title.json: 1 new (id 2)',
        '  service-useful-links.ordering=title.json: 1 new (id 2)',
        '',
      ].join('\n'),
    });
    expect(await capturedIn(to)).toEqual(before);

    legacy.fault = () => ({ status: 500 });
    const unknown = await run(['capture', '--to', to, '--still', '--retries', '0']);
    expect(unknown.errors).toMatch(/It is not known whether anything has changed\.\n$/);
    expect(unknown.code).toBe(2);
  });

  it('compares a folder that was saved by hand, too', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    const to = await saveCapture(small);
    expect(await changedSince({ from: legacy.url, to })).toEqual([]);
    await expect(changedSince({ to })).rejects.toThrow(`${to} has no manifest: say with --from whom to ask.`);
  });
});

it('an import or a parity from an address is a capture to a dated folder, then the same as from that', async () => {
  const cwd = await freshFolder();
  const { 'news-posts': _, ...others } = bodiesOf(small);
  const lacking = await startLegacySystem(others);
  expect((await run(['import', '--from', lacking.url], undefined, { cwd })).errors).toContain(
    '404. If there is no such list, name those that there are with --lists (of an import, --only), or say in',
  );
  const only = ['--only', 'news-categories', '--only', 'service-groups'];
  const imported = await run(['import', '--from', lacking.url, ...only], undefined, { cwd });
  expect(imported.output).toContain('news-categories: 2 created, 0 updated, 0 unchanged, 0 refused\n');
  const [, folder = ''] =
    /^Captured into (captures\/127\.0\.0\.1-\d+-[\d-]+T[\d-]+)$/m.exec(imported.errors) ?? [];
  const { 'news-categories': categories, 'service-groups': groups } = lacking.bodies;
  expect(await capturedIn(path.join(cwd, folder))).toEqual({
    'news-categories': categories,
    'service-groups': groups,
  });
  expect(imported.code).toBe(0);
  const legacy = await startLegacySystem(bodiesOf(small));
  const parity = await run(['parity', '--from', legacy.url, '--new', legacy.url], undefined, { cwd });
  expect(parity.output).toContain('The same: 8 of 8 captured responses.\n');
  expect(parity.code).toBe(0);
});

describe('records, and lists without a language', () => {
  it('are asked for once, and a capture and an import say what was answered', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    legacy.records = ['news-categories'];
    legacy.prefixes = ['/api/v1'];
    const { to, output } = await capture(legacy.url);
    expect(output).toContain(
      [
        'One record by its id: answered for news-categories; not there for service-useful-links.',
        `Without a language, at ${legacy.url}/api/v1/: the same lists.`,
        `Browsers of other sites: none that was tried may read the lists (${legacy.url}, https://other-site.example); --origin names those of a portal.`,
        `Captured ${legacy.url}/el/api/v1/ into ${to}, in 2 rounds.`,
        '',
      ].join('\n'),
    );
    const { records, withoutLanguage } = JSON.parse(await read(to, 'manifest.json'));
    expect(records.filter(({ list }: { list: string }) => list === 'news-categories')).toMatchObject([
      { id: 1, slash: true, status: 200, body: json([category(1)]).slice(1, -1) },
      { id: 1, slash: false, status: 301, headers: { location: '/el/api/v1/news-categories/1/' } },
      { id: 2, slash: true, status: 200 },
      { id: 2, slash: false, status: 301 },
      {
        id: 2147483647,
        slash: true,
        status: 404,
        body: '{"detail":"No NewsCategory matches the given query."}',
      },
    ]);
    expect(withoutLanguage.lists).toEqual(LISTS.map((list) => ({ list, status: 200, isSame: true })));
    const cwd = await freshFolder();
    const dry = await run(['import', '--from', to, '--dry-run'], undefined, { cwd });
    expect(dry.output).toContain('Set PREFIXES=/el/api/v1,/api/v1 and start it again');
    const imported = await run(['import', '--from', to], undefined, { cwd });
    expect(imported.output).toContain('  news-categories one record by its id: yes\n');
    expect(imported.output).toContain('  service-useful-links one record by its id: no\n');
    expect(imported.output).toContain('Set PREFIXES=/el/api/v1,/api/v1 and start it again');
    const served = await run(['import', '--from', to, '--dry-run'], undefined, {
      cwd,
      env: { PREFIXES: '/el/api/v1,/api/v1' },
    });
    expect(served.output).not.toContain('PREFIXES');
    expect(served.code).toBe(0);
  });

  it('may fail, and the lists are captured all the same', async () => {
    const legacy = await startLegacySystem(bodiesOf(small));
    legacy.meanwhile = () => {
      // From the end of the rounds on, nothing answers any more but lists.
      legacy.faultOfOthers = { status: 503 };
    };
    const { to, output, code } = await capture(legacy.url, ['--retries', '0']);
    expect(output).toContain('Not everything of that was asked for: the answer is 503.\n');
    expect(await capturedIn(to)).toEqual(withOrderings(bodiesOf(small)));
    expect(code).toBe(0);
    expect((await compareWithCapture({ legacy: to, url: legacy.url })).verdict).toBe('same');
  });

  it('are no others where the lists have no language in their path, or give others without it', async () => {
    const bare = await startLegacySystem(bodiesOf(small), '/api/v1');
    const { to } = await captured(bare);
    expect(JSON.parse(await read(to, 'manifest.json')).withoutLanguage).toBe(undefined);
    const legacy = await startLegacySystem(bodiesOf(small));
    legacy.prefixes = ['/api/v1'];
    legacy.meanwhile = ({ under }) => {
      legacy.bodies = bodiesOf(under === '/api/v1' ? { 'news-categories': [category(1, 'English')] } : small);
    };
    const other = await capture(legacy.url);
    expect(other.output).toContain(`Without a language, at ${legacy.url}/api/v1/: not the same lists.\n`);
  });
});
