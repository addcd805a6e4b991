'use client';

import { isValid, parse } from 'date-fns';
import { type ChangeEvent, type SyntheticEvent, useState } from 'react';
import { bilingual } from '../../i18n/bilingual.ts';

/** For a text that is typed in place of a date. */
export const NO_DATE = bilingual(
  'Αυτό δεν είναι ημερομηνία με ώρα. Γράψτε την ως ηη/μμ/εεεε ωω:λλ.',
  'This is no date with a time. Write it as dd/mm/yyyy hh:mm.',
);

/**
 * What has Payload's date picker keep what is typed. That of 3.90 goes back to the last date without a word where a text is
 * none, or is a day that may not be chosen.
 *
 * Depends on it: dates and plans at the time that somebody meant.
 * @param onChange is given the date, the text that is none, or null where it is empty
 */
export function useTypedDate(onChange: (value: Date | string | null) => void) {
  const [text, setText] = useState<string>();
  const [isTyping, setTyping] = useState(false);
  function leave() {
    setTyping(false);
    // A date is shown as the picker writes it.
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

function dateOf(text: string): Date | undefined {
  const date = parse(text.trim(), 'd/M/yyyy H:mm', new Date(0));
  return isValid(date) && date.getFullYear() >= 1000 ? date : undefined;
}
