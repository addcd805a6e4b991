import { setMaxListeners } from 'node:events';
import type { BasePayload, Payload } from 'payload';
import { portalOf, publishedWhere, slugOf } from '../../../collections/portal/portal.ts';
import {
  flag,
  optionsOf,
  refuseInvalid,
  serverAddress,
} from '../../../endpoints/lists/definition/options.ts';
import { raiseCounter } from '../../database/counter.ts';
import { instantsOf, wallTimeOf } from '../../payload/i18n/zonedTime.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { Trouble } from '../../system/logging/OperatorError.ts';
import { documentIdOf } from '../documentId.ts';
import { keepForecasts } from '../planning/forecast.ts';
import { FINDINGS, LINKS } from './collections.ts';
import { readChanged, resetProgress } from './documents/readChanged.ts';
import { findAll } from './documents/rowsOf.ts';
import { checkDue, type DueOptions } from './links/checkDue.ts';
import { readCheckSettings } from './settings.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** When everything published is checked again, in the portal's time zone. Nowhere do clocks skip this hour. */
const NIGHT = 'T04:00';

/** How long a turn reads documents, and how long it takes in all: the next one may be that of another server. */
const TURN = { reading: 20_000, whole: 45_000 };

interface ChecksOptions extends Omit<DueOptions, 'night' | 'signal' | 'until'> {
  /** Whether the addresses of links are asked for. Otherwise only texts are checked. */
  links: boolean;
  signal?: AbortSignal;
}

/**
 * Runs the checks of published documents in the background, once a minute: what has changed is read, links that are due are
 * asked for, and every night everything is checked again. Of several servers with one database only one runs them at a time.
 * @param options `site` is the address that the requests name
 * @returns ends them, and resolves when nothing is under way
 * @example const stop = startChecks(payload, { site: 'https://content.portal.example', links: true });
 */
export function startChecks(
  payload: Payload,
  options: Pick<ChecksOptions, 'links' | 'site'>,
): () => Promise<void> {
  refuseInvalid('startChecks', optionsOf({ links: flag, site: serverAddress }), options);
  if (!portalOf(payload.config).hasChecks) {
    throw new Error(
      'startChecks: the checks are left out of this Payload config. Leave out startChecks() too, or admin: { checks: false }.',
    );
  }
  const { logger } = payload;
  const trouble = new Trouble((line, level = 'info') => logger[level](line), 'The checks go on.');
  const ending = new AbortController();
  // All sites that are asked at once listen to it, which Node would take for a leak.
  setMaxListeners(0, ending.signal);
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= turn(payload, { ...options, signal: ending.signal })
      .then(() => trouble.ends())
      .catch((error: unknown) =>
        trouble.begins(`The checks broke off; they go on in a minute. ${describeError(error)}`),
      )
      .finally(() => {
        running = undefined;
      });
  }, MINUTE);
  timer.unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  };
}

async function turn(payload: BasePayload, options: ChecksOptions): Promise<void> {
  // Rounded, because timers fire slightly early or late.
  if (await raiseCounter(payload, 'checks-turn', Math.round(Date.now() / MINUTE)))
    await runChecks(payload, options);
}

/** One turn of the checks. What it does not get to is left to the next one. */
export async function runChecks(payload: BasePayload, options: ChecksOptions): Promise<void> {
  const began = Date.now();
  const { lists, slugs, timeZone } = portalOf(payload.config);
  const night = lastNight(began, timeZone);
  if (await raiseCounter(payload, 'checks-night', night)) {
    for (const { key } of lists) await resetProgress(payload, slugOf({ slugs }, key));
    await removeStale(payload);
    await keepForecasts(payload);
  }
  await readChanged(payload, { until: began + TURN.reading, signal: options.signal });
  const { levels } = await readCheckSettings(payload);
  if (!options.links || levels.brokenLinks === 'off') return;
  await checkDue(payload, { ...options, night, until: began + TURN.whole });
}

/** The last time when it was that hour of the night, in milliseconds since 1970. */
export function lastNight(now: number, timeZone: string): number {
  const nights = [now, now - DAY].flatMap((day) => {
    const [date] = wallTimeOf(new Date(day), timeZone).split('T');
    return instantsOf(`${date}${NIGHT}`, timeZone).map((each) => each.getTime());
  });
  return nights.find((each) => each <= now) ?? now - DAY;
}

const BATCH = 500;

/** Removes the rows of documents that are published no more, also of those that were deleted. */
async function removeStale(payload: BasePayload): Promise<void> {
  const portal = portalOf(payload.config);
  const slugs = portal.lists.map(({ key }) => String(slugOf(portal, key)));
  for (const rows of [LINKS, FINDINGS]) {
    await payload.db.deleteMany({ collection: rows, where: { collectionSlug: { not_in: slugs } } });
    for (const slug of slugs) await removeOf(payload, rows, slug);
  }
}

async function removeOf(payload: BasePayload, rows: string, slug: string): Promise<void> {
  const config = payload.collections[slug]?.config;
  const ofCollection = { collectionSlug: { equals: slug } };
  const { values } = await payload.db.findDistinct({
    collection: rows,
    field: 'document',
    where: ofCollection,
  });
  const documents = values.map(({ document }) => String(document));
  for (let from = 0; from < documents.length; from += BATCH) {
    const some = documents.slice(from, from + BATCH);
    const ids = some.map((id) => documentIdOf(payload as never, slug, id));
    const where = { and: [{ id: { in: ids } }, ...(config ? publishedWhere(config) : [])] };
    const there = await findAll<{ id: number | string }>(payload, slug, where, { select: {} });
    const published = new Set(there.map(({ id }) => String(id)));
    const gone = some.filter((id) => !published.has(id));
    if (gone.length === 0) continue;
    const stale = { and: [ofCollection, { document: { in: gone } }] };
    await payload.db.deleteMany({ collection: rows, where: stale });
  }
}
