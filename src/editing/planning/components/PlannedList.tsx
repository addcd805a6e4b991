'use client';

import { Button } from '@payloadcms/ui';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../../../payload/i18n/zonedTime.ts';
import { CHANGES, type PlannedAction, type PlannedState, TRIED_AGAIN, troubleOf } from '../words.ts';

const STATES: Record<PlannedState, Bilingual> = {
  waiting: bilingual('Αναμένεται.', 'Waiting.'),
  running: bilingual('Εκτελείται τώρα.', 'In progress.'),
  retrying: TRIED_AGAIN,
  failed: bilingual('Απέτυχε και δεν θα δοκιμαστεί ξανά.', 'Failed; will not be tried again.'),
  late: bilingual(
    'Έπρεπε να έχει γίνει, αλλά κανένας διακομιστής δεν το εκτελεί. Ενημερώστε τον διαχειριστή.',
    'It is overdue, but no server is carrying it out. Tell the administrator.',
  ),
};
const DOOMED = bilingual(
  'Θα αποτύχει, αν δεν αλλάξει αυτό ως τότε:',
  'It will fail unless this is corrected by then:',
);
const BY = bilingual('Το προγραμμάτισε:', 'Scheduled by:');
const CANCEL = bilingual('Ακύρωση', 'Cancel');
const SEEN = bilingual('Το είδα', 'Dismiss');
const NOTHING = bilingual('Δεν έχει προγραμματιστεί τίποτα.', 'Nothing is scheduled.');

interface Props {
  planned: PlannedAction[];
  style: TimeStyle;
  /** Undefined if the user may not remove plans. */
  onRemove: ((action: PlannedAction) => void) | undefined;
}

/** The planned changes of a document, with their states and errors. */
export function PlannedList({ planned, style, onRemove }: Props) {
  const t = (text: Bilingual) => translate(text, style.language);
  if (planned.length === 0) return <p>{t(NOTHING)}</p>;
  return (
    <ul className="planned-list" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {planned.map((action) => {
        const { at, by, change, id, nextAttempt, reason, state } = action;
        const isDoomed = state === 'waiting' && reason !== undefined;
        return (
          <li
            data-state={state}
            key={id}
            style={{
              borderInlineStart: `4px solid var(--theme-${troubleOf(action) ? 'error' : 'success'}-500)`,
              marginBlockEnd: 'var(--base)',
              paddingInlineStart: 'calc(var(--base) / 2)',
            }}
          >
            <strong>
              {t(CHANGES[change])}: {formatTime(at, style)}
            </strong>
            <div>
              {t(isDoomed ? DOOMED : STATES[state])}
              {nextAttempt && `: ${formatTime(nextAttempt, style)}`}
            </div>
            {reason && <div>{t(reason)}</div>}
            <div>
              {t(BY)} {by}
            </div>
            {onRemove && state !== 'running' && (
              <Button
                buttonStyle="secondary"
                margin={false}
                onClick={() => onRemove(action)}
                size="small"
                type="button"
              >
                {t(state === 'failed' ? SEEN : CANCEL)}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
