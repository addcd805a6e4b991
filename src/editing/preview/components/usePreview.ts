'use client';

import { useDocumentInfo, useForm, useLocale } from '@payloadcms/ui';
import { useCallback } from 'react';
import { useApi, useLoaded } from '../../../payload/admin/useApi.ts';
import { whenIdle } from '../../../payload/form/saving.ts';
import type { Preview, PreviewedKey } from '../types.ts';

/** A field at which a save would be refused, with the message of the save. */
export interface FieldError {
  label?: string;
  message: string;
  path: string;
}

interface PreviewRefusal {
  message: string;
  fields: FieldError[];
  /** How it would look all the same. */
  look: PreviewedKey[];
  styleSheet: string | null;
}

/** What came of asking. */
export interface Answer {
  /** Null if a planned change would change nothing any more. */
  preview?: Preview | null;
  refused?: PreviewRefusal;
}

interface Body {
  preview?: Preview | null;
  look?: PreviewedKey[];
  styleSheet?: string | null;
  errors?: { message: string; data?: { errors?: FieldError[] } }[];
}

/**
 * Asks what the portal would read: of what is typed, or of a planned change. The form is only read.
 * @param planned the id of the planned change
 * @param times ask again when it changes
 * @returns undefined while asking; null without an answer
 */
export function usePreview(planned: string | undefined, times: number): Answer | null | undefined {
  const { id, collectionSlug } = useDocumentInfo();
  const { createFormData } = useForm();
  const { code: locale } = useLocale();
  const ask = useApi();
  const question = `${planned} ${times}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is read when the drawer opens, and when it is asked again
  const load = useCallback(async () => {
    const query = new URLSearchParams({ 'fallback-locale': 'null', ...(locale && { locale }) });
    if (planned !== undefined) query.set('planned', planned);
    await new Promise<void>((resolve) => whenIdle(resolve));
    const path = `/${collectionSlug}/${id === undefined ? '' : `${id}/`}preview` as const;
    const body = planned === undefined ? await createFormData({}, {}) : new FormData();
    const send = async (): Promise<Body> => {
      const response = await ask(`${path}?${query}`, { method: 'POST', body });
      return response.json().catch(() => ({}));
    };
    const answer = await answerOf(send, () => query.set('incomplete', 'true')).catch(() => null);
    return { question, answer };
  }, [ask, collectionSlug, id, locale, question]);
  const loaded = useLoaded(load);
  // The answer to an earlier question stays until the next one comes.
  return loaded?.question === question ? loaded.answer : undefined;
}

/** @param complete makes that what is missing counts no more */
async function answerOf(send: () => Promise<Body>, complete: () => void): Promise<Answer | null> {
  const { preview, errors } = await send();
  if (preview !== undefined) return { preview };
  const [error] = errors ?? [];
  if (!error) return null;
  const fields = error.data?.errors ?? [];
  complete();
  const { look = [], styleSheet = null } = fields.length > 0 ? await send() : {};
  return { refused: { message: error.message, fields, look, styleSheet } };
}
