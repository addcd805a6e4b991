'use client';

import { TZDateMini } from '@date-fns/tz';
import { getTranslation } from '@payloadcms/translations';
import { DateTimeField, useField, useTranslation } from '@payloadcms/ui';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import type { DateField, DateFieldClientProps } from 'payload';
import {
  type ChangeEvent,
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useState,
} from 'react';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { wallTimeOf, zoneName } from '../i18n/zonedTime.ts';
import { inZone } from './inZone.ts';

interface ZonedDatesProps {
  /** Whether the zone also applies to Payload's own times. */
  adminTimes: boolean;
  /** IANA name. */
  timeZone: string;
  children?: ReactNode;
}

const TimeZone = createContext<string | undefined>(undefined);

/** The time zone for the plugin's own components. */
export const useTimeZone = () => useContext(TimeZone) ?? 'UTC';

/** How the plugin's own components write times. */
export const useTimeStyle = () => ({ timeZone: useTimeZone(), language: useTranslation().i18n.language });

/**
 * Provides the portal's time zone, for `admin.components.providers`. With `adminTimes` it also applies to Payload's own times:
 * Payload 3.90 renders them in the server's time zone and then in the browser's, and React reports a mismatch.
 *
 * Upstream: payloadcms/payload#10044, #10541, which is about the locale, not the zone.
 * Needed for: the same times for all users, and pages without React's error 418.
 */
export function ZonedDates({ adminTimes, children, timeZone }: ZonedDatesProps) {
  const { i18n } = useTranslation();
  if (adminTimes && i18n.dateFNS) i18n.dateFNS = inZone(i18n.dateFNS, timeZone);
  return <TimeZone value={timeZone}>{children}</TimeZone>;
}

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

/** Places the message close to its field. */
const NO_DATE_STYLE = { color: 'var(--theme-error-600)', margin: 'calc(var(--base) * -0.75) 0 var(--base)' };

interface ZonedDateFieldProps extends DateFieldClientProps {
  /** Whether the label gets the mark of a required field. */
  isRequired: boolean;
}

type Picker = NonNullable<NonNullable<DateField['admin']>['date']>;

/**
 * Payload's date field, with times in the portal's time zone, which the label names. The field of Payload 3.90 shows and reads
 * times in the browser's time zone, while its lists use the portal's.
 *
 * Needed for: dates that are typed abroad, or on a machine with another time zone.
 */
export function ZonedDateField({ field: given, isRequired, ...props }: ZonedDateFieldProps) {
  const field = { ...given, required: isRequired };
  const timeZone = useTimeZone();
  const { i18n } = useTranslation();
  const { value, setValue } = useField<string | null>({ path: props.path });
  const typed = useTypedDate((given) =>
    // An invalid text becomes the value itself, so that no save stores an older date in its place.
    setValue(given instanceof Date ? instantOf(given, timeZone).toISOString() : given),
  );

  const date = field.admin?.date as Picker | undefined;
  const label = getTranslation(field.label ?? field.name, i18n);
  const isDate = Boolean(value) && !Number.isNaN(Date.parse(String(value)));
  const overrides = {
    ...date?.overrides,
    ...typed.overrides,
    // The date picker knows only the browser's time zone, so it gets a date with the portal's wall-clock time.
    selected: value && isDate ? new Date(wallTimeOf(value, timeZone)) : null,
  };
  const zoned = {
    ...field,
    label: `${label} (${zoneName({ timeZone, language: i18n.language })})`,
    admin: { ...field.admin, date: { ...date, overrides } },
  };
  return (
    <>
      <DateTimeField {...props} field={zoned as DateFieldClientProps['field']} />
      {value && !isDate && !typed.isTyping && (
        <p className="portal-no-date" role="alert" style={NO_DATE_STYLE}>
          ⚠ {translate(NO_DATE, i18n.language)}
        </p>
      )}
    </>
  );
}

/** The time at which clocks in the zone show the date and minute of the date picker. */
function instantOf(shown: Date, timeZone: string): Date {
  const day = [shown.getFullYear(), shown.getMonth(), shown.getDate()] as const;
  const there = new TZDateMini(...day, shown.getHours(), shown.getMinutes(), timeZone);
  // The constructor takes the years before 100 for those of the last century.
  if (day[0] < 100) there.setFullYear(day[0]);
  return new Date(+there);
}
