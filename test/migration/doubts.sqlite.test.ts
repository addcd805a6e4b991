import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementSlices } from '../../src/capture/elementSlices.ts';
import { sha256Of, writeManifest } from '../../src/capture/manifest.ts';
import { importStatus, importSummary } from '../../src/commands/importSummary.ts';
import { DOUBTS, type DoubtKind, importCapture, previewImport } from '../../src/migration/index.ts';
import { local, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { category, type Files, group, post, saveCapture, usefulLink, whole } from './captures.ts';
import { databaseState } from './databaseState.ts';
import { importPart, stored } from './imports.ts';

const LINKS = 'service-useful-links';
const links = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => usefulLink(id));
const FILES = whole({
  [LINKS]: links,
  'service-groups': [group(1), group(2), group(3), group(4)],
  'news-categories': [category(1)],
});

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload();
  const from = await saveCapture(FILES);
  await seal(from, FILES);
  await importCapture(payload, { from });
  // It says no time, so nothing can be older than it.
  await importCapture(payload, { from: await saveCapture(FILES) });
});

/** Notes in a folder what is in it, as a capture that ended at a time does. */
async function seal(folder: string, files: Files, ended = '2026-01-02T03:04:05.678Z'): Promise<void> {
  const names = Object.keys(files).map((name) => `${name}.json`);
  const responses = names.map(async (file) => {
    const body = await readFile(path.join(folder, file));
    const [count, bytes, sha256] = [elementSlices(body).length, body.length, sha256Of(body)];
    return { file, url: '', status: 200, headers: {}, time: ended, count, bytes, sha256 };
  });
  await writeManifest(folder, {
    version: 1,
    from: 'https://legacy.example/el/api/v1/',
    begun: ended,
    ended,
    rounds: 2,
    expected: names.filter((name) => !name.includes('ordering=')),
    responses: await Promise.all(responses),
  });
}

/** What a lie does to a folder, what is said of it, and the status with which it is imported where it is allowed. */
interface Lie {
  files?: Files;
  tell?(file: (name: string) => string, folder: string): Promise<unknown>;
  said: string;
  allow?: DoubtKind;
  status?: 0 | 1;
}

const MISSING = 'capture it again, or add --allow missing, which leaves what is here as it is';
const LIES: Record<string, Lie> = {
  'a list is missing': {
    tell: (file) => rm(file('news-posts.json')),
    said: `news-posts.json is missing; ${MISSING}`,
    allow: 'missing',
    status: 1,
  },
  'a list is missing that was captured': {
    tell: async (file, folder) => {
      await seal(folder, FILES);
      await rm(file('news-posts.json'));
    },
    said: `news-posts.json is missing; ${MISSING}`,
    allow: 'missing',
    status: 1,
  },
  'an ordering is missing that was captured': {
    files: { ...FILES, [`${LINKS}.ordering=-id`]: links.toReversed() },
    tell: async (file, folder) => {
      await seal(folder, { ...FILES, [`${LINKS}.ordering=-id`]: [] });
      await rm(file(`${LINKS}.ordering=-id.json`));
    },
    said: `${LINKS}.ordering=-id.json is missing; ${MISSING}`,
    allow: 'missing',
    status: 1,
  },
  'a name is almost right': {
    tell: (file) => writeFile(file('news_posts.json'), '[]'),
    said: 'news_posts.json is named almost as a capture of news-posts; rename it (news-posts.json, or the same with .ordering=VALUE) or take it away, or add --allow missing, which passes over it',
    allow: 'missing',
    status: 1,
  },
  'a list is empty': {
    files: { ...FILES, 'news-categories': [] },
    said: 'news-categories is empty in the capture, and 1 of earlier imports are here; capture it again, or add --allow empty, which leaves what is here as it is',
    allow: 'empty',
    status: 0,
  },
  'a list has shrunk': {
    files: { ...FILES, [LINKS]: links.slice(0, 7) },
    said: `${LINKS} has 7 elements in the capture, and 10 of earlier imports are here; capture it again, delete in the admin what is gone for good, or add --allow shrunk, which leaves what is here as it is`,
    allow: 'shrunk',
    status: 0,
  },
  'the capture is older than the last one': {
    tell: (_, folder) => seal(folder, FILES, '2026-01-02T03:04:05.677Z'),
    said: 'The capture is of 2026-01-02T03:04:05.677Z, and one of 2026-01-02T03:04:05.678Z has been imported; capture it again, or add --allow older, which takes back what has changed in between',
    allow: 'older',
    status: 0,
  },
  'a list is a page': {
    tell: (file) => writeFile(file('news-posts.json'), '<html>502</html>'),
    said: 'news-posts.json cannot be read: The body is not a JSON array (byte 0, line 1, at "<html>502</html>"); capture it again',
  },
  'a capture was changed': {
    tell: async (file, folder) => {
      await seal(folder, FILES);
      await writeFile(file('news-posts.json'), '[] ');
      await writeFile(file('news-posts.ordering=id.json'), '[]');
    },
    said: 'DIR is not as it was captured: news-posts.json was changed, news-posts.ordering=id.json is not in the manifest; capture it again, or, for a folder that is saved by hand, delete its manifest.json',
  },
  // The last of those that are allowed, since it changes what is here.
  // It is the last of the captures with a time, since any other is older.
  'the capture is from the future': {
    tell: (_, folder) => seal(folder, FILES, '2999-01-02T03:04:05.678Z'),
    said: 'The capture says that it was made at 2999-01-02T03:04:05.678Z, which is in the future: a clock is wrong, of the machine that captured or of this one; set it right and capture it again, or add --allow future, which makes the next capture an older one',
    allow: 'future',
    status: 0,
  },
  'it is another portal': {
    files: { ...FILES, [LINKS]: links.map((link) => ({ ...link, title: `Άλλος ${link.id}` })) },
    said: `The database holds another portal than this capture: of 15 ids that both have, 5 have the same slug or title (${LINKS} 1 is «Σύνδεσμος 1» here, and «Άλλος 1» in the capture); name another database (DATABASE_URI), as for the made-up portal of a first start, or add --allow foreign, which mixes both`,
    allow: 'foreign',
    status: 0,
  },
};

const refusal = (work: Promise<unknown>) => work.catch((error: unknown) => error);

async function liar({ files = FILES, tell }: Omit<Lie, 'said'>): Promise<string> {
  const from = await saveCapture(files);
  await tell?.((name) => path.join(from, name), from);
  return from;
}

describe('nothing is imported, and what is wrong and what to do is said, where', () => {
  it('several things are, which are told at once', async () => {
    const from = await liar({
      files: { ...FILES, 'service-groups': [], 'news-categories': [] },
      tell: async (file) => {
        await rename(file('news-posts.json'), file('News-Posts.json'));
        await writeFile(file('featured-sections.json'), '');
      },
    });
    expect(await refusal(importCapture(payload, { from, allow: ['empty'] }))).toMatchObject({
      doubts: [{ kind: null }, { kind: 'missing' }, { kind: 'missing' }],
    });
  });

  it.each(Object.entries(LIES))('%s', async (_, lie) => {
    const from = await liar(lie);
    const before = await databaseState(payload);
    const message = `Nothing is imported from ${from}:\n  ${lie.said.replace('DIR', from)}.`;
    const others = DOUBTS.filter((kind) => kind !== lie.allow);
    for (const asked of [{ from }, { from, allow: others }]) {
      expect(await refusal(importCapture(payload, asked))).toMatchObject({
        name: 'DoubtfulCapture',
        message,
      });
      expect(await refusal(previewImport(payload, asked))).toMatchObject({ message });
    }
    expect(await databaseState(payload)).toEqual(before);
    if (!lie.allow) return;
    const report = await importCapture(payload, { from, allow: [lie.allow] });
    const [what] = lie.said.split('; ');
    expect(importSummary(report, { from })).toContain(`\nAllowed (${lie.allow}): ${what}.\n`);
    expect(importStatus(report)).toBe(lie.status);
  });
});

it.each<[string, unknown[], unknown[]]>([
  [
    'many edits',
    [1, 2, 3, 4, 5].map((id) => group(id, { slug: `s-${id}` })),
    [1, 2, 3, 4, 5].map((id) => group(id, { title: `Άλλος ${id}`, slug: `s-${id}` })),
  ],
  [
    'half of them renamed',
    [1, 2, 3, 4].map((id) => group(id)),
    [1, 2, 3, 4].map((id) => group(id, id > 2 ? { title: `Άλλος ${id}` } : {})),
  ],
])('%s are no other portal', async (_, before, after) => {
  const other = await startPayload();
  const posts = { 'news-categories': [category(99)], 'news-posts': [post(99, { category: category(99) })] };
  await importPart(other, { 'service-groups': before });
  await importPart(other, { ...posts, 'service-groups': after });
  expect(await served(other, 'service-groups')).toEqual(after);
});

it('a capture of some lists is whole when it says so, and so are those that alone are asked for', async () => {
  const own = await startPayload();
  const files = { 'news-categories': [category(1)], [LINKS]: links };
  const sealed = await saveCapture(files);
  await seal(sealed, files);
  const report = await importCapture(own, { from: sealed });
  expect(report.lists['service-groups']?.state).toBe('passed over');
  expect(importStatus(report)).toBe(0);
  const only = await importCapture(own, { from: await saveCapture(files), only: [LINKS] });
  expect(importStatus(only)).toBe(0);
  await expect(importCapture(own, { from: sealed, only: [LINKS, 'news-posts'] })).rejects.toThrow(
    `news-posts.json is missing; ${MISSING}`,
  );
  await writeFile(path.join(sealed, 'organizations.json'), '[]');
  const passing = await importCapture(own, { from: sealed });
  expect(importSummary(passing, { from: sealed })).toContain(
    '\nPassed over: organizations.json is no capture of a list',
  );
  expect(importStatus(passing)).toBe(1);
});

it('a list that has lost more than a fifth is taken for whole when what is gone is deleted here', async () => {
  const own = await startPayload();
  await importPart(own, { [LINKS]: links });
  const bring = (left: unknown[]) => importPart(own, { [LINKS]: left }, { allow: ['missing'] });
  await bring(links.slice(2));
  await expect(bring(links.slice(3))).rejects.toThrow('has 7 elements in the capture, and 10 of earlier');
  await local(own).remove(LINKS, (await stored(own, LINKS, 1)).id);
  const { id } = await stored(own, LINKS, 2);
  await local(own).update(LINKS, id, { deletedAt: new Date().toISOString() });
  await bring(links.slice(3));
  expect(await served(own, LINKS)).toEqual(links.slice(2));
});
