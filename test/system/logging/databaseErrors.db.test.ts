import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { readableLogger } from '../../../src/system/logging/log.ts';
import { category, local, post, richText } from '../../support/content.ts';
import { testDatabase } from '../../support/databases.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

/** What is typed, none of which may be in the log. */
const TYPED = {
  password: 'PasswordThatIsTyped',
  title: 'TitleThatIsTyped',
  text: 'TextThatIsTyped',
  email: 'typed@portal.example',
};
const USER = { email: TYPED.email, password: TYPED.password, roles: ['admin'], author_id: 31 };

let payload: Payload;
let ask: Rest;
let secrets: string[];
let lines: string[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => lines.push(line) };
  payload = await startPayload({ config: { logger: readableLogger(stream as never) as never } });
  await local(payload).create('users', USER);
  ask = await signedIn(payload, USER);
  payload.logger.level = 'trace';
  const { id } = (await payload.find({ collection: 'users' as never })).docs[0] as { id: string };
  const user = await payload.db.findOne<{ id: string }>({
    collection: 'users',
    where: { id: { equals: id } },
  });
  const { hash, salt, sessions } = user as unknown as {
    hash: string;
    salt: string;
    sessions: { id: string }[];
  };
  secrets = [...Object.values(TYPED), hash, salt, ...sessions.map((session) => session.id)];
  for (const secret of secrets) expect(secret?.length).toBeGreaterThan(10);
});

/** Signs in, makes and changes a document: each fails, or nothing is said. Gives what the log has of it. */
async function logOf(work: () => Promise<unknown> = everything): Promise<string> {
  lines = [];
  await work();
  for (const line of lines) expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] [A-Z]+: \P{Cc}+\n$/u);
  // The audit log says titles on purpose.
  const log = lines.filter((line) => !line.includes('INFO: Audit: ')).join('');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  return log;
}

async function everything(): Promise<void> {
  // Too long for the pages that a database has free.
  const content = richText(TYPED.text.repeat(20_000));
  await ask('POST', 'users/login', USER);
  await ask('POST', 'users/login', { ...USER, password: 'wrong' });
  await ask('POST', 'news-categories', { title: TYPED.title, slug: 'typed', _status: 'published' });
  await ask('POST', 'news-posts?draft=true', { title: TYPED.title, content, _status: 'draft' });
  await ask('POST', 'users', { ...USER, email: `other-${USER.email}` });
  await ask('GET', `users?where[email][equals]=${TYPED.email}`);
}

it('the log has nothing of a form that is no JSON', async () => {
  const form = new FormData();
  form.set('_payload', `{"password":${TYPED.password}}`);
  expect(await logOf(() => ask('POST', 'users/login', form))).toContain('ERROR: SyntaxError [');
});

function onSqlite(): void {
  const run = (statement: string) =>
    (payload.db as unknown as { drizzle: { run(statement: string): Promise<unknown> } }).drizzle.run(
      statement,
    );

  it('has that the disk is full, and no more', async () => {
    await run('PRAGMA max_page_count = 1');
    const log = await logOf();
    await run('PRAGMA max_page_count = 1000000');
    expect(log).toMatch(/database or disk is full.* \(SQLITE_FULL\)|SQLITE_FULL: database or disk is full/);
    await run('PRAGMA max_page_count = 1');
    const data = { title: TYPED.title, content: richText(TYPED.text.repeat(20_000)) };
    const { status, value } = await ask('POST', 'news-posts?draft=true', data);
    await run('PRAGMA max_page_count = 1000000');
    expect([status, value]).toEqual([
      507,
      {
        errors: [
          {
            message:
              'Not saved. The disk of the server is full. Leave this page open, tell the administrator of the server, and try again.',
          },
        ],
      },
    ]);
  });

  it('has that the file is read-only', async () => {
    await run('PRAGMA query_only = 1');
    const log = await logOf();
    await run('PRAGMA query_only = 0');
    expect(log).toContain('attempt to write a readonly database (SQLITE_READONLY)');
    await run('PRAGMA query_only = 1');
    const { status, headers } = await ask('POST', 'news-categories', { title: TYPED.title, slug: 'read' });
    await run('PRAGMA query_only = 0');
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
  });

  it('has which table or column is missing', async () => {
    await run('ALTER TABLE news_categories RENAME COLUMN title TO elsewhere');
    expect(await logOf()).toMatch(/no column named title|no such column: \S*title/);
    await run('ALTER TABLE news_categories RENAME COLUMN elsewhere TO title');
    await run('ALTER TABLE users_sessions RENAME TO elsewhere');
    expect(await logOf()).toContain('no such table: users_sessions');
    await run('ALTER TABLE elsewhere RENAME TO users_sessions');
  });
}

function onMongodb(): void {
  const collections = () => (payload.db as unknown as { connection: Connection }).connection;
  interface Connection {
    collection(name: string): {
      createIndex(key: object, options: object): Promise<string>;
      dropIndex(name: string): Promise<unknown>;
    };
    getClient(): { close(): Promise<void> };
  }

  it('has which index a second value violates, without the value', async () => {
    const categories = collections().collection('_news-categories_versions');
    const name = await categories.createIndex({ 'version.title': 1 }, { unique: true });
    const log = await logOf(async () => {
      for (const slug of ['one', 'two']) await ask('POST', 'news-categories', { title: TYPED.title, slug });
    });
    await categories.dropIndex(name);
    expect(log).toContain('E11000 duplicate key error');
  });

  it('has that saves at once were in each other’s way', async () => {
    const { id } = await post(payload, { category: (await category(payload)).id });
    const log = await logOf(() =>
      Promise.all(
        Array.from({ length: 6 }, () =>
          ask('PATCH', `news-posts/${id}`, { title: TYPED.title, content: richText(TYPED.text) }),
        ),
      ),
    );
    expect(log).toMatch(/write conflict|WriteConflict/i);
  });

  it('has that the connection is lost', async () => {
    await collections().getClient().close();
    expect(await logOf()).toMatch(/Mongo\w*Error: /);
  });
}

describe('the log', testDatabase() === 'sqlite' ? onSqlite : onMongodb);
