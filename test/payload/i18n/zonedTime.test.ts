import { describe, expect, it } from 'vitest';
import { formatTime, instantsOf, wallTimeOf } from '../../../src/payload/i18n/zonedTime.ts';

const timeZone = 'Europe/Athens';

describe('a time that people read', () => {
  it.each([
    ['2026-11-24T12:30:00Z', 'el', timeZone, '24/11/2026 14:30 (ώρα Αθήνας)'],
    ['2026-07-31T22:05:59.999Z', 'el', timeZone, '01/08/2026 01:05 (ώρα Αθήνας)'],
    ['2026-12-31T22:00:00Z', 'en', timeZone, '01/01/2027 00:00 (Athens time)'],
    ['2026-11-24T12:30:00Z', 'el', 'Europe/Berlin', '24/11/2026 13:30 (Ώρα Κεντρικής Ευρώπης)'],
    ['2026-11-24T12:30:00Z', 'fr', 'Europe/Berlin', '24/11/2026 13:30 (Central European Time)'],
    // The ends of what timestamps can say.
    ['9999-12-31T21:59:00Z', 'el', timeZone, '31/12/9999 23:59 (ώρα Αθήνας)'],
    ['9999-12-31T23:59:59Z', 'el', timeZone, '01/01/10000 01:59 (ώρα Αθήνας)'],
    ['0001-01-01T00:00:00Z', 'el', 'Etc/GMT-14', '01/01/0001 14:00 (GMT+14:00)'],
    ['0001-01-01T00:00:00Z', 'el', 'Etc/GMT+12', '31/12/0000 12:00 (GMT-12:00)'],
    // The night on which winter time begins has this hour twice.
    ['2026-10-25T00:30:00Z', 'el', timeZone, '25/10/2026 03:30 (ώρα Αθήνας, UTC+3)'],
    ['2026-10-25T01:30:00Z', 'el', timeZone, '25/10/2026 03:30 (ώρα Αθήνας, UTC+2)'],
  ])('%s, in %s and %s: %s', (time, language, zone, expected) => {
    expect(formatTime(time, { timeZone: zone, language })).toBe(expected);
    expect(formatTime(new Date(time), { timeZone: zone, language })).toBe(expected);
  });
});

describe('what clocks show', () => {
  it.each([
    ['an ordinary hour', '2026-11-24T14:30', ['2026-11-24T12:30:00.000Z']],
    ['an hour in summer', '2026-07-01T14:30', ['2026-07-01T11:30:00.000Z']],
    ['the hour that summer time leaves out', '2027-03-28T03:30', []],
    ['the minute before it', '2027-03-28T02:59', ['2027-03-28T00:59:00.000Z']],
    ['the minute after it', '2027-03-28T04:00', ['2027-03-28T01:00:00.000Z']],
    [
      'the hour that winter time repeats',
      '2026-10-25T03:30',
      ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ],
    ['no day of the calendar', '2026-13-01T10:00', []],
    ['the 30th of February', '2027-02-30T10:00', []],
    ['no time at all', 'tomorrow', []],
    ['a time with a zone', '2026-11-24T14:30Z', []],
  ])('%s', (_what, wallTime, instants) => {
    expect(instantsOf(wallTime, timeZone).map((each) => each.toISOString())).toEqual(instants);
    for (const each of instants) expect(wallTimeOf(each, timeZone)).toBe(wallTime);
  });
});
