import type { Payload } from 'payload';
import { describe, expect, it, vi } from 'vitest';
import { takeLock } from '../../src/migration/apply/lock.ts';
import { startPayload } from '../support/payload.ts';
import { category, type Files, group, post, related, section, usefulLink } from './captures.ts';
import { databaseState } from './databaseState.ts';
import { dieAfter } from './dieAfter.ts';
import { importPart } from './imports.ts';

const image = 'https://cdn.portal.example/a.png';
const [first, second] = [section(1, ['a', 'b']), section(2, ['c'])];

/** One of everything that an import has to put together. */
const FILES: Files = {
  'featured-sections': [first, second],
  'featured-sections.ordering=-section_two_links': [first, second, first],
  'service-groups': [group(2), group(1)],
  'news-categories': [category(1), category(2)],
  'news-posts': [
    post(9, { related: [related(8), related(7)], more: { content: '<p>α<table><tr><td>β</table>' } }),
    post(8, { category: category(3), related: [related(9, { content: '<p>α<table><tr><td>β</table>' })] }),
    post(6, { more: { post_image: image, content: '' }, related: [] }),
    post(6, { more: { post_image: image, content: '' }, related: [] }),
  ],
  'service-useful-links': [usefulLink(5), usefulLink(5), usefulLink(4, { description: '<p>γ</p>' })],
};

/** So many writes lie between two places where it is killed. */
const STEP = 23;

describe('an import that is killed and run again', () => {
  it('comes to the same end as one that was not, wherever it was killed', async () => {
    const clean = await startPayload();
    const counted = dieAfter(clean);
    await importPart(clean, FILES);
    counted.revive();
    const expected = await databaseState(clean);

    for (let writes = 1; writes < counted.count(); writes += STEP) {
      const payload = await startPayload();
      const dying = dieAfter(payload, writes);
      await expect(importPart(payload, FILES), `killed after ${writes} writes`).rejects.toThrow();
      dying.revive();
      const report = await importPart(payload, FILES);
      expect(Object.values(report.lists).flatMap(({ refused }) => refused)).toEqual([]);
      expect(await databaseState(payload), `killed after ${writes} writes`).toEqual(expected);
    }
  }, 240_000);

  it('leaves nothing behind of what the source does not have any more', async () => {
    const payload = await startPayload();
    const dying = dieAfter(payload, 12);
    const before = { 'news-categories': [1, 2, 3, 4, 5, 6].map((id) => category(id)) };
    await expect(importPart(payload, before)).rejects.toThrow();
    dying.revive();
    await importPart(payload, { 'news-categories': [category(9)] });
    const { docs } = await payload.db.find<{ id: string; _status: string }>({
      collection: 'news-categories',
    });
    expect(docs.filter(({ _status }) => _status === 'draft')).toEqual([]);
  });
});

describe('two imports on one database', () => {
  it('the second refuses while the first is at work', async () => {
    const payload = await startPayload();
    const lock = await takeLock(payload);
    const files = { 'news-categories': [category(1)] };
    await expect(importPart(payload, files)).rejects.toThrow(
      `Another import is running on this database: process ${process.pid} on `,
    );
    await lock.release();
    expect((await importPart(payload, files)).lists['news-categories']?.created).toBe(1);
  });

  /** A row as an import on another machine writes it, that gave its last sign of life so long ago, in milliseconds. */
  async function importElsewhere(payload: Payload, ago: number): Promise<void> {
    const seen = new Date(Date.now() - ago).toISOString();
    const fingerprint = JSON.stringify({ host: 'elsewhere', pid: 1, since: 'then', seen });
    await payload.db.create({ collection: 'portal-imports', data: { key: 'lock', fingerprint } });
  }

  it('the second refuses while one of another machine gives signs of life', async () => {
    const payload = await startPayload();
    await importElsewhere(payload, 50_000);
    await expect(takeLock(payload)).rejects.toThrow(
      /process 1 on elsewhere, since then\. .* If it was killed, the database is free in (?:10|[1-9]) seconds\.$/,
    );
  });

  it('the second takes over, and says so, where another machine has given none for a minute', async () => {
    const payload = await startPayload();
    const said = vi.spyOn(payload.logger, 'error').mockImplementation(() => {});
    await importElsewhere(payload, 61_000);
    const lock = await takeLock(payload);
    expect(said.mock.calls).toEqual([
      [
        'The import of process 1 on elsewhere, which began then, has given no sign of life for a minute: it is taken over.',
      ],
    ]);
    lock.check();
    await lock.release();
    const where = { key: { equals: 'lock' } };
    expect((await payload.db.count({ collection: 'portal-imports', where })).totalDocs).toBe(0);
  });

  it('one that was asleep for long and lost its place stops', async () => {
    const payload = await startPayload();
    const lock = await takeLock(payload, { sign: 20, silence: 200 });
    const where = { key: { equals: 'lock' } };
    await payload.db.updateOne({ collection: 'portal-imports', where, data: { fingerprint: '{}' } });
    await expect.poll(() => captured(() => lock.check())).toMatch('Another import has taken over');
    await lock.release();
  });
});

function captured(work: () => void): string {
  try {
    work();
    return '';
  } catch (error) {
    return String(error);
  }
}
