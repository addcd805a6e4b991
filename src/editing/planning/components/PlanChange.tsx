'use client';

import { Button, DatePicker, useConfig, useForm, useFormModified } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useState } from 'react';
import type { ApiPath } from '../../../payload/admin/useApi.ts';
import { SKIPPED, usePickerOf } from '../../../payload/dates/wallTimes.ts';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime, instantsOf, zoneName } from '../../../payload/i18n/zonedTime.ts';
import { askAgain } from '../../publication/components/usePublication.ts';
import { CHANGES, PAST, type PlannedChange } from '../words.ts';

const NEW = bilingual('Νέος προγραμματισμός', 'Schedule a change');
const WHEN = bilingual('Ημερομηνία και ώρα', 'Date and time');
const TIME = bilingual('Ώρα', 'Time');
const PLAN: Record<PlannedChange, Bilingual> = {
  publish: bilingual('Προγραμματισμός δημοσίευσης', 'Schedule publication'),
  unpublish: bilingual('Προγραμματισμός απόσυρσης', 'Schedule withdrawal'),
};
const FORMAT = bilingual('ηη/μμ/εεεε ωω:λλ', 'dd/mm/yyyy hh:mm');
const NO_TIME = bilingual('Επιλέξτε ημερομηνία και ώρα.', 'Choose a date and a time.');
const UNSAVED = bilingual(
  'Οι αλλαγές που δεν έχετε αποθηκεύσει θα αποθηκευτούν τώρα ως πρόχειρο.',
  'Your unsaved changes will be saved now as a draft.',
);
const NEWEST = bilingual(
  'Θα δημοσιευτεί το πρόχειρο όπως θα είναι εκείνη την ώρα.',
  'The draft will be published as it is at that time.',
);

interface Props {
  path: ApiPath;
  /** Closes the drawer around it. */
  onLeave(): void;
  onUnpublish(query: string): Promise<void>;
}

/** The form that plans to publish or unpublish the document at a certain time. */
export function PlanChange({ path, onLeave, onUnpublish }: Props) {
  const style = useTimeStyle();
  const [change, setChange] = useState<PlannedChange>('publish');
  const [wallTime, setWallTime] = useState<string | null>(null);
  const picker = usePickerOf(wallTime, setWallTime);
  const [isChecked, setChecked] = useState(false);
  const isModified = useFormModified();
  const { routes } = useConfig().config;
  const { submit } = useForm();

  const t = (text: Bilingual) => translate(text, style.language);
  const chosen = timeChosen(wallTime, style.timeZone);
  const at = chosen instanceof Date ? chosen : undefined;
  const problem = chosen instanceof Date ? undefined : chosen;

  async function plan() {
    setChecked(true);
    if (!at) return;
    const query = new URLSearchParams({ change, at: at.toISOString() });
    // Errors of the document are shown at its fields, behind the drawer.
    onLeave();
    if (change === 'unpublish') await onUnpublish(String(query));
    else {
      if (isModified) query.set('draft', 'true');
      // Submits the form as the "publish" button does, so that errors are shown in the same way.
      await submit({
        action: formatAdminURL({ apiRoute: routes.api, path: `${path}?${query}` }),
        method: 'POST',
        overrides: { _status: 'published' },
        context: { incrementVersionCount: isModified },
      });
      askAgain();
    }
    setChecked(false);
  }

  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend>
        <h3 style={{ marginBlock: 'var(--base) calc(var(--base) / 2)' }}>{t(NEW)}</h3>
      </legend>
      {(['publish', 'unpublish'] as const).map((each) => (
        <label key={each} style={{ display: 'block' }}>
          <input
            checked={change === each}
            name="planned-change"
            onChange={() => setChange(each)}
            type="radio"
            value={each}
          />{' '}
          {t(CHANGES[each])}
        </label>
      ))}
      <label htmlFor="planned-at" style={{ display: 'block', marginBlockStart: 'var(--base)' }}>
        {t(WHEN)} ({zoneName(style)})
      </label>
      <DatePicker
        displayFormat="dd/MM/yyyy HH:mm"
        // Called only when the time is cleared.
        onChange={() => setWallTime(null)}
        overrides={
          {
            ...picker,
            id: 'planned-at',
            autoComplete: 'off',
            timeCaption: t(TIME),
            placeholderText: t(FORMAT),
          } as never
        }
        pickerAppearance="dayAndTime"
        timeFormat="HH:mm"
        timeIntervals={15}
      />
      <p aria-live="polite" style={{ marginBlock: 'calc(var(--base) / 2)' }}>
        {at && formatTime(at, style)}
        {problem && (isChecked || wallTime) && (
          <strong style={{ color: 'var(--theme-error-600)' }}>⚠ {t(problem)}</strong>
        )}
      </p>
      {change === 'publish' && (
        <p>
          {isModified && `${t(UNSAVED)} `}
          {t(NEWEST)}
        </p>
      )}
      <Button id="plan-change" onClick={() => void plan()} size="medium" type="button">
        {t(PLAN[change])}
      </Button>
    </fieldset>
  );
}

/** The instant at which clocks in the zone show a time. If there are two, because clocks go back, the first one. Or an error message. */
function timeChosen(wallTime: string | null, timeZone: string): Date | Bilingual {
  if (!wallTime) return NO_TIME;
  const [instant] = instantsOf(wallTime, timeZone);
  if (!instant) return SKIPPED;
  return instant.getTime() > Date.now() ? instant : PAST;
}
