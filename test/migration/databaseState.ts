import type { BasePayload } from 'payload';
import { lists } from '../../endpoints/lists/index.ts';

type Row = Record<string, unknown> & { id: number | string };

/** What no two databases share: ids, a digest that is made of them too, and when something was written. */
const OWN = new Set(['id', 'words_digest', 'createdAt', 'updatedAt', 'globalType']);

/**
 * Everything that an import leaves behind, ids replaced by names: equal for two databases that say the same, down to versions,
 * counters and the ledger.
 */
export async function databaseState(payload: BasePayload): Promise<Record<string, unknown>> {
  const names = new Map<string, string>();
  const all: Record<string, Row[]> = {};
  for (const kind of [...lists.map(({ key }) => key), 'media']) {
    all[kind] = (await payload.db.find<Row>({ collection: kind, pagination: false, limit: 0 })).docs;
    for (const row of all[kind]) names.set(`${kind} ${row.id}`, String(row.source_key ?? row.legacy_url));
  }
  const state: Record<string, unknown> = {};
  for (const [kind, rows] of Object.entries(all)) {
    const named: [string, unknown][] = [];
    for (const row of rows) {
      const versions = kind === 'media' ? [] : await versionsOf(payload, kind, row.id);
      const contents = [row, ...versions].map((each) => comparable(payload, kind, each, names));
      named.push([names.get(`${kind} ${row.id}`) ?? '', contents]);
    }
    state[kind] = Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  for (const kind of ['portal-counters', 'portal-imports']) {
    const rows = (await payload.db.find<Row>({ collection: kind, pagination: false, limit: 0 })).docs;
    // Of what is noted twice, the last counts; null forgets it.
    const place = ({ key }: Row) => Number(/\d+$/.exec(String(key))?.[0] ?? 0);
    const noted = Object.fromEntries(rows.sort((a, b) => place(a) - place(b)).flatMap(entriesOf));
    state[kind] = Object.fromEntries(
      Object.entries(noted)
        .filter(([, value]) => value !== null)
        .sort(),
    );
  }
  const settings = await payload.findGlobal({ slug: 'portal-settings', depth: 0 });
  state.settings = withoutOwn(settings);
  return state;
}

/** Of a counter, or of a row of the ledger, which may hold many entries. */
function entriesOf({ key, value, fingerprint }: Row): [string, unknown][] {
  if (value !== undefined) return [[String(key), value]];
  const noted = JSON.parse(String(fingerprint));
  return /^batch \d+$/.test(String(key)) ? Object.entries(noted) : [[String(key), noted]];
}

async function versionsOf(payload: BasePayload, kind: string, parent: number | string): Promise<Row[]> {
  const where = { parent: { equals: parent } };
  const found = await payload.db.findVersions<Row>({
    collection: kind as never,
    where,
    pagination: false,
    limit: 0,
  });
  return found.docs.map(({ version }) => version);
}

function comparable(payload: BasePayload, kind: string, row: Row, names: Map<string, string>): unknown {
  const named: Record<string, unknown> = { ...row };
  for (const field of payload.collections[kind]?.config.flattenedFields ?? []) {
    if (field.type !== 'relationship' && field.type !== 'upload') continue;
    const nameOf = (value: unknown) => names.get(`${field.relationTo} ${idOf(value)}`) ?? value;
    const value = row[field.name];
    named[field.name] = Array.isArray(value) ? value.map(nameOf) : nameOf(value);
  }
  return withoutOwn(named);
}

const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

function withoutOwn(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, each) => (OWN.has(key) ? undefined : (each ?? undefined))),
  );
}
