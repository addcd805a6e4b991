import { afterEach, describe, expect, it } from 'vitest';
import { clickedTime, typedTime, writtenTime } from '../../../src/payload/dates/wallTimes.ts';
import { instantsOf } from '../../../src/payload/i18n/zonedTime.ts';

const own = process.env.TZ;

afterEach(() => {
  process.env.TZ = own;
});

/** What a browser's own zone skips is a time in Athens like any other. */
const TYPED = [
  ['Europe/London', '28/03/2027 01:30', '2027-03-27T23:30:00.000Z'],
  ['America/New_York', '14/03/2027 02:30', '2027-03-14T00:30:00.000Z'],
  ['Asia/Beirut', '28/03/2027 00:15', '2027-03-27T22:15:00.000Z'],
  ['Europe/Athens', '28/03/2027 02:59', '2027-03-28T00:59:00.000Z'],
  ['Europe/Athens', '31/10/2027 03:30', '2027-10-31T00:30:00.000Z'],
  ['Pacific/Apia', '01/01/0050 00:00', '0049-12-31T22:26:00.000Z'],
] as const;

describe.each(TYPED)('in a browser of %s', (zone, text, instant) => {
  it(`${text} is that time in Athens, and shown as it was typed`, () => {
    process.env.TZ = zone;
    const wallTime = typedTime(text) ?? '';
    expect(instantsOf(wallTime, 'Europe/Athens')[0]?.toISOString()).toBe(instant);
    expect(writtenTime(wallTime)).toBe(text);
  });

  it('a time that Athens skips is none', () => {
    process.env.TZ = zone;
    expect(instantsOf(typedTime('28/03/2027 03:30') ?? '', 'Europe/Athens')).toEqual([]);
  });
});

it('short days, months and hours are read; what is no date and time is not', () => {
  for (const text of [' 5/1/2027  9:05 ', '5.1.2027 9:05', '05-01-2027, 09.05'])
    expect(typedTime(text)).toBe('2027-01-05T09:05');
  for (const text of [
    '',
    '28/03/2027',
    '31/02/2027 10:00',
    '28/13/2027 10:00',
    '28/03/2027 24:00',
    '28/03/27 10:00',
  ])
    expect(typedTime(text)).toBeUndefined();
});

it('a click on a day leaves the time, also one that the zone of the browser skips on that day, and a click on a time the day', () => {
  process.env.TZ = 'Europe/London';
  expect(clickedTime(new Date(2027, 2, 28, 1, 30), '2027-03-27T01:30', true)).toBe('2027-03-28T01:30');
  expect(clickedTime(new Date(2027, 2, 28, 14, 0), '2027-03-28T01:30', false)).toBe('2027-03-28T14:00');
  expect(clickedTime(new Date(2027, 2, 29, 9, 15), null, true)).toBe('2027-03-29T09:15');
});
