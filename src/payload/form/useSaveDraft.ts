'use client';
import { useDocumentInfo, useForm, useLocale, useTranslation } from '@payloadcms/ui';
import { bilingual, speak } from '../../i18n/bilingual.ts';
import { useApi } from '../admin/useApi.ts';

const AWAY = bilingual('Ο διακομιστής δεν απαντά.', 'The server does not answer.');

/** What became of a draft. */
export interface Answer {
  /** Why it was refused. */
  error?: string;
  /** Nothing was wrong with it. */
  isAway?: boolean;
  /** When it was saved; ISO 8601. */
  updatedAt?: string;
}

interface Body {
  doc?: { updatedAt: string };
  errors?: { message: string; data?: { errors?: { path: string; message: string }[] } }[];
}

/**
 * Sends what is in the form as an automatic draft. It leaves the form as it is: what is typed meanwhile, and what was said of
 * its fields. The `submit` of Payload 3.90 puts the answer in the place of both.
 *
 * Upstream: payloadcms/payload#17676.
 * Depends on it: {@link ./Autosave.tsx}.
 */
export function useSaveDraft(): () => Promise<Answer> {
  const { id, collectionSlug, setData, setLastUpdateTime, setUnpublishedVersionCount } = useDocumentInfo();
  const { createFormData, dispatchFields, getData, setModified, setSubmitted } = useForm();
  const ask = useApi();
  const { code: locale } = useLocale();
  const { i18n } = useTranslation();

  return async () => {
    const typed = JSON.stringify(getData());
    const query = new URLSearchParams({
      autosave: 'true',
      draft: 'true',
      depth: '0',
      'fallback-locale': 'null',
    });
    if (locale) query.set('locale', locale);
    const away: Answer = { error: speak(AWAY, i18n.language), isAway: true };
    let body: Body;
    try {
      const response = await ask(`/${collectionSlug}/${id}?${query}`, {
        method: 'PATCH',
        body: await createFormData({ _status: 'draft' }, {}),
      });
      body = await response.json();
    } catch {
      return away;
    }
    const [refusal] = body.errors ?? [];
    if (refusal) {
      const errors = refusal.data?.errors ?? [];
      if (errors.length > 0) {
        dispatchFields({ type: 'ADD_SERVER_ERRORS', errors });
        setSubmitted(true);
      }
      return { error: refusal.message };
    }
    if (!body.doc) return away;
    setData(body.doc);
    setLastUpdateTime(Date.parse(body.doc.updatedAt));
    // What enables publishing.
    setUnpublishedVersionCount((count) => Math.max(count, 1));
    if (JSON.stringify(getData()) === typed) setModified(false);
    return { updatedAt: body.doc.updatedAt };
  };
}
