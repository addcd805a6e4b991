'use client';

import {
  Button,
  Drawer,
  toast,
  useConfig,
  useDocumentInfo,
  useDrawerSlug,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useEffect } from 'react';
import { type Bilingual, bilingual, speak } from '../../../i18n/bilingual.ts';
import { formatTime } from '../../../i18n/zonedTime.ts';
import { askAgain, useOwnPublication } from '../../publication/components/usePublication.ts';
import type { PlannedAction } from '../plannedFor.ts';
import { CHANGES, PLANNED_HASH, troubleOf } from '../texts.ts';
import { PlanChange } from './PlanChange.tsx';
import { PlannedList } from './PlannedList.tsx';

const PLAN = bilingual('Προγραμματισμός', 'Plan');
const CANCELLED = bilingual('Ακυρώθηκε.', 'Cancelled.');
const SEEN = bilingual('Σημειώθηκε ότι το είδατε.', 'Noted that you have seen it.');
const NO_ANSWER = bilingual(
  'Ο διακομιστής δεν απάντησε. Δοκιμάστε ξανά.',
  'The server did not answer. Try again.',
);

const IN_TROUBLE = { boxShadow: 'inset 0 0 0 1px currentColor', color: 'var(--theme-error-600)' };

/** What is planned for the document that the page edits: the next of it on a button, all of it in a drawer behind that. */
export function Planned({ timeZone }: { timeZone: string }) {
  const { collectionSlug = '', hasPublishPermission = false, id, isTrashed } = useDocumentInfo();
  const { i18n } = useTranslation();
  const { openModal } = useModal();
  const drawer = useDrawerSlug('planned');
  const path = usePath(`/${collectionSlug}/${id}/planned`);
  const planned = useOwnPublication().answer?.planned ?? [];
  const isPlanned = planned.length > 0;
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (!isPlanned || hash !== PLANNED_HASH) return;
    window.history.replaceState(null, '', pathname + search);
    openModal(drawer);
  }, [isPlanned, drawer, openModal]);

  const say = (text: Bilingual) => speak(text, i18n.language);
  const mayPlan = hasPublishPermission && !isTrashed;
  if (id === undefined || (!mayPlan && planned.length === 0)) return null;

  async function remove({ id: job, state }: PlannedAction) {
    const { message, ok } = await ask('DELETE', `${path}/${job}`, i18n.language);
    if (ok) toast.success(say(state === 'failed' ? SEEN : CANCELLED));
    else toast.error(message ?? say(NO_ANSWER));
    askAgain();
  }

  async function unpublishAt(query: string) {
    const { message, ok } = await ask('POST', `${path}?${query}`, i18n.language);
    if (ok) toast.success(message);
    else toast.error(message ?? say(NO_ANSWER));
    askAgain();
  }

  const style = { timeZone, language: i18n.language };
  const shown = planned.find(troubleOf) ?? planned[0];
  const trouble = shown && troubleOf(shown);
  const what = shown && `${say(CHANGES[shown.change])}: ${formatTime(shown.at, style)}`;
  return (
    <>
      <Button
        buttonStyle="secondary"
        // Payload's own style for errors has neither a color nor an edge.
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
        {trouble && `⚠ ${say(trouble)}. `}
        {what ?? say(PLAN)}
        {planned.length > 1 && ` (+${planned.length - 1})`}
      </Button>
      <Drawer slug={drawer} title={say(PLAN)}>
        <PlannedList onRemove={mayPlan ? remove : undefined} planned={planned} style={style} />
        {mayPlan && <PlanChange drawer={drawer} onUnpublish={unpublishAt} path={path} style={style} />}
      </Drawer>
    </>
  );
}

function usePath(path: `/${string}`): string {
  const { config } = useConfig();
  return formatAdminURL({ apiRoute: config.routes.api, path });
}

interface Answer {
  ok: boolean;
  message?: string;
}

async function ask(method: string, path: string, language: string): Promise<Answer> {
  try {
    const headers = { 'Accept-Language': language };
    const response = await fetch(path, { method, credentials: 'include', headers });
    const { errors, message = errors?.[0]?.message } = await response.json();
    return { ok: response.ok, message };
  } catch {
    return { ok: false };
  }
}
