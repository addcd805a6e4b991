import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import type { Payload } from 'payload';
import { expect, it } from 'vitest';
import { importSummary } from '../../src/commands/importSummary.ts';
import { importCapture, previewImport } from '../../src/migration/index.ts';
import { editor } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Files, group, post, saveCapture, whole } from './captures.ts';
import { dieAfter } from './dieAfter.ts';

const GROUPS = 'service-groups';
const RUNS = { collection: 'portal-import-runs' as never, overrideAccess: false, depth: 0 } as const;

/** The runs as a user reads them, newest first. */
async function runs(payload: Payload, roles = ['admin']) {
  const { docs } = await payload.find({ ...RUNS, user: await editor(payload, roles) });
  return docs as unknown as (Record<string, unknown> & { id: number })[];
}

it('each import is recorded: who, when, of what, by which plan, and what it did; admins read it and nobody writes it', async () => {
  const payload = await startPayload();
  const from = await saveCapture({ [GROUPS]: [group(1), group(2)] });
  const { plan } = await previewImport(payload, { from, allow: ['missing'] });
  const before = Date.now();
  await importCapture(payload, { from, allow: ['missing'] });
  await importCapture(payload, { from, allow: ['missing'] });
  const [again, run] = await runs(payload);
  const body = await readFile(path.join(from, `${GROUPS}.json`));
  const none = { created: 0, updated: 0, unchanged: 0, kept: 0, refused: 0, withdrawn: 0 };
  expect(run).toMatchObject({
    state: 'finished',
    operator: `${userInfo().username}@${hostname()}`,
    folder: from,
    capturedAt: null,
    plan,
    captures: [{ file: `${GROUPS}.json`, count: 2, sha256: createHash('sha256').update(body).digest('hex') }],
  });
  expect(run?.outcome).toContainEqual({ ...none, list: GROUPS, created: 2 });
  expect(again?.outcome).toContainEqual({ ...none, list: GROUPS, unchanged: 2 });
  const [began, ended] = [run?.began, run?.ended].map((time) => Date.parse(String(time)));
  const times = [before, began, ended, Date.now()];
  expect(times).toEqual([...times].sort());
  const ofContent = { action: { not_equals: 'userCreated' } };
  const log = await payload.db.find({ collection: 'portal-audit-log', sort: 'id', where: ofContent });
  const entry = { action: 'imported', who: run?.operator };
  expect(log.docs).toMatchObject([
    { ...entry, note: 'created: 2, updated: 0, withdrawn: 0' },
    { ...entry, note: 'created: 0, updated: 0, withdrawn: 0' },
  ]);

  for (const roles of [['editor'], ['author']]) await expect(runs(payload, roles)).rejects.toThrow();
  const user = await editor(payload, ['admin']);
  const data = { state: 'finished' } as never;
  const id = run?.id ?? 0;
  await expect(payload.create({ ...RUNS, user, data })).rejects.toThrow();
  await expect(payload.update({ ...RUNS, user, data, id })).rejects.toThrow();
  await expect(payload.delete({ ...RUNS, user, id })).rejects.toThrow();
});

it('an import that broke off is seen as that, and the next one goes on with its record', async () => {
  const payload = await startPayload();
  const from = await saveCapture({ [GROUPS]: [group(1), group(2)] });
  const dying = dieAfter(payload, 12);
  await expect(importCapture(payload, { from, allow: ['missing'] })).rejects.toThrow();
  dying.revive();
  expect((await runs(payload)).map(({ state }) => state)).toEqual(['running']);
  // What happens after a minute without a sign of life.
  await payload.db.deleteMany({ collection: 'portal-imports', where: { key: { equals: 'lock' } } });
  expect((await runs(payload)).map(({ state }) => state)).toEqual(['interrupted']);
  await importCapture(payload, { from, allow: ['missing'] });
  expect((await runs(payload)).map(({ state }) => state)).toEqual(['finished']);
});

it('the newest hundred imports are kept', async () => {
  const payload = await startPayload();
  const began = (n: number) => new Date(Date.UTC(2020, 0, 1, 0, n)).toISOString();
  for (let n = 0; n < 101; n++) {
    const data = { state: 'finished', began: began(n), folder: `${n}` };
    await payload.db.create({ collection: RUNS.collection, data });
  }
  await importCapture(payload, { from: await saveCapture(whole({ [GROUPS]: [group(1)] })) });
  const { docs } = await payload.find({
    ...RUNS,
    user: await editor(payload, ['admin']),
    pagination: false,
    sort: 'began',
  });
  expect(docs).toHaveLength(100);
  expect(docs[0]).toMatchObject({ folder: '2', state: 'finished' });
});

it('authors, hosts and active texts are said when they are others than the last import has said', async () => {
  const payload = await startPayload();
  const bring = async (files: Files) => {
    const from = await saveCapture(whole(files));
    return importSummary(await importCapture(payload, { from, allow: ['empty'] }), { from });
  };
  const said = (summary: string) =>
    ['What fields and texts point to:', 'Active in imported texts', 'Authors in the capture'].filter(
      (heading) => summary.includes(heading),
    );
  const active = post(1, {
    more: { content: '<p onclick="x()">α</p>', post_image: 'https://cdn.example/a.png' },
  });
  const all = said(await bring({ 'news-posts': [active] }));
  expect(all).toHaveLength(3);
  expect(said(await bring({ 'news-posts': [active], [GROUPS]: [group(1)] }))).toEqual([]);
  expect(said(await bring({ 'news-posts': [{ ...active, author: 2 }] }))).toEqual(['Authors in the capture']);
});
