import type { Field } from 'payload';
import { expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import { latinWords, READ_AS_THEY_ARE } from '../../support/latin.ts';

const { default: promised } = await import('../../../src/payload.config.ts');

interface Named {
  type?: string;
  label?: unknown;
  labels?: object;
  admin?: { description?: unknown; hidden?: boolean; placeholder?: unknown };
  hidden?: boolean;
  options?: unknown[];
  fields?: Field[];
}

/** What a form says of a field, in both languages: it is rendered with the form, and sent with no other page. */
function described(description: unknown): unknown {
  if (typeof description !== 'function') return description && 'sent with every page';
  const [el, en] = ['el', 'en'].map((language) => description({ i18n: { language } }));
  return { el, en };
}

/** What is read of these fields and of those in them. Other functions are left out. */
function textsOf(fields: readonly object[], place: string): [place: string, text: unknown][] {
  return (fields as Named[]).flatMap((field, at) => {
    const { label, labels = {}, admin = {}, hidden, options = [], type } = field;
    // One of `ui` is a component, which shows no label.
    if (hidden || admin.hidden || type === 'ui') return [];
    const own = [label, described(admin.description), admin.placeholder, ...Object.values(labels)];
    const choices = options.map((option) => (option as Named).label);
    const texts = [...own, ...choices].filter(
      (text) => !['undefined', 'boolean', 'function'].includes(typeof text),
    );
    const here = `${place}.${(field as { name?: string }).name ?? at}`;
    return [...texts.map((text): [string, unknown] => [here, text]), ...textsOf(field.fields ?? [], here)];
  });
}

// The words of all other screens are read in the browser (browser/administration.editor.test.ts).
it('every list, and every field and choice of its form, has a Greek and an English name', async () => {
  const { collections } = await promised;
  const shown = collections.filter(({ slug }) => lists.some(({ key }) => key === slug));
  expect(shown.length).toBe(lists.length);
  const known = new Set(READ_AS_THEY_ARE);
  const texts = shown.flatMap(({ slug, fields, labels }) => textsOf([{ labels }, ...fields], slug));
  expect(texts.length).toBeGreaterThan(10 * lists.length);
  for (const [place, text] of texts) {
    const { el, en } = text as { el: string; en: string };
    const latin = latinWords(el).filter((word) => !known.has(word));
    expect({ place, el, en, latin }).toEqual({
      place,
      el: expect.stringMatching(/[α-ω]/i),
      en: expect.stringMatching(/^[^α-ω]+$/i),
      latin: [],
    });
  }
});
