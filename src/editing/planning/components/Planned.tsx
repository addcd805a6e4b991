'use client';

import { useDocumentInfo, useForm } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import { BASE_FIELD } from '../../../../collections/save/sentBase.ts';
import { PanelButton } from '../../../payload/admin/PanelButton.tsx';
import { type ApiPath, useAction } from '../../../payload/admin/useApi.ts';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { FormNotice } from '../../../payload/form/FormNotice.tsx';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../../../payload/i18n/zonedTime.ts';
import { DocumentPanel } from '../../DocumentPanel.tsx';
import { askAgain, useOwnPublication } from '../../publication/components/usePublication.ts';
import {
  CHANGES,
  ONLY_EDITORS,
  PLANNED_HASH,
  type PlannedAction,
  type PlannedState,
  TRIED_AGAIN,
  troubleOf,
} from '../words.ts';
import { PlanChange } from './PlanChange.tsx';

const PLAN = bilingual('Προγραμματισμός', 'Schedule');
const CANCELLED = bilingual('Ακυρώθηκε.', 'Cancelled.');
const SEEN = bilingual('Σημειώθηκε ότι το είδατε.', 'Dismissed.');
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
const DISMISS = bilingual('Το είδα', 'Dismiss');
const NOTHING = bilingual('Δεν έχει προγραμματιστεί τίποτα.', 'Nothing is scheduled.');

const IN_TROUBLE = { boxShadow: 'inset 0 0 0 1px currentColor', color: 'var(--theme-error-600)' };

/** The planned changes of the document: a button with the next one, and a drawer with all. */
export function Planned() {
  const {
    collectionSlug = '',
    hasPublishPermission = false,
    hasSavePermission,
    id,
    isTrashed,
  } = useDocumentInfo();
  const style = useTimeStyle();
  const { act } = useAction();
  const { getField } = useForm();
  const planned = useOwnPublication().answer?.planned ?? [];
  const mayPlan = hasPublishPermission && !isTrashed;
  if (id === undefined || (!mayPlan && planned.length === 0)) return null;

  const t = (text: Bilingual) => translate(text, style.language);
  const path: ApiPath = `/${collectionSlug}/${id}/planned`;
  const remove = async ({ id: job, state }: PlannedAction) => {
    await act(`${path}/${job}`, { method: 'DELETE', done: t(state === 'failed' ? SEEN : CANCELLED) });
    askAgain();
  };
  const unpublishAt = async (query: string) => {
    const body = { [BASE_FIELD]: getField(BASE_FIELD)?.value };
    await act<{ message: string }>(`${path}?${query}`, { body, done: ({ message }) => message });
    askAgain();
  };
  const shown = planned.find(troubleOf) ?? planned[0];
  const trouble = shown && troubleOf(shown);
  const what = shown && `${t(CHANGES[shown.change])}: ${formatTime(shown.at, style)}`;
  const isForEditors = !hasSavePermission && !isTrashed && planned.some(({ change }) => change === 'publish');
  const label = `${trouble ? `⚠ ${t(trouble)}. ` : ''}${what ?? t(PLAN)}${planned.length > 1 ? ` (+${planned.length - 1})` : ''}`;
  return (
    <>
      {isForEditors && <FormNotice>{t(ONLY_EDITORS)}</FormNotice>}
      <DocumentPanel
        hash={PLANNED_HASH}
        id="action-plan"
        label={label}
        onOpen={askAgain}
        // Payload's style for errors has no color and no border.
        {...(trouble && { style: IN_TROUBLE })}
        title={t(PLAN)}
      >
        {(close) => (
          <>
            {planned.length === 0 && <p>{t(NOTHING)}</p>}
            <ul className="planned-list" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {planned.map((action) => (
                <Plan action={action} key={action.id} style={style}>
                  {mayPlan && action.state !== 'running' && (
                    <PanelButton onClick={() => void remove(action)} size="small">
                      {t(action.state === 'failed' ? DISMISS : CANCEL)}
                    </PanelButton>
                  )}
                </Plan>
              ))}
            </ul>
            {mayPlan && <PlanChange onLeave={close} onUnpublish={unpublishAt} path={path} />}
          </>
        )}
      </DocumentPanel>
    </>
  );
}

/** A planned change, with its state and error. */
function Plan({ action, children, style }: { action: PlannedAction; children: ReactNode; style: TimeStyle }) {
  const { at, by, change, nextAttempt, reason, state } = action;
  const t = (text: Bilingual) => translate(text, style.language);
  return (
    <li
      data-state={state}
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
        {t(state === 'waiting' && reason ? DOOMED : STATES[state])}
        {nextAttempt && `: ${formatTime(nextAttempt, style)}`}
      </div>
      {reason && <div>{t(reason)}</div>}
      <div>
        {t(BY)} {by}
      </div>
      {children}
    </li>
  );
}
