'use client';

import {
  Button,
  Drawer,
  toast,
  useDocumentInfo,
  useDrawerSlug,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { useEffect } from 'react';
import { useApi } from '../../../payload/admin/useApi.ts';
import { FormNotice } from '../../../payload/form/FormNotice.tsx';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { askAgain, useOwnPublication } from '../../publication/components/usePublication.ts';
import { CHANGES, ONLY_EDITORS, PLANNED_HASH, type PlannedAction, troubleOf } from '../words.ts';
import { PlanChange } from './PlanChange.tsx';
import { PlannedList } from './PlannedList.tsx';

const PLAN = bilingual('Προγραμματισμός', 'Schedule');
const CANCELLED = bilingual('Ακυρώθηκε.', 'Cancelled.');
const SEEN = bilingual('Σημειώθηκε ότι το είδατε.', 'Dismissed.');
const NO_ANSWER = bilingual(
  'Ο διακομιστής δεν απάντησε. Δοκιμάστε ξανά.',
  'The server did not answer. Try again.',
);

const IN_TROUBLE = { boxShadow: 'inset 0 0 0 1px currentColor', color: 'var(--theme-error-600)' };

/** The planned changes of the document: a button with the next one, and a drawer with all. */
export function Planned({ timeZone }: { timeZone: string }) {
  const {
    collectionSlug = '',
    hasPublishPermission = false,
    hasSavePermission,
    id,
    isTrashed,
  } = useDocumentInfo();
  const { i18n } = useTranslation();
  const { openModal } = useModal();
  const drawer = useDrawerSlug('planned');
  const ask = useApi();
  const path: `/${string}` = `/${collectionSlug}/${id}/planned`;
  const planned = useOwnPublication().answer?.planned ?? [];
  const isPlanned = planned.length > 0;
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (!isPlanned || hash !== PLANNED_HASH) return;
    window.history.replaceState(null, '', pathname + search);
    openModal(drawer);
  }, [isPlanned, drawer, openModal]);

  const t = (text: Bilingual) => translate(text, i18n.language);
  const mayPlan = hasPublishPermission && !isTrashed;
  if (id === undefined || (!mayPlan && planned.length === 0)) return null;

  /** @param done the message if the response has none */
  async function send(method: string, to: `/${string}`, done: Bilingual) {
    const failed = { ok: false, json: async () => ({}) };
    const response = await ask(to, { method }).catch(() => failed);
    const { errors, message } = await response.json().catch(() => ({}));
    if (response.ok) toast.success(message ?? t(done));
    else toast.error(errors?.[0]?.message ?? t(NO_ANSWER));
    askAgain();
  }

  const remove = ({ id: job, state }: PlannedAction) =>
    send('DELETE', `${path}/${job}`, state === 'failed' ? SEEN : CANCELLED);
  const unpublishAt = (query: string) => send('POST', `${path}?${query}`, CHANGES.unpublish);

  const style = { timeZone, language: i18n.language };
  const shown = planned.find(troubleOf) ?? planned[0];
  const trouble = shown && troubleOf(shown);
  const what = shown && `${t(CHANGES[shown.change])}: ${formatTime(shown.at, style)}`;
  const isForEditors = !hasSavePermission && !isTrashed && planned.some(({ change }) => change === 'publish');
  return (
    <>
      {isForEditors && <FormNotice>{t(ONLY_EDITORS)}</FormNotice>}
      <Button
        buttonStyle="secondary"
        // Payload's style for errors has no color and no border.
        {...(trouble && { extraButtonProps: { style: IN_TROUBLE } })}
        id="action-plan"
        margin={false}
        onClick={() => {
          openModal(drawer);
          askAgain();
        }}
        size="medium"
        type="button"
      >
        {trouble && `⚠ ${t(trouble)}. `}
        {what ?? t(PLAN)}
        {planned.length > 1 && ` (+${planned.length - 1})`}
      </Button>
      <Drawer slug={drawer} title={t(PLAN)}>
        <PlannedList onRemove={mayPlan ? remove : undefined} planned={planned} style={style} />
        {mayPlan && <PlanChange drawer={drawer} onUnpublish={unpublishAt} path={path} style={style} />}
      </Drawer>
    </>
  );
}
