import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { ADMIN } from './portal.ts';
import { read, titlesOf } from './reader.ts';

/** The list that the steady editor adds to. Its documents are the smallest. */
export const LIST = 'news-categories';

export function listUrl({ url }: { url: string }): string {
  return `${url}/el/api/v1/${LIST}/`;
}

interface RestAnswer {
  status: number;
  value: Record<string, unknown>;
  session?: string | undefined;
}

export interface RestEditor {
  /** @throws Error if there is no response: the connection fails, or a minute passes */
  rest(method: string, path: string, data?: object): Promise<RestAnswer>;
  /** Publishes a category. True if the server has acknowledged it. */
  publish(title: string): Promise<boolean>;
}

/** The time limit of a response, in milliseconds. A save may have to wait for the database. */
const TIMEOUT = 60_000;

/** Signs in at a server. Waits for its cms if necessary. */
export async function signInByRest({ url }: { url: string }): Promise<RestEditor> {
  const agent = new Agent({ keepAlive: true });
  let session: string | undefined;

  async function rest(method: string, path: string, data?: object): Promise<RestAnswer> {
    const body = data && JSON.stringify(data);
    const sent = request(`${url}/api/${path}`, {
      agent,
      method,
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        // Not as a cookie, which the server accepts only from pages of its public address.
        ...(session && { Authorization: `JWT ${session.split('=')[1]}` }),
        ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      },
    });
    return new Promise((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', (response) => {
        const { statusCode: status = 0, headers } = response;
        const cookie = headers['set-cookie']?.[0]?.split(';')[0];
        text(response).then((answer) => resolve({ status, value: parsed(answer), session: cookie }), reject);
      });
      sent.end(body);
    });
  }

  for (const deadline = Date.now() + TIMEOUT; ; await sleep(100)) {
    const { status, session: given } = await rest('POST', 'users/login', ADMIN);
    if (status === 200) {
      session = given;
      break;
    }
    if (status !== 503 || Date.now() > deadline) throw new Error(`signing in: ${status}`);
  }

  return {
    rest,
    async publish(title) {
      const category = { title, _status: 'published' };
      return (await rest('POST', LIST, category)).status === 201;
    },
  };
}

function parsed(answer: string): Record<string, unknown> {
  try {
    return JSON.parse(answer) as Record<string, unknown>;
  } catch {
    return { answer };
  }
}

interface Saves {
  /** Titles of acknowledged saves. */
  acknowledged: string[];
  /** Titles of failed or unanswered saves, which may or may not be stored. */
  refused: string[];
  /** Acknowledged titles that the read right after the answer did not show. */
  stale: string[];
}

/** Saves documents until it is stopped. Each save is followed at once by a read. */
export interface SteadyEditor {
  /** Waits for so many more acknowledged saves. @throws Error after two minutes */
  more(count: number): Promise<void>;
  /** Waits until `limit` saves have been tried. */
  finished(): Promise<Saves>;
  stop(): Promise<Saves>;
}

/** Options of {@link saveSteadily}. */
export interface SaveSteadilyOptions {
  /** The number of parallel saves. @default 2 */
  atATime?: number;
  /** The maximum number of saves. @default no limit */
  limit?: number;
  /** Called after each acknowledged save and its read. Its errors are ignored. */
  afterEach?: () => Promise<unknown>;
}

/**
 * Publishes categories, several in parallel, and reads the list after each answer on a separate connection.
 *
 * @param prefix the beginning of their titles
 */
export function saveSteadily(
  server: { url: string },
  editor: RestEditor,
  prefix: string,
  { atATime = 2, limit = Number.POSITIVE_INFINITY, afterEach }: SaveSteadilyOptions = {},
): SteadyEditor {
  const saves: Saves = { acknowledged: [], refused: [], stale: [] };
  const agent = new Agent({ keepAlive: true });
  let saving = true;
  let number = 0;

  function shows(title: string): Promise<boolean> {
    return read(listUrl(server), agent).then(
      ({ status, body }) => status === 200 && titlesOf(body).has(title),
      () => false,
    );
  }

  async function saveOn(): Promise<void> {
    while (saving && number < limit) {
      number += 1;
      const title = `${prefix} ${number}`;
      const acknowledged = await editor.publish(title).catch(() => false);
      if (acknowledged) {
        saves.acknowledged.push(title);
        if (!(await shows(title))) saves.stale.push(title);
        await afterEach?.().catch(() => {});
        // Without a limit, the test waits for something else, which needs the processor.
        if (limit === Number.POSITIVE_INFINITY) await sleep(60);
      } else {
        saves.refused.push(title);
        // A missing cms refuses at once.
        await sleep(50);
      }
    }
  }

  const loops = Array.from({ length: atATime }, saveOn);
  async function finished(): Promise<Saves> {
    await Promise.all(loops);
    agent.destroy();
    return saves;
  }

  return {
    finished,
    async more(count) {
      const wanted = saves.acknowledged.length + count;
      await vi.waitFor(() => expect(saves.acknowledged.length).toBeGreaterThanOrEqual(wanted), {
        timeout: 2 * TIMEOUT,
      });
    },
    stop() {
      saving = false;
      return finished();
    },
  };
}
