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
import { bilingual, speak } from '../../i18n/bilingual.ts';
import { type Answer, useSaveDraft } from './useSaveDraft.ts';

/** Milliseconds that a change waits at most. */
const INTERVAL = 10_000;

const SAVED = bilingual('Αυτόματη αποθήκευση', 'Saved automatically');
const REFUSED = bilingual('Δεν έγινε αυτόματη αποθήκευση.', 'Not saved automatically.');

/**
 * Saves changes as a draft, from the first save of a document on; each takes the place of the one before. That of
 * Payload 3.90 makes a document, and draws its number, whenever somebody opens an empty form, and overwrites what is
 * being typed.
 *
 * Upstream: payloadcms/payload#17676.
 * Depends on it: work that is not lost with a tab, and numbers that are not used up.
 */
export function Autosave() {
  const { id, data, docConfig, isTrashed } = useDocumentInfo();
  const { disabled, getData } = useForm();
  const modified = useFormModified();
  const processing = useFormProcessing();
  const { modalState } = useModal();
  const { i18n } = useTranslation();
  const saveDraft = useSaveDraft();
  // How the last one went, and of which state of the document: it says nothing of what was saved or reverted since.
  const [outcome, setOutcome] = useState<Answer>();
  // What was sent last; a refused draft is not sent again before it is changed.
  const sent = useRef<string>(undefined);

  const isOn = docConfig && hasDraftsEnabled(docConfig) && !hasAutosaveEnabled(docConfig);
  // A dialog may be about what somebody else has saved meanwhile.
  const isAsked = Object.values(modalState).some((modal) => modal?.isOpen);
  const isDue = isOn && id !== undefined && modified && !processing && !disabled && !isTrashed && !isAsked;

  const save = async () => {
    const typed = JSON.stringify(getData());
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
    return <p role="status">{`${speak(REFUSED, i18n.language)} ${outcome.error}`}</p>;
  // As Payload writes the times beside it: in the zone of the portal.
  const time = formatDate({ date: outcome.updatedAt, i18n, pattern: 'HH:mm' });
  return <p>{`${speak(SAVED, i18n.language)} ${time}`}</p>;
}
