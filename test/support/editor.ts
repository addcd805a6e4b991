import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { ADMIN } from './portal.ts';
import { read, titlesOf } from './reader.ts';

/** The list that the steady editor adds to: its documents are the smallest. */
export const LIST = 'news-categories';

/** Where a server serves it. */
export function listUrl({ url }: { url: string }): string {
  return `${url}/el/api/v1/${LIST}/`;
}

/** An answer of Payload's REST. */
interface RestAnswer {
  status: number;
  value: Record<string, unknown>;
  /** The cookie that it sets. */
  session?: string | undefined;
}

/** A signed-in user of Payload's REST. */
export interface RestEditor {
  /** @throws Error when no answer comes: the connection fails, or a minute passes */
  rest(method: string, path: string, data?: object): Promise<RestAnswer>;
  /** Publishes a category; true when the server has acknowledged it. */
  publish(title: string): Promise<boolean>;
}

/** How long an answer may take, in milliseconds. A save may wait for a database to come back. */
const PATIENCE = 60_000;

/** Signs in at a server, waiting for its cms where that is not up yet. */
export async function signInByRest({ url }: { url: string }): Promise<RestEditor> {
  const agent = new Agent({ keepAlive: true });
  let session: string | undefined;

  async function rest(method: string, path: string, data?: object): Promise<RestAnswer> {
    const body = data && JSON.stringify(data);
    const sent = request(`${url}/api/${path}`, {
      agent,
      method,
      signal: AbortSignal.timeout(PATIENCE),
      headers: {
        // Not as a cookie: that is taken from pages of the server's public address alone.
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

  for (const deadline = Date.now() + PATIENCE; ; await sleep(100)) {
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

/** What has come of an editor's saves. */
interface Saves {
  /** Titles whose save the server has answered with success. */
  acknowledged: string[];
  /** Titles whose save failed, or was never answered: they may be stored or not. */
  refused: string[];
  /** Acknowledged titles that the read right after the answer did not show, or that could not be read. */
  stale: string[];
}

/** Saves one document after the other until it is stopped, each followed at once by a read. */
export interface SteadyEditor {
  /** Waits until so many more saves have been acknowledged. @throws Error after two minutes */
  more(count: number): Promise<void>;
  /** Waits until `limit` saves have been tried. */
  finished(): Promise<Saves>;
  stop(): Promise<Saves>;
}

/** How it is saved. */
export interface SaveSteadilyOptions {
  /** Saves that are under way at a time. @default 2 */
  atATime?: number;
  /** How many saves there are at most. @default no limit */
  limit?: number;
  /**
   * How many reads follow each answer at once, each on a connection of its own: those are handed to several fronts in
   * turn. @default one, on a connection that is kept
   */
  reads?: number;
  /** Done after each save that was acknowledged, and its read, before the next. What it throws is left aside. */
  afterEach?: () => Promise<unknown>;
}

/**
 * Publishes categories, several at a time, and reads the list after each answer, on a connection that is not the
 * editor's.
 *
 * @param prefix what their titles begin with
 */
export function saveSteadily(
  server: { url: string },
  editor: RestEditor,
  prefix: string,
  { atATime = 2, limit = Number.POSITIVE_INFINITY, reads, afterEach }: SaveSteadilyOptions = {},
): SteadyEditor {
  const saves: Saves = { acknowledged: [], refused: [], stale: [] };
  const agent = new Agent({ keepAlive: true });
  let saving = true;
  let number = 0;

  function shows(title: string, by: Agent | undefined): Promise<boolean> {
    return read(listUrl(server), by).then(
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
        const agents = reads ? new Array<undefined>(reads).fill(undefined) : [agent];
        const shown = await Promise.all(agents.map((each) => shows(title, each)));
        if (!shown.every(Boolean)) saves.stale.push(title);
        await afterEach?.().catch(() => {});
        // Whoever only goes on until something has happened leaves the processor to that.
        if (limit === Number.POSITIVE_INFINITY) await sleep(60);
      } else {
        saves.refused.push(title);
        // a cms that is away refuses at once
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
        timeout: 2 * PATIENCE,
      });
    },
    stop() {
      saving = false;
      return finished();
    },
  };
}
