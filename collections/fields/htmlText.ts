import type { Field } from 'payload';
import { portalEditor } from '../../src/rich-text/index.ts';
import { nobodyField } from '../access/index.ts';
import type { Bilingual } from './labels.ts';

interface HtmlTextOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual;
  /** The lists give `null` for a text that was never entered; otherwise they give the empty string. */
  nullable?: boolean;
}

/** Field names that go with the rich text `name`: what the lists serve, and what the import brought. */
export function htmlNames(name: string): { html: string; source: string } {
  return { html: `${name}_html`, source: `${name}_source` };
}

/**
 * A rich text whose HTML is stored beside it: `{name}_html` is what the lists serve, `{name}_source` the
 * imported HTML that belongs to the imported state of the text.
 */
export function htmlText({ name, label, description, nullable }: HtmlTextOptions): Field[] {
  const names = htmlNames(name);
  return [
    {
      name,
      type: 'richText',
      label,
      editor: portalEditor(),
      custom: { nullable: nullable ?? false },
      ...(description && { admin: { description } }),
    },
    hiddenHtml(names.html),
    hiddenHtml(names.source),
  ];
}

/** Of any length: Payload's own validation ends a text at 40,000 characters. */
function hiddenHtml(name: string): Field {
  return { name, type: 'textarea', hidden: true, access: { read: nobodyField }, validate: () => true };
}
