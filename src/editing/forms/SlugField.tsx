'use client';

import { TextField, useConfig, useDocumentInfo, useField, useFormFields } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { useCallback, useEffect, useRef } from 'react';
import { useApi, useLoaded } from '../../payload/admin/useApi.ts';
import { slugify } from '../../payload/i18n/slugify.ts';

/** A slug field that follows the title, until another slug is typed or the document has been published once. */
export function SlugField(props: TextFieldClientProps) {
  const { collectionSlug = '' } = useDocumentInfo();
  const { getEntityConfig } = useConfig();
  const titleField = getEntityConfig({ collectionSlug })?.admin.useAsTitle ?? '';
  const title = useFormFields(([fields]) => String(fields[titleField]?.value ?? ''));
  const { value, setValue } = useField<string>({ path: props.path });
  const isSettled = useWasPublished();
  const before = useRef(title);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another title changes it
  useEffect(() => {
    const previous = before.current;
    before.current = title;
    const isProposed = !value || value === slugify(previous);
    if (title !== previous && isProposed && !isSettled) setValue(slugify(title));
  }, [title]);
  return <TextField {...props} />;
}

/** True if the document is published, or one of its versions was. */
function useWasPublished(): boolean {
  const { collectionSlug, hasPublishedDoc, id } = useDocumentInfo();
  const ask = useApi();
  const load = useCallback(async () => {
    if (hasPublishedDoc || id === undefined) return hasPublishedDoc;
    const query = `where[parent][equals]=${id}&where[version._status][equals]=published&depth=0&limit=1`;
    const { totalDocs } = await (await ask(`/${collectionSlug}/versions?${query}`)).json();
    return totalDocs > 0;
  }, [ask, collectionSlug, hasPublishedDoc, id]);
  return useLoaded(load) ?? id !== undefined;
}
