import type { Field } from 'payload';
import { portalEditor } from '../../src/rich-text/index.ts';
import { hidden } from './hidden.ts';
import type { Bilingual } from './labels.ts';
import { custom } from './roles.ts';

interface HtmlTextOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual;
  /** The lists give `null` for a text that was never entered; otherwise they give the empty string. */
  nullable?: boolean;
}

/**
 * A rich text whose HTML is stored beside it: `{name}_html` is what the lists serve, `{name}_source` the
 * imported HTML that belongs to the imported state of the text.
 */
export function htmlText({ name, label, description, nullable }: HtmlTextOptions): Field[] {
  const [html, source] = [`${name}_html`, `${name}_source`];
  return [
    {
      name,
      type: 'richText',
      label,
      editor: portalEditor(),
      custom: custom({ role: 'html', html, source, nullable: nullable ?? false }),
      // Its state is no text to look into; the list's search does.
      admin: { disableListColumn: true, disableListFilter: true, ...(description && { description }) },
    },
    hidden({ name: html, type: 'textarea', validate: ofAnyLength }),
    hidden({ name: source, type: 'textarea', validate: ofAnyLength }),
  ];
}

/** Payload's own validation ends a text at 40,000 characters. */
const ofAnyLength = () => true as const;
