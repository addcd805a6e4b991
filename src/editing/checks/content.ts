import type { SanitizedCollectionConfig } from 'payload';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import type { List, ListFields } from '../../../endpoints/lists/index.ts';
import { titleOf } from '../../payload/i18n/bilingual.ts';
import {
  type CheckedText,
  type DocumentLink,
  documentLinksOf,
  linksOf,
  type TextLink,
  webAddress,
} from './rules/index.ts';

type Data = Record<string, unknown>;

/** Where something stands. */
interface InField {
  /** The path of the field in the form. */
  field: string;
}

/** What readers get of a document. */
export interface Content {
  title: string;
  /** The field with the title; undefined if it has none. */
  titleField: string | undefined;
  /** Several documents may have one title. */
  sharesTitle: boolean;
  texts: CheckedText[];
  /** To pages of the web. */
  links: (TextLink & InField)[];
  /** To documents of the portal. */
  documents: (DocumentLink & InField)[];
}

/**
 * The texts and links of a document of a list.
 * @param document with its hidden values, such as the HTML of its texts
 */
export function contentOf(
  { admin, flattenedFields }: Pick<SanitizedCollectionConfig, 'admin' | 'flattenedFields'>,
  { fields = {}, form }: Pick<List, 'fields' | 'form'>,
  document: Data,
): Content {
  const titleField = admin.useAsTitle && admin.useAsTitle !== 'id' ? admin.useAsTitle : undefined;
  const title = titleField ? (titleOf(admin, document) ?? '').trim() : '';
  const html = fieldsWithRole(flattenedFields, 'html').map(
    ({ html: stored, name }): CheckedText => ({ field: name, type: 'html', value: text(document[stored]) }),
  );
  const shown = titleField && { ...fields[titleField], ...form?.fields?.[titleField] };
  const plain = plainOf(fields, document, title);
  return {
    title,
    titleField,
    sharesTitle: Boolean(shown && 'shared' in shown && shown.shared),
    texts: [...plain.texts, ...html],
    links: [
      ...plain.links,
      ...html.flatMap(({ field, value }) => linksOf(value).map((link) => ({ field, ...link }))),
    ],
    documents: html.flatMap(({ field, value }) => documentLinksOf(value).map((link) => ({ field, ...link }))),
  };
}

/** The texts without markup and the web addresses, also those in rows. @param words those of a link beside no text */
function plainOf(fields: ListFields, document: Data, words: string, prefix = '') {
  const texts: CheckedText[] = [];
  const links: Content['links'] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = document[name];
    const path = `${prefix}${name}`;
    if (field.type === 'text') texts.push({ field: path, type: 'text', value: text(value) });
    if (field.type === 'webAddress') {
      const address = webAddress(text(value));
      if (address) links.push({ field: path, address, words });
    }
    if (field.type !== 'rows' || !Array.isArray(value)) continue;
    const [beside] = Object.keys(field.columns).filter((column) => field.columns[column]?.type === 'text');
    for (const [at, row] of (value as Data[]).entries()) {
      const inRow = plainOf(field.columns, row, beside ? text(row[beside]) : '', `${path}.${at}.`);
      texts.push(...inRow.texts);
      links.push(...inRow.links);
    }
  }
  return { texts, links };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
