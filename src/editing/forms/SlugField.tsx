'use client';

import { TextField, useConfig, useDocumentInfo, useField, useFormFields } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { useEffect, useRef } from 'react';
import { type ApiPath, useAnswer } from '../../payload/admin/useApi.ts';
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

/** True if the document is published, or one of its versions was; also until that is known. */
function useWasPublished(): boolean {
  const { collectionSlug, hasPublishedDoc, id } = useDocumentInfo();
  const query = `where[parent][equals]=${id}&where[version._status][equals]=published&depth=0&limit=1`;
  const path: ApiPath = `/${collectionSlug}/versions?${query}`;
  const isKnown = hasPublishedDoc || id === undefined;
  const found = useAnswer<{ totalDocs: number }>(isKnown ? undefined : path, '');
  return isKnown ? hasPublishedDoc : found?.totalDocs !== 0;
}
