import { setMaxListeners } from 'node:events';
import type { Payload } from 'payload';
import { lastImport } from '../../../collections/ImportRuns.ts';
import { portalOf } from '../../../collections/portal/portal.ts';
import {
  flag,
  optionsOf,
  refuseInvalid,
  serverAddress,
} from '../../../endpoints/lists/definition/options.ts';
import { COUNTERS, raiseCounter } from '../../database/counter.ts';
import { instantsOf, wallTimeOf } from '../../payload/i18n/zonedTime.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { Trouble } from '../../system/logging/OperatorError.ts';
import { keepForecasts } from '../planning/forecast.ts';
import { checkDue, type DueOptions } from './checkDue.ts';
import { keepAllFindings } from './keepFindings.ts';
import { readCheckSettings } from './settings.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** When everything published is checked again, in the portal's time zone. Nowhere do clocks skip this hour. */
const NIGHT = 'T04:00';

/** How long a turn asks for links: the next one may be that of another server. */
const TURN = 45_000;

/** The counter with the night, or the end of an import, after which all that is published was checked. */
const CHECKED = 'checks-night';

interface ChecksOptions extends Omit<DueOptions, 'night' | 'signal' | 'until'> {
  /** Whether the addresses of links are asked for. Otherwise only texts are checked. */
  links: boolean;
  signal?: AbortSignal;
}

/**
 * Runs the checks in the background, once a minute: links that are due are asked for, and every night and after an import all that
 * is published is checked again. Of several servers with one database only one runs them at a time.
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

async function turn(payload: Payload, options: ChecksOptions): Promise<void> {
  // Rounded, because timers fire slightly early or late.
  if (await raiseCounter(payload, 'checks-turn', Math.round(Date.now() / MINUTE)))
    await runChecks(payload, options);
}

/**
 * One turn of the checks: of all that is published, at night and after an import, and of the links that are due. What it does not
 * get to is left to the next one.
 */
export async function runChecks(payload: Payload, options: ChecksOptions): Promise<void> {
  const night = lastNight(Date.now(), portalOf(payload.config).timeZone);
  const imported = Date.parse((await lastImport(payload)) ?? '') || 0;
  if (await raiseCounter(payload, CHECKED, Math.max(night, imported))) {
    try {
      await keepAllFindings(payload, options.signal);
      await keepForecasts(payload);
    } catch (error) {
      // The next turn begins anew.
      const where = { key: { equals: CHECKED } };
      await payload.db.updateOne({ collection: COUNTERS, data: { value: 0 }, returning: false, where });
      throw error;
    }
  }
  const { levels } = await readCheckSettings(payload);
  if (!options.links || levels.brokenLinks === 'off') return;
  await checkDue(payload, { ...options, night, until: Date.now() + TURN });
}

/** The last time when it was that hour of the night, in milliseconds since 1970. */
export function lastNight(now: number, timeZone: string): number {
  const nights = [now, now - DAY].flatMap((day) => {
    const [date] = wallTimeOf(new Date(day), timeZone).split('T');
    return instantsOf(`${date}${NIGHT}`, timeZone).map((each) => each.getTime());
  });
  return nights.find((each) => each <= now) ?? now - DAY;
}
