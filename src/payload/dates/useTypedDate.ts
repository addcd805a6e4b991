'use client';

import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { type ChangeEvent, type SyntheticEvent, useState } from 'react';
import { bilingual } from '../i18n/bilingual.ts';

/** The message for an invalid date. */
export const NO_DATE = bilingual(
  'Αυτό δεν είναι ημερομηνία με ώρα. Γράψτε την ως ηη/μμ/εεεε ωω:λλ.',
  'This is not a date and time. Enter it as dd/mm/yyyy hh:mm.',
);

/**
 * Overrides for Payload's date picker that keep the typed text. The picker of Payload 3.90 silently restores the previous date
 * if the text is invalid or the day may not be chosen.
 *
 * Needed for: dates of posts and plans, and of looking again.
 * @param onChange receives the date, the invalid text, or null if the field is empty
 * @param format what is typed, as date-fns says it
 */
export function useTypedDate(onChange: (value: Date | string | null) => void, format = 'd/M/yyyy H:mm') {
  const dateOf = (typed: string): Date | undefined => {
    const date = parse(typed.trim(), format, new Date(0));
    return isValid(date) && date.getFullYear() >= 1000 ? date : undefined;
  };
  const [text, setText] = useState<string>();
  const [isTyping, setTyping] = useState(false);
  function leave() {
    setTyping(false);
    // The picker shows a valid date in its own format.
    if (text !== undefined && (text.trim() === '' || dateOf(text))) setText(undefined);
  }
  const overrides = {
    ...(text !== undefined && { value: text }),
    onBlur: leave,
    onCalendarClose: leave,
    onChangeRaw: (event?: ChangeEvent<HTMLInputElement>) => {
      if (event?.type !== 'change') return;
      const { value } = event.target;
      setText(value);
      setTyping(true);
      onChange(value.trim() === '' ? null : (dateOf(value) ?? value));
    },
    onChange: (picked: Date | null, event?: SyntheticEvent) => {
      if (event?.type === 'change') return;
      setText(undefined);
      onChange(picked);
    },
  };
  return { overrides, isTyping };
}
