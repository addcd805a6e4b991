'use client';
import {
  useDocumentInfo,
  useForm,
  useFormModified,
  useFormProcessing,
  useLocale,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { formatDate } from '@payloadcms/ui/shared';
import { hasAutosaveEnabled, hasDraftsEnabled } from 'payload/shared';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../admin/useApi.ts';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { typedIn } from './keptWords.tsx';

/** The longest time that a change stays unsaved, in milliseconds. */
const INTERVAL = 10_000;

const SAVED = bilingual('Αυτόματη αποθήκευση', 'Saved automatically');
const REFUSED = bilingual('Δεν έγινε αυτόματη αποθήκευση.', 'Not saved automatically.');
const AWAY = bilingual('Ο διακομιστής δεν απαντά.', 'The server does not answer.');

/** The result of an automatic draft. */
interface Outcome {
  /** Why it was not saved. */
  error?: string;
  /** The server did not answer, or could not save; the draft may be valid. */
  isAway?: boolean;
  /** The time of the save, ISO 8601. */
  updatedAt?: string;
}

/**
 * Saves changes of an existing document as an automatic draft, which replaces the previous one. The autosave of Payload 3.90
 * creates a document, and uses up a number, whenever somebody opens an empty form.
 *
 * Needed for: work that survives a closed tab, and numbers without gaps.
 * @param onSent called when a draft is on its way
 */
export function Autosave({ onSent }: { onSent: () => void }) {
  const { id, data, docConfig, isTrashed } = useDocumentInfo();
  const { disabled, getFields } = useForm();
  const modified = useFormModified();
  const processing = useFormProcessing();
  const { modalState } = useModal();
  const { i18n } = useTranslation();
  const saveDraft = useSaveDraft(onSent);
  // The result of the last draft, with the document's `updatedAt`: it is out of date after any other save or revert.
  const [outcome, setOutcome] = useState<Outcome>();
  // The last data sent. A refused draft is sent again only after a change.
  const sent = useRef<string>(undefined);

  const isOn = docConfig && hasDraftsEnabled(docConfig) && !hasAutosaveEnabled(docConfig);
  // An open dialog may be about a save of another user.
  const isAsked = Object.values(modalState).some((modal) => modal?.isOpen);
  const isDue = isOn && id !== undefined && modified && !processing && !disabled && !isTrashed && !isAsked;

  const save = async () => {
    const typed = JSON.stringify(typedIn(getFields()));
    if (typed === sent.current) return;
    sent.current = typed;
    const answer = await saveDraft();
    if (answer.isAway) sent.current = undefined;
    setOutcome({ updatedAt: data?.updatedAt, ...answer });
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isDue) return;
    const timer = setInterval(() => void latest.current(), INTERVAL);
    return () => clearInterval(timer);
  }, [isDue]);

  if (!outcome?.updatedAt || outcome.updatedAt !== data?.updatedAt) return null;
  if (outcome.error !== undefined)
    return <p role="status">{`${translate(REFUSED, i18n.language)} ${outcome.error}`}</p>;
  // The same format and time zone as Payload's times beside it.
  const time = formatDate({ date: outcome.updatedAt, i18n, pattern: 'HH:mm' });
  return <p>{`${translate(SAVED, i18n.language)} ${time}`}</p>;
}

interface Answer {
  doc?: { updatedAt: string };
  errors?: { message: string; data?: { errors?: { path: string; message: string }[] } }[];
}

/**
 * Sends the form as an automatic draft. It keeps text that is typed during the request, and errors shown at fields; the
 * `submit` of Payload 3.90 overwrites both.
 *
 * Upstream: payloadcms/payload#17676.
 */
function useSaveDraft(onSent: () => void): () => Promise<Outcome> {
  const { id, collectionSlug, setData, setLastUpdateTime, setUnpublishedVersionCount } = useDocumentInfo();
  const { createFormData, dispatchFields, getFields, setModified, setSubmitted } = useForm();
  const ask = useApi();
  const { code: locale } = useLocale();
  const { i18n } = useTranslation();

  return async () => {
    const typed = JSON.stringify(typedIn(getFields()));
    const query = new URLSearchParams({
      autosave: 'true',
      draft: 'true',
      depth: '0',
      'fallback-locale': 'null',
      ...(locale && { locale }),
    });
    const away: Outcome = { error: translate(AWAY, i18n.language), isAway: true };
    let answer: Answer;
    let isAway = false;
    try {
      const body = await createFormData({ _status: 'draft' }, {});
      onSent();
      const response = await ask(`/${collectionSlug}/${id}?${query}`, { method: 'PATCH', body });
      // As on a full disk, and without a session.
      isAway = response.status >= 500 || response.status === 401;
      answer = await response.json();
    } catch {
      return away;
    }
    const [refusal] = answer.errors ?? [];
    if (refusal) {
      const errors = refusal.data?.errors ?? [];
      if (errors.length > 0) {
        dispatchFields({ type: 'ADD_SERVER_ERRORS', errors });
        setSubmitted(true);
      }
      return { error: refusal.message, isAway };
    }
    if (!answer.doc) return away;
    setData(answer.doc);
    setLastUpdateTime(Date.parse(answer.doc.updatedAt));
    // This enables the button for publishing.
    setUnpublishedVersionCount((count) => Math.max(count, 1));
    if (JSON.stringify(typedIn(getFields())) === typed) setModified(false);
    return { updatedAt: answer.doc.updatedAt };
  };
}
