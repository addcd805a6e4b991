import { setTimeout as sleep } from 'node:timers/promises';
import type { BasePayload, Where } from 'payload';
import { LINKS, type LinkRow } from '../collections.ts';
import { findAll } from '../documents/rowsOf.ts';
import { LinkClient, type LinkClientOptions, type Outcome } from './LinkClient.ts';

export interface DueOptions extends LinkClientOptions {
  /** Addresses that were last checked before are asked for again (milliseconds since 1970). */
  night: number;
  /** When to begin no more requests. */
  until: number;
  signal?: AbortSignal | undefined;
  /** Milliseconds until an address that has failed once is asked for again. @default an hour */
  again?: number;
}

const HOUR = 3_600_000;
const MAX_WAIT = 24 * HOUR;
/** How many hosts are asked at the same time, and how many addresses of each are looked up at once. */
const MAX_HOSTS = 10;
const MAX_ADDRESSES = 100;
/** If so many hosts are asked and none answers, it is this machine that has no connection. */
const MIN_SILENT_HOSTS = 3;

/** When hosts want to be asked again, which their links do not say: a request may be for another one of them. */
const waiting = new Map<string, number>();

/** Checks the links that are due, one request at a time to each host, and keeps what it has found. */
export async function checkDue(payload: BasePayload, options: DueOptions): Promise<void> {
  const { until } = options;
  const { values } = await payload.db.findDistinct({ collection: LINKS, field: 'host', where: due(options) });
  const hosts = values
    .map(({ host }) => String(host))
    .filter((host) => (waiting.get(host) ?? 0) <= Date.now());
  const client = new LinkClient(options);
  const silent = new Silence(payload);
  const next = hosts.values();
  const work = async () => {
    for (const host of next)
      if (Date.now() < until) await checkHost(payload, host, { ...options, client, silent });
  };
  try {
    await Promise.all(Array.from({ length: MAX_HOSTS }, work));
    await silent.end();
  } finally {
    await client.close();
  }
}

function due({ night }: DueOptions): Where {
  return {
    or: [
      { checkedAt: { exists: false } },
      { and: [{ checkedAt: { less_than: iso(night) } }, { retryAt: { exists: false } }] },
      { retryAt: { less_than_equal: iso(Date.now()) } },
    ],
  };
}

interface HostOptions extends DueOptions {
  client: LinkClient;
  silent: Silence;
}

async function checkHost(payload: BasePayload, host: string, options: HostOptions): Promise<void> {
  const { client, pause = 1000, signal, silent, until } = options;
  const { docs } = await payload.db.find<LinkRow>({
    collection: LINKS,
    limit: MAX_ADDRESSES,
    pagination: false,
    // Those that have waited longest.
    sort: ['checkedAt', 'id'],
    where: { and: [{ host: { equals: host } }, due(options)] },
  });
  const addresses = [...new Set(docs.map(({ address }) => address))];
  for (const [at, address] of addresses.entries()) {
    if (at > 0 && !(await rested(pause, signal))) return;
    if (Date.now() >= until || signal?.aborted) return;
    const outcome = await client.ask(address, signal).catch((error: unknown) => {
      if (signal?.aborted) return undefined;
      throw error;
    });
    if (!outcome) return;
    const isSilent = outcome.state === 'failed' && (outcome.reason === 'host' || outcome.reason === 'silent');
    const save = () => keep(payload, address, outcome, options);
    if (outcome.state !== 'unasked') silent.asked(host, isSilent);
    if (isSilent) silent.hold(save);
    else await save();
    if (outcome.state === 'later') waiting.set(host, Date.now() + Math.min(outcome.wait, MAX_WAIT));
    // Its other pages are asked for in the next turn.
    if (isSilent || outcome.state === 'later') return;
  }
}

/** False if it was ended. */
function rested(pause: number, signal: AbortSignal | undefined): Promise<boolean> {
  return sleep(pause, true, { signal }).catch(() => false);
}

/** What was found by hosts that do not answer. It counts once another host has answered, or if only few were asked. */
class Silence {
  readonly #payload: BasePayload;
  readonly #hosts = new Set<string>();
  #hasAnswer = false;
  #held: (() => Promise<void>)[] = [];

  constructor(payload: BasePayload) {
    this.#payload = payload;
  }

  asked(host: string, isSilent: boolean): void {
    this.#hosts.add(host);
    this.#hasAnswer ||= !isSilent;
  }

  hold(save: () => Promise<void>): void {
    this.#held.push(save);
  }

  async end(): Promise<void> {
    if (!this.#hasAnswer && this.#hosts.size >= MIN_SILENT_HOSTS) {
      this.#payload.logger.warn(
        `Links are not checked: none of ${this.#hosts.size} sites answers, so this machine seems to have no connection. They are asked again in an hour.`,
      );
      for (const host of this.#hosts) waiting.set(host, Date.now() + HOUR);
      return;
    }
    for (const save of this.#held) await save();
  }
}

/** Keeps what was found of an address at all links to it. */
async function keep(
  payload: BasePayload,
  address: string,
  outcome: Outcome,
  { again = HOUR }: DueOptions,
): Promise<void> {
  const rows = await findAll<LinkRow>(payload, LINKS, { address: { equals: address } });
  const now = Date.now();
  for (const row of rows) {
    const data = { checkedAt: iso(now), retryAt: null, ...changeOf(row, outcome, { again, now }) };
    await payload.db.updateOne({ collection: LINKS, id: row.id, data, returning: false });
  }
}

const iso = (time: number) => new Date(time).toISOString();

/** The state of a link after its address was asked for. */
function changeOf(
  { since, state }: LinkRow,
  found: Outcome,
  { again, now }: { again: number; now: number },
): Partial<LinkRow> {
  const isFailed = state === 'failed' || state === 'broken';
  switch (found.state) {
    case 'works':
    case 'unasked':
      return { state: found.state, reason: null, since: null };
    case 'unclear':
      return isFailed ? {} : { state: 'unclear' };
    case 'later':
      return { retryAt: iso(now + Math.min(found.wait, MAX_WAIT)) };
    case 'failed':
      return {
        state: isFailed ? 'broken' : 'failed',
        reason: found.reason,
        since: (isFailed && since) || iso(now),
        retryAt: isFailed ? null : iso(now + again),
      };
  }
}
