import { tzOffset } from '@date-fns/tz';
import { bilingual, translate } from './bilingual.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SECONDS = ':00.000Z';

/** The zone of a portal that says no other. */
export const DEFAULT_ZONE = 'Europe/Athens';

const ATHENS = bilingual('ώρα Αθήνας', 'Athens time');

/** The time zone and language for a formatted time. */
export interface TimeStyle {
  /** IANA name, such as `Europe/Athens`. */
  timeZone: string;
  /** The reader's language: `el`, anything else for English. */
  language: string | undefined;
}

/**
 * Formats a date and time with 24 hours and the name of the zone. The result is the same on the server and in a browser.
 * @param time a Date, or an argument of `new Date()`
 * @example formatTime('2026-11-24T12:30:00Z', { timeZone: 'Europe/Athens', language: 'el' }) // '24/11/2026 14:30 (ώρα Αθήνας)'
 */
export function formatTime(time: Date | string, { timeZone, language }: TimeStyle): string {
  const wallTime = wallTimeOf(time, timeZone);
  const zone = [zoneName({ timeZone, language })];
  // An hour that occurs twice, because clocks go back. The offset tells which one is meant.
  if (instantsOf(wallTime, timeZone).length > 1) zone.push(utcOffset(time, timeZone));
  return `${formatDay(time, timeZone)} ${wallTime.slice(-'hh:mm'.length)} (${zone.join(', ')})`;
}

/** Formats the day that a time falls on in a zone. @example formatDay('2026-11-24T22:30:00Z', 'Europe/Athens') // '25/11/2026' */
export function formatDay(time: Date | string, timeZone: string): string {
  const [year = '', month, day = ''] = wallTimeOf(time, timeZone).split('-');
  return `${day.slice(0, 2)}/${month}/${year.replace(/^\+0/, '')}`;
}

/** The name of a time zone, such as «ώρα Αθήνας». */
export function zoneName({ timeZone, language }: TimeStyle): string {
  if (timeZone === DEFAULT_ZONE) return translate(ATHENS, language);
  const locale = language === 'el' ? 'el' : 'en-GB';
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/**
 * The wall-clock time in a zone, to the minute, for an argument of `new Date()`. East of Greenwich, the last hours of 9999 are in
 * the year +010000 (ECMAScript's expanded years).
 * @example wallTimeOf('2026-11-24T12:30:00Z', 'Europe/Athens') // '2026-11-24T14:30'
 */
export function wallTimeOf(time: Date | string, timeZone: string): string {
  const instant = new Date(time);
  return new Date(instant.getTime() + tzOffset(timeZone, instant) * MINUTE)
    .toISOString()
    .slice(0, -SECONDS.length);
}

/**
 * The instants at which clocks in a zone show a time: usually one; none in the hour skipped in spring, two in the hour repeated
 * in autumn.
 * @param wallTime as `2026-11-24T14:30`; gives no instants for any other text
 */
export function instantsOf(wallTime: string, timeZone: string): Date[] {
  if (!/^(?:\d{4}|\+\d{6})-\d\d-\d\dT\d\d:\d\d$/.test(wallTime)) return [];
  const asUtc = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = new Set([asUtc - DAY, asUtc + DAY].map((near) => tzOffset(timeZone, new Date(near))));
  return [...offsets]
    .map((offset) => new Date(asUtc - offset * MINUTE))
    .filter((instant) => wallTimeOf(instant, timeZone) === wallTime)
    .sort((one, other) => one.getTime() - other.getTime());
}

function utcOffset(time: Date | string, timeZone: string): string {
  const hours = tzOffset(timeZone, new Date(time)) / 60;
  return `UTC${hours < 0 ? '' : '+'}${hours}`;
}
