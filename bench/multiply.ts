import type { CollectionSlug, Payload } from 'payload';
import { importing } from '../collections/save/saveContext.ts';
import { documentData } from '../src/migration/apply/writeDocument.ts';
import { Portal } from './portal.ts';

interface Filled {
  ours: string;
  plain: string;
  count: number;
}

/** So many documents of each collection are imported; the others are copies of their rows with other ids. */
const SEEDS = 100;
/** One in so many is withdrawn. */
const WITHDRAWN = 50;

/** Fills the collections, and the plain ones with the same rows. */
export async function multiply(payload: Payload, filled: readonly Filled[]): Promise<void> {
  const portal = new Portal('small');
  const ids = new Map<string, number>();
  for (let number = 0; number < portal.size.categories; number += 1) await make(portal.category(number));
  for (let number = 0; number < SEEDS; number += 1) {
    await make(portal.post(number), number % WITHDRAWN === 1);
    await make(portal.link(number), number % WITHDRAWN === 1);
  }
  for (const { ours, plain, count } of filled) await copyRows(payload, { ours, plain, times: count / SEEDS });

  async function make(
    { kind, id, document }: ReturnType<Portal['post']>,
    isWithdrawn = false,
  ): Promise<void> {
    const collection = kind as CollectionSlug;
    const fields = payload.collections[collection]?.config.flattenedFields ?? [];
    const data = { ...documentData(document as never, fields, (each) => ids.get(each)), listed: true };
    const options = { collection, context: importing(kind, undefined, { ...document }) };
    const made = await payload.create({ ...options, data: { ...data, _status: 'published' } as never });
    ids.set(id, Number(made.id));
    if (isWithdrawn) await payload.update({ collection, id: made.id, data: { _status: 'draft' } as never });
  }
}

interface Copied {
  ours: string;
  plain: string;
  times: number;
}

type Drizzle = {
  all(query: string): Promise<Record<string, unknown>[]>;
  run(query: string): Promise<unknown>;
};

async function copyRows({ db }: Payload, { ours, plain, times }: Copied): Promise<void> {
  const { drizzle } = db as unknown as { drizzle: Drizzle };
  const snake = (slug: string) => slug.replaceAll('-', '_');
  for (const [from, to] of [
    [snake(ours), snake(plain)],
    [`_${snake(ours)}_v`, `_${snake(plain)}_v`],
  ] as const) {
    const columns = (await drizzle.all(`SELECT name FROM pragma_table_info('${from}')`)).map(({ name }) =>
      String(name),
    );
    const moved = columns.map((name) =>
      // Far enough apart: the versions of one seed are few.
      name === 'id' || name === 'parent_id' ? `${name} + copy * 1000` : `"${name}"`,
    );
    const names = columns.map((name) => `"${name}"`).join();
    const copies = `WITH RECURSIVE copies(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${times - 1})`;
    if (times > 1)
      await drizzle.run(
        `INSERT INTO "${from}" (${names}) ${copies} SELECT ${moved.join()} FROM "${from}", copies`,
      );
    await drizzle.run(`INSERT INTO "${to}" (${names}) SELECT ${names} FROM "${from}"`);
  }
  await drizzle.run('ANALYZE');
}
