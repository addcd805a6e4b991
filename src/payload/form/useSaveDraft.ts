'use client';
import { useConfig, useDocumentInfo, useForm, useLocale, useTranslation } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { bilingual, speak } from '../../i18n/bilingual.ts';

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
  const { config } = useConfig();
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
    const url = formatAdminURL({ apiRoute: config.routes.api, path: `/${collectionSlug}/${id}?${query}` });
    const away: Answer = { error: speak(AWAY, i18n.language), isAway: true };
    let body: Body;
    try {
      const response = await fetch(url, {
        method: 'PATCH',
        body: await createFormData({ _status: 'draft' }, {}),
        credentials: 'include',
        headers: { 'Accept-Language': i18n.language },
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
