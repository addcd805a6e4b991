import { randomUUID } from 'node:crypto';
import { type SQLiteAdapterArgs, sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, type Config, getPayload, handleEndpoints, type Payload } from 'payload';
import { expect, it } from 'vitest';
import { onFileEnd } from '../support/cleanup.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

const SERVER_URL = 'https://stock.example';

/** A mend, what stock Payload does without it, and what that comes to. */
export type Claim = [mend: string, does: string, seen: () => Promise<unknown>, expected: unknown];

/** Claims that Payload does what the mends are for; one that fails says which of them can go. */
export function stockPayload(claims: readonly Claim[]): void {
  it.each(claims)('%s: stock Payload %s', async (mend, _does, seen, expected) => {
    expect(await seen(), `Payload has mended it: src/payload/${mend} can go.`).toEqual(expected);
  });
}

const keys = new WeakMap<Payload, string>();

/** A Payload with nothing of this project's, on an SQLite database of its own. */
export async function startStock(
  config: Partial<Config>,
  database: Partial<SQLiteAdapterArgs> = {},
): Promise<Payload> {
  // Else a second database of the same schema in one process would get no tables.
  process.env.PAYLOAD_FORCE_DRIZZLE_PUSH = 'true';
  const key = randomUUID();
  const payload = await getPayload({
    key,
    config: buildConfig({
      secret: 'a secret for tests only',
      serverURL: SERVER_URL,
      db: sqliteAdapter({ client: { url: await freshDatabaseUri('sqlite') }, push: true, ...database }),
      graphQL: { disable: true },
      telemetry: false,
      typescript: { autoGenerate: false },
      logger: { options: { level: 'fatal' } },
      ...config,
    }),
  });
  keys.set(payload, key);
  onFileEnd(() => payload.destroy());
  return payload;
}

/** Payload's REST, without a server. */
export type Ask = (
  method: string,
  path: string,
  data?: object,
) => Promise<{ status: number; value: Record<string, unknown>; headers: Headers }>;

/** REST as nobody, or with these headers. */
export function asking(payload: Payload, headers: Record<string, string> = {}): Ask {
  return async (method, path, data) => {
    const request = new Request(`${SERVER_URL}/api/${path}`, {
      method,
      headers: { Origin: SERVER_URL, 'Content-Type': 'application/json', ...headers },
      ...(data && { body: JSON.stringify(data) }),
    });
    const payloadInstanceCacheKey = keys.get(payload) ?? '';
    const response = await handleEndpoints({ config: payload.config, payloadInstanceCacheKey, request });
    const value = JSON.parse((await response.text()) || '{}');
    return { status: response.status, value, headers: response.headers };
  };
}

/** A user, signed in. */
export async function stockUser(payload: Payload, email: string) {
  const data = { email, password: 'a long password' };
  const { id } = await payload.create({ collection: 'users', data: data as never });
  const { headers } = await asking(payload)('POST', 'users/login', data);
  return { id, ask: asking(payload, { Cookie: sessionCookie(headers) }) };
}
