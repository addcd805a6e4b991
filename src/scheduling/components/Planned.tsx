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
import { useCallback, useEffect, useState } from 'react';
import { type Bilingual, bilingual, speak } from '../../../collections/fields/labels.ts';
import { formatTime } from '../../i18n/zonedTime.ts';
import type { PlannedAction } from '../plannedFor.ts';
import { CHANGES } from '../texts.ts';
import { PlanChange } from './PlanChange.tsx';
import { PlannedList } from './PlannedList.tsx';

const PLAN = bilingual('Προγραμματισμός', 'Plan');
const FAILED = bilingual('Απέτυχε', 'Failed');
const CANCELLED = bilingual('Ακυρώθηκε.', 'Cancelled.');
const SEEN = bilingual('Σημειώθηκε ότι το είδατε.', 'Noted that you have seen it.');
const NO_ANSWER = bilingual(
  'Ο διακομιστής δεν απάντησε. Δοκιμάστε ξανά.',
  'The server did not answer. Try again.',
);

/** What is planned for the document that the page edits: the next of it on a button, all of it in a drawer behind that. */
export function Planned({ timeZone }: { timeZone: string }) {
  const { collectionSlug = '', hasPublishPermission = false, id, isTrashed } = useDocumentInfo();
  const { i18n } = useTranslation();
  const { openModal } = useModal();
  const drawer = useDrawerSlug('planned');
  const path = usePath(`/${collectionSlug}/${id}/planned`);
  const { planned, reload } = usePlanned(id === undefined ? undefined : path);

  const say = (text: Bilingual) => speak(text, i18n.language);
  const mayPlan = hasPublishPermission && !isTrashed;
  if (id === undefined || (!mayPlan && planned.length === 0)) return null;

  async function remove({ id: job, state }: PlannedAction) {
    const { message, ok } = await ask('DELETE', `${path}/${job}`, i18n.language);
    if (ok) toast.success(say(state === 'failed' ? SEEN : CANCELLED));
    else toast.error(message ?? say(NO_ANSWER));
    await reload();
  }

  async function unpublishAt(query: string) {
    const { message, ok } = await ask('POST', `${path}?${query}`, i18n.language);
    if (ok) toast.success(message);
    else toast.error(message ?? say(NO_ANSWER));
    await reload();
  }

  const style = { timeZone, language: i18n.language };
  const failed = planned.find(({ state }) => state === 'failed');
  const [next = failed] = planned.filter(({ state }) => state !== 'failed');
  const shown = failed ?? next;
  const what = shown && `${say(CHANGES[shown.change])}: ${formatTime(shown.at, style)}`;
  return (
    <>
      <Button
        buttonStyle={failed ? 'error' : 'secondary'}
        id="action-plan"
        margin={false}
        onClick={() => {
          openModal(drawer);
          void reload();
        }}
        size="medium"
        type="button"
      >
        {failed && `${say(FAILED)}. `}
        {what ?? say(PLAN)}
        {planned.length > 1 && ` (+${planned.length - 1})`}
      </Button>
      <Drawer slug={drawer} title={say(PLAN)}>
        <PlannedList onRemove={mayPlan ? remove : undefined} planned={planned} style={style} />
        {mayPlan && (
          <PlanChange
            drawer={drawer}
            onPlanned={reload}
            onUnpublish={unpublishAt}
            path={path}
            style={style}
          />
        )}
      </Drawer>
    </>
  );
}

function usePath(path: `/${string}`): string {
  const { config } = useConfig();
  return formatAdminURL({ apiRoute: config.routes.api, path });
}

/** What is planned, and what has it asked for again. */
function usePlanned(path: string | undefined) {
  const [planned, setPlanned] = useState<PlannedAction[]>([]);
  const reload = useCallback(async () => {
    if (path === undefined) return;
    const { docs, ok } = await ask('GET', path);
    if (ok) setPlanned(docs ?? []);
  }, [path]);
  useEffect(() => void reload(), [reload]);
  return { planned, reload };
}

interface Answer {
  ok: boolean;
  message?: string;
  docs?: PlannedAction[];
}

async function ask(method: string, path: string, language = ''): Promise<Answer> {
  try {
    const headers = { 'Accept-Language': language };
    const response = await fetch(path, { method, credentials: 'include', headers });
    const { docs, errors, message = errors?.[0]?.message } = await response.json();
    return { ok: response.ok, message, docs };
  } catch {
    return { ok: false };
  }
}
