import { format } from 'date-fns/format';
import { type SyntheticEvent, useState } from 'react';
import { type Bilingual, bilingual } from '../i18n/bilingual.ts';

/** What is said of a time in an hour that clocks skip. */
export const SKIPPED: Bilingual = bilingual(
  'Αυτή η ώρα δεν υπάρχει: τα ρολόγια πηγαίνουν τότε μία ώρα μπροστά. Επιλέξτε άλλη.',
  'This time does not exist, because the clocks go forward. Choose another one.',
);

/**
 * The wall-clock time that somebody has typed; undefined if it is none. It is read as text: a `Date` of the browser has no time in an
 * hour that the browser's own zone skips.
 * @example typedTime('28/03/2027 01:30') // '2027-03-28T01:30'
 */
export function typedTime(text: string): string | undefined {
  const [, day, month, year, hour, minute] =
    /^(\d\d?)[./-](\d\d?)[./-](\d{4})[\s,]+(\d\d?)[:.](\d\d)$/.exec(text.trim()) ?? [];
  const two = (part = '') => part.padStart(2, '0');
  const wallTime = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}`;
  const asUtc = new Date(`${wallTime}Z`);
  return !Number.isNaN(+asUtc) && asUtc.toISOString().startsWith(wallTime) ? wallTime : undefined;
}

/** How a picker shows a wall-clock time. @example writtenTime('2027-03-28T01:30') // '28/03/2027 01:30' */
export function writtenTime(wallTime: string): string {
  const [date = '', time] = wallTime.split('T');
  const [day, month, ...year] = date.split('-').reverse();
  return `${day}/${month}/${year.join('').replace(/^\+0/, '')} ${time}`;
}

/**
 * The wall-clock time after a click in the picker, whose dates are in the browser's zone: on a day, which leaves the time, or on a time.
 * @param before the time that the picker had
 */
export function clickedTime(clicked: Date, before: string | null, isDay: boolean): string {
  const [day, time] = before?.split('T') ?? [];
  const [itsDay, itsTime] = format(clicked, 'yyyy-MM-dd HH:mm').split(' ');
  return isDay ? `${itsDay}T${time ?? itsTime}` : `${day ?? itsDay}T${itsTime}`;
}

/** The properties of a date picker of Payload that shows and reads wall-clock times. */
export function usePickerOf(wallTime: string | null, onPick: (wallTime: string | null) => void) {
  const [typed, setTyped] = useState<string>();
  const endTyping = () => setTyped(undefined);
  return {
    // For the calendar alone, which knows only the browser's zone.
    selected: wallTime === null ? null : new Date(wallTime),
    value: typed ?? (wallTime === null ? '' : writtenTime(wallTime)),
    onBlur: endTyping,
    onCalendarClose: endTyping,
    onChangeRaw: (event?: SyntheticEvent) => {
      if (event?.type !== 'change') return;
      const text = (event.target as HTMLInputElement).value;
      setTyped(text);
      const read = typedTime(text);
      if (read || text.trim() === '') onPick(read ?? null);
    },
    onChange: (clicked: Date | null, event?: SyntheticEvent) => {
      // The picker has read what is typed as well, in the browser's zone.
      if (event?.type === 'change') return;
      endTyping();
      onPick(clicked && clickedTime(clicked, wallTime, event !== undefined));
    },
  };
}
