'use client';

import { TextField, useConfig, useDocumentInfo, useField, useFormFields } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { useEffect, useRef, useState } from 'react';
import { slugify } from '../../i18n/slugify.ts';

/** A slug that follows the title until somebody types another one, or the document has been published once. */
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

/** Whether the document is or was published: then a version says so. */
function useWasPublished(): boolean {
  const { collectionSlug, hasPublishedDoc, id } = useDocumentInfo();
  const { config } = useConfig();
  const [was, setWas] = useState(id !== undefined);
  useEffect(() => {
    if (hasPublishedDoc || id === undefined) return setWas(hasPublishedDoc);
    const query = `where[parent][equals]=${id}&where[version._status][equals]=published&depth=0&limit=1`;
    const path = `/${collectionSlug}/versions?${query}` as const;
    const asked = new AbortController();
    fetch(formatAdminURL({ apiRoute: config.routes.api, path }), { signal: asked.signal })
      .then((response) => response.json())
      .then(({ totalDocs }: { totalDocs: number }) => setWas(totalDocs > 0))
      .catch(() => {});
    return () => asked.abort();
  }, [collectionSlug, config.routes.api, hasPublishedDoc, id]);
  return was;
}
