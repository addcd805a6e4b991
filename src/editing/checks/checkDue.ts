import { setTimeout as sleep } from 'node:timers/promises';
import type { BasePayload, Where } from 'payload';
import { LINKS, type LinkRow } from './collections.ts';
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

/** What came of asking a host. */
interface Asked {
  host: string;
  answers: boolean;
  /** Stores that it has not answered. It counts once another host has answered, or if only few were asked. */
  keepSilence?: () => Promise<void>;
}

/** Checks the links that are due, one request at a time to each host, and keeps what it has found. */
export async function checkDue(payload: BasePayload, options: DueOptions): Promise<void> {
  const { values } = await payload.db.findDistinct({ collection: LINKS, field: 'host', where: due(options) });
  const client = new LinkClient(options);
  const asked: Asked[] = [];
  const hosts = values.values();
  const work = async () => {
    for (const { host } of hosts)
      if (Date.now() < options.until)
        asked.push(await checkHost(payload, String(host), { ...options, client }));
  };
  try {
    await Promise.all(Array.from({ length: MAX_HOSTS }, work));
  } finally {
    await client.close();
  }
  const silent = asked.filter(({ keepSilence }) => keepSilence);
  if (silent.length < MIN_SILENT_HOSTS || asked.some(({ answers }) => answers)) {
    for (const { keepSilence } of silent) await keepSilence?.();
    return;
  }
  payload.logger.warn(
    `Links are not checked: none of ${silent.length} sites answers, so this machine seems to have no connection. They are asked again in an hour.`,
  );
  for (const { host } of silent) await putOff(payload, host, HOUR);
}

function due({ night }: DueOptions): Where {
  const neverSince = [{ checkedAt: { exists: false } }, { checkedAt: { less_than: iso(night) } }];
  return {
    or: [
      { retryAt: { less_than_equal: iso(Date.now()) } },
      { and: [{ retryAt: { exists: false } }, { or: neverSince }] },
    ],
  };
}

interface HostOptions extends DueOptions {
  client: LinkClient;
}

async function checkHost(payload: BasePayload, host: string, options: HostOptions): Promise<Asked> {
  const { client, pause = 1000, signal, until } = options;
  const { docs } = await payload.db.find<LinkRow>({
    collection: LINKS,
    limit: MAX_ADDRESSES,
    pagination: false,
    // Those that have waited longest.
    sort: ['checkedAt', 'id'],
    where: { and: [{ host: { equals: host } }, due(options)] },
  });
  const asked: Asked = { host, answers: false };
  const addresses = [...new Set(docs.map(({ address }) => address))];
  for (const [at, address] of addresses.entries()) {
    if (at > 0 && !(await rested(pause, signal))) break;
    if (Date.now() >= until || signal?.aborted) break;
    const outcome = await client.ask(address, signal).catch((error: unknown) => {
      if (signal?.aborted) return undefined;
      throw error;
    });
    if (!outcome) break;
    if (outcome.state === 'later') {
      await putOff(payload, host, Math.min(outcome.wait, MAX_WAIT));
      return { host, answers: true };
    }
    const keepIt = () => keep(payload, address, outcome, options);
    // Its other pages are asked for in the next turn.
    if (outcome.state === 'failed' && (outcome.reason === 'host' || outcome.reason === 'silent'))
      return { ...asked, keepSilence: keepIt };
    asked.answers ||= outcome.state !== 'unasked';
    await keepIt();
  }
  return asked;
}

/** False if it was ended. */
function rested(pause: number, signal: AbortSignal | undefined): Promise<boolean> {
  return sleep(pause, true, { signal }).catch(() => false);
}

/** Has all links to a host asked for again after some milliseconds. */
async function putOff({ db }: BasePayload, host: string, wait: number): Promise<void> {
  const data = { retryAt: iso(Date.now() + wait) };
  await db.updateMany({ collection: LINKS, data, returning: false, where: { host: { equals: host } } });
}

/** Keeps what was found of an address at all links to it. */
async function keep(
  { db }: BasePayload,
  address: string,
  found: Exclude<Outcome, { state: 'later' }>,
  { again = HOUR }: DueOptions,
): Promise<void> {
  const where = { address: { equals: address } };
  const { docs } = await db.find<LinkRow>({ collection: LINKS, limit: 0, pagination: false, where });
  const now = Date.now();
  for (const row of docs) {
    const data = { checkedAt: iso(now), retryAt: null, ...changeOf(row, found, { again, now }) };
    await db.updateOne({ collection: LINKS, id: row.id, data, returning: false });
  }
}

const iso = (time: number) => new Date(time).toISOString();

/** The state of a link after its address was asked for. */
function changeOf(
  { since, state }: LinkRow,
  found: Exclude<Outcome, { state: 'later' }>,
  { again, now }: { again: number; now: number },
): Partial<LinkRow> {
  const isFailed = state === 'failed' || state === 'broken';
  if (found.state === 'unclear') return isFailed ? {} : { state: 'unclear' };
  if (found.state !== 'failed') return { state: found.state, reason: null, since: null };
  return {
    state: isFailed ? 'broken' : 'failed',
    reason: found.reason,
    since: (isFailed && since) || iso(now),
    retryAt: isFailed ? null : iso(now + again),
  };
}
