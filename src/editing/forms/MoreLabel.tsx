'use client';

import { getTranslation } from '@payloadcms/translations';
import {
  useConfig,
  useDocumentInfo,
  useField,
  useFormFields,
  useFormProcessing,
  useTranslation,
} from '@payloadcms/ui';
import type { CollapsibleFieldClient } from 'payload';
import { useEffect, useRef } from 'react';
import { usualOf } from '../../../collections/fields/more.ts';
import { type ApiPath, useAnswer } from '../../payload/admin/useApi.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { slugify } from '../../payload/i18n/slugify.ts';
import { goToField, openFold } from '../goToField.ts';

const YES = bilingual('ναι', 'yes');
const NO = bilingual('όχι', 'no');
const CHANGED = bilingual('δεν είναι από τον τίτλο', 'not made from the title');

/** The slug without the number that the server adds where another document has it. */
const stem = (slug: string) => slug.replace(/-\d+$/, '');

/**
 * The heading of the fold with what people seldom set: says what is not as usual there, and opens it where a save was refused for
 * it. Its fields are in the page only once it is open, so a slug follows the title from here.
 */
export function MoreLabel({ field }: { field: CollapsibleFieldClient }) {
  const { i18n } = useTranslation();
  const { collectionSlug = '' } = useDocumentInfo();
  const titleField = useConfig().getEntityConfig({ collectionSlug })?.admin.useAsTitle ?? '';
  const title = useFormFields(([state]) => String(state[titleField]?.value ?? ''));
  const fields = field.fields.flatMap((each) => ('name' in each ? [each] : []));
  const names = fields.map(({ name }) => name);
  const slug = fields.find((each) => usualOf(each) === 'slug')?.name;
  const unusual = useFormFields(([state]) => {
    const said = fields.map((each) => {
      const [usual, value] = [usualOf(each), state[each.name]?.value];
      if (usual === 'slug')
        return value && stem(String(value)) !== stem(slugify(title)) ? CHANGED : undefined;
      return typeof usual !== 'boolean' || usual === Boolean(value) ? undefined : value ? YES : NO;
    });
    const lines = said.map(
      (word, at) =>
        word && `${getTranslation(fields[at]?.label ?? '', i18n)}: ${translate(word, i18n.language)}`,
    );
    return lines.filter(Boolean).join(' · ');
  });
  useRefused(names);
  return (
    <div data-fields={names.join(' ')} style={{ pointerEvents: 'none' }}>
      {getTranslation(field.label, i18n)}
      {unusual && <div className="field-description">{unusual}</div>}
      {slug && <SlugOfTitle path={slug} title={title} titleField={titleField} />}
    </div>
  );
}

/** Opens the fold after a refused save, at the field if it is the first that was refused. */
function useRefused(names: readonly string[]): void {
  const processing = useFormProcessing();
  const refused = useFormFields(([state]) =>
    Object.keys(state)
      .filter((path) => state[path]?.valid === false)
      .join(' '),
  );
  const isAnswered = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer, not while somebody types
  useEffect(() => {
    isAnswered.current ||= processing;
    const [first = '', ...others] = refused.split(' ');
    const inside = [first, ...others].find((path) => names.includes(path));
    if (processing || !isAnswered.current || inside === undefined) return;
    isAnswered.current = false;
    if (inside === first) goToField(first, '');
    else openFold(inside);
  }, [processing, refused]);
}

/** Lets a slug follow the title, until another slug is typed or the document has been published once. */
function SlugOfTitle({ path, title, titleField }: { path: string; title: string; titleField: string }) {
  // Not what somebody else has typed, when the form shows that.
  const isTyped = useFormFields(([state]) =>
    [path, titleField].some((name) => state[name]?.value !== state[name]?.initialValue),
  );
  const { value, setValue } = useField<string>({ path });
  const isSettled = useWasPublished();
  const before = useRef(title);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another title changes it
  useEffect(() => {
    const previous = before.current;
    before.current = title;
    const isProposed = !value || value === slugify(previous);
    if (title !== previous && isTyped && isProposed && !isSettled) setValue(slugify(title));
  }, [title]);
  return null;
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
