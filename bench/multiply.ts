import type { CollectionSlug, Payload } from 'payload';
import { importing } from '../collections/save/saveContext.ts';
import { documentData } from '../src/migration/apply/writeDocument.ts';
import { Portal } from './portal.ts';

interface Filled {
  ours: string;
  /** A collection that gets the same rows. @default none */
  plain?: string;
  count: number;
}

/** So many documents of each collection are imported; the others are copies of their rows with other ids. */
const SEEDS = 100;
/** One in so many is withdrawn. */
const WITHDRAWN = 50;

/** What sets copies apart: numbers that are unique in a portal, and texts that no two documents may share. */
const NUMBERS = ['api_id', 'position'];
const TEXTS = ['title', 'slug'];

/** Fills the collections, and the plain ones with the same rows. */
export async function multiply(payload: Payload, filled: readonly Filled[]): Promise<void> {
  const portal = new Portal('small');
  const ids = new Map<string, number>();
  for (let number = 0; number < portal.size.categories; number += 1) await make(portal.category(number));
  for (let number = 0; number < SEEDS; number += 1) {
    await make(portal.post(number), number % WITHDRAWN === 1);
    await make(portal.link(number), number % WITHDRAWN === 1);
  }
  for (const { count, ...names } of filled) await copyRows(payload, { ...names, times: count / SEEDS });

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

interface Copied extends Omit<Filled, 'count'> {
  times: number;
}

type Drizzle = {
  all(query: string): Promise<Record<string, unknown>[]>;
  run(query: string): Promise<unknown>;
};

async function copyRows({ db }: Payload, { ours, plain, times }: Copied): Promise<void> {
  const { drizzle } = db as unknown as { drizzle: Drizzle };
  const snake = (slug: string) => slug.replaceAll('-', '_');
  for (const prefix of ['', '_']) {
    const tableOf = (slug: string) => `${prefix}${snake(slug)}${prefix && '_v'}`;
    const from = tableOf(ours);
    const columns = (await drizzle.all(`SELECT name FROM pragma_table_info('${from}')`)).map(({ name }) =>
      String(name),
    );
    const names = columns.map((name) => `"${name}"`).join();
    const copies = `WITH RECURSIVE copies(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${times - 1})`;
    if (times > 1)
      await drizzle.run(
        `INSERT INTO "${from}" (${names}) ${copies} SELECT ${columns.map(inCopy).join()} FROM "${from}", copies`,
      );
    if (plain) await drizzle.run(`INSERT INTO "${tableOf(plain)}" (${names}) SELECT ${names} FROM "${from}"`);
  }
  await drizzle.run('ANALYZE');
}

function inCopy(column: string): string {
  const field = column.replace(/^version_/, '');
  // Far enough apart: the versions of one seed are few.
  if (column === 'id' || column === 'parent_id' || NUMBERS.includes(field))
    return `"${column}" + copy * 1000`;
  return TEXTS.includes(field) ? `"${column}" || '-' || copy` : `"${column}"`;
}
