'use client';
import { useDocumentInfo, useForm, useLocale, useTranslation } from '@payloadcms/ui';
import { useApi } from '../admin/useApi.ts';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { typedIn } from './typed.ts';

const AWAY = bilingual('Ο διακομιστής δεν απαντά.', 'The server does not answer.');

/** The result of an automatic draft. */
export interface Answer {
  /** Why it was not saved. */
  error?: string;
  /** The server did not answer, or could not save; the draft may be valid. */
  isAway?: boolean;
  /** The time of the save, ISO 8601. */
  updatedAt?: string;
}

interface Body {
  doc?: { updatedAt: string };
  errors?: { message: string; data?: { errors?: { path: string; message: string }[] } }[];
}

/**
 * Sends the form as an automatic draft. It keeps text that is typed during the request, and errors shown at fields; the
 * `submit` of Payload 3.90 overwrites both.
 *
 * Upstream: payloadcms/payload#17676.
 * Needed for: {@link ./Autosave.tsx}.
 * @param onSent called when it is on its way
 */
export function useSaveDraft(onSent?: () => void): () => Promise<Answer> {
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
    });
    if (locale) query.set('locale', locale);
    const away: Answer = { error: translate(AWAY, i18n.language), isAway: true };
    let answer: Body;
    let isAway = false;
    try {
      const body = await createFormData({ _status: 'draft' }, {});
      onSent?.();
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
