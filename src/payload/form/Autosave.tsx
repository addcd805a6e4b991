'use client';
import {
  useDocumentInfo,
  useForm,
  useFormModified,
  useFormProcessing,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { formatDate } from '@payloadcms/ui/shared';
import { hasAutosaveEnabled, hasDraftsEnabled } from 'payload/shared';
import { useEffect, useRef, useState } from 'react';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { typedIn } from './typed.ts';
import { type Answer, useSaveDraft } from './useSaveDraft.ts';

/** The longest time that a change stays unsaved, in milliseconds. */
const INTERVAL = 10_000;

const SAVED = bilingual('Αυτόματη αποθήκευση', 'Saved automatically');
const REFUSED = bilingual('Δεν έγινε αυτόματη αποθήκευση.', 'Not saved automatically.');

/**
 * Saves changes of an existing document as an automatic draft, which replaces the previous one. The autosave of Payload 3.90
 * creates a document, and uses up a number, whenever somebody opens an empty form. It also overwrites what is being typed.
 *
 * Upstream: payloadcms/payload#17676.
 * Needed for: work that survives a closed tab, and numbers without gaps.
 */
export function Autosave({ onSent }: { onSent?: () => void }) {
  const { id, data, docConfig, isTrashed } = useDocumentInfo();
  const { disabled, getFields } = useForm();
  const modified = useFormModified();
  const processing = useFormProcessing();
  const { modalState } = useModal();
  const { i18n } = useTranslation();
  const saveDraft = useSaveDraft(onSent);
  // The result of the last draft, with the document's `updatedAt`: it is out of date after any other save or revert.
  const [outcome, setOutcome] = useState<Answer>();
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
