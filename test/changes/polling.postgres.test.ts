import { createLocalReq, type Payload } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { orderOf } from '../../src/editing/order/orderOf.ts';
import { portalReadModel } from '../../src/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, local, section, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { findPostgres, startPostgres } from '../support/postgres.ts';
import { postgresClient } from '../support/postgresClient.ts';
import { signedIn } from '../support/rest.ts';

const CATEGORIES = 'news-categories';
const within = { timeout: 20_000, interval: 20 };

/** The statements of a process, in their order. */
const statements: string[] = [];
const logger = { logQuery: (query: string) => void statements.push(query) };
const isLook = (statement: string) => statement.includes('txid_current_snapshot');

let uri: string;
let watching: Payload;
let other: Payload;
beforeAll(async () => {
  const found = await findPostgres();
  if ('missing' in found) throw new Error(found.missing);
  // Of its own: what other files write on the shared one is seen in its transactions too.
  const server = await startPostgres(found.bin);
  onFileEnd(() => server.stop());
  uri = server.uri.replace(/postgres$/, 'portal');
  watching = await startPayload({ uri, postgres: { logger }, options: { pollInterval: 20 } });
  other = await startPayload({ uri });
  await portalReadModel(watching);
});

const titles = async () => (await served(watching, CATEGORIES)).map(({ title }) => title);

/** Resolves when the database has been asked so many times more whether anything was committed. */
async function looks(count: number): Promise<void> {
  const before = statements.length;
  const seen = () => statements.slice(before).filter(isLook).length;
  await vi.waitFor(() => expect(seen()).toBeGreaterThanOrEqual(count), within);
}

describe('a PostgreSQL database', () => {
  it('gets one statement at each look while nobody writes', async () => {
    await category(watching, { title: 'Δική του' });
    await category(other, { title: 'Άλλου' });
    await vi.waitFor(async () => expect(await titles()).toContain('Άλλου'), within);
    await looks(3);
    const before = statements.length;
    await looks(20);
    expect(statements.slice(before).filter((statement) => !isLook(statement))).toEqual([]);
  });

  it('is looked through once or twice for a write of this process, and nothing is loaded again', async () => {
    const { id } = await category(watching, { title: 'Πριν' });
    await looks(3);
    await local(watching).update(CATEGORIES, id, { title: 'Μετά' });
    const before = statements.length;
    await looks(20);
    expect(statements.slice(before).filter((statement) => !isLook(statement)).length).toBeLessThan(40);
  });

  it('shows a save whose transaction was open while others were committed', async () => {
    const { id } = await category(watching, { title: 'Ανοιχτή' });
    const client = await postgresClient(uri);
    await client.query('BEGIN');
    await client.query("UPDATE news_categories SET title = 'Κλειστή', updated_at = now() WHERE id = $1", [
      id,
    ]);
    await category(other, { title: 'Στο μεταξύ' });
    await vi.waitFor(async () => expect(await titles()).toContain('Στο μεταξύ'), within);
    await looks(3);
    expect(await titles()).toContain('Ανοιχτή');
    await client.query('COMMIT');
    await client.end();
    await vi.waitFor(async () => expect(await titles()).toContain('Κλειστή'), within);
  });

  it('shows an order by hand of another process, which changes no time', async () => {
    const sections = 'featured-sections';
    const data = { [sections.replace('-', '_')]: { ordering: '' } } as never;
    await other.updateGlobal({ slug: 'portal-settings' as never, data });
    const made = [
      await section(other, { section_one_title: 'Α' }),
      await section(other, { section_one_title: 'Β' }),
    ];
    const seen = async () => (await served(watching, sections)).map((each) => each.section_one_title);
    await vi.waitFor(async () => expect(await seen()).toEqual(['Α', 'Β']), within);
    const account = { email: 'order@portal.example', password: 'a long password' };
    const user = await local(other).create('users', { ...account, roles: ['editor'], name: 'Σύνταξη' });
    const req = await createLocalReq({ user: { ...user, collection: 'users' } as never }, other);
    const { config } = other.collections[sections] ?? {};
    const { state } = await orderOf(req, config as never, undefined);
    const ids = made.map(({ id }) => id).reverse();
    const answer = await (await signedIn(other, account))('POST', `portal-order/${sections}`, { ids, state });
    expect(answer.value).toEqual({ changed: 2 });
    await vi.waitFor(async () => expect(await seen()).toEqual(['Β', 'Α']), within);
  });

  it('that closes every connection, one within a save too, ends no process and is heard of again', async () => {
    const warn = vi.spyOn(watching.logger, 'warn');
    const saving = await watching.db.beginTransaction();
    const client = await postgresClient(uri);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    await client.end();
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), within);
    await watching.db.rollbackTransaction(saving as string);
    await vi.waitFor(() => category(other, { title: 'Μετά τη διακοπή' }), within);
    await vi.waitFor(async () => expect(await titles()).toContain('Μετά τη διακοπή'), within);
  });
});
