import { formatDate } from '@payloadcms/ui/shared';
import { format } from 'date-fns';
import { el } from 'date-fns/locale/el';
import { enUS } from 'date-fns/locale/en-US';
import { afterEach, describe, expect, it } from 'vitest';
import { inZone } from '../../../src/payload/dates/inZone.ts';

const PATTERN = 'd MMMM yyyy HH:mm';
/** A quarter of an hour after midnight in Athens. */
const TIME = '2026-11-23T22:15:00.000Z';
const own = process.env.TZ;

afterEach(() => {
  process.env.TZ = own;
});

describe.each(['UTC', 'Europe/Athens', 'America/New_York'])('in a process of %s', (zone) => {
  it('the admin shows times of Athens', () => {
    process.env.TZ = zone;
    const i18n = { dateFNS: inZone(el, 'Europe/Athens'), t: String } as never;
    expect(formatDate({ date: TIME, i18n, pattern: PATTERN })).toBe('24 Νοεμβρίου 2026 00:15');
  });

  it('a date with a zone of its own keeps it', () => {
    process.env.TZ = zone;
    const i18n = { dateFNS: inZone(enUS, 'Europe/Athens'), t: String } as never;
    const shown = formatDate({ date: TIME, i18n, pattern: PATTERN, timezone: 'Asia/Tokyo' });
    expect(shown).toBe('24 November 2026 07:15');
  });

  it('a plain date, as a date picker has it, is written as it is', () => {
    process.env.TZ = zone;
    expect(format(new Date(2026, 10, 24, 9, 30), PATTERN, { locale: inZone(el, 'Europe/Athens') })).toBe(
      '24 Νοεμβρίου 2026 09:30',
    );
  });
});

it('a locale is made once for each zone, also of one that has it', () => {
  const athens = inZone(el, 'Europe/Athens');
  expect(inZone(el, 'Europe/Athens')).toBe(athens);
  expect(inZone(athens, 'Europe/Athens')).toBe(athens);
  expect(inZone(el, 'Asia/Tokyo')).not.toBe(athens);
});
