import type { FieldHook, PayloadRequest, SanitizedCollectionConfig, TextField, Where } from 'payload';
import { type Bilingual, bilingual, shortened } from '../../src/payload/i18n/bilingual.ts';
import { isUrlSafe, slugify } from '../../src/payload/i18n/slugify.ts';
import { localizer } from '../portal/locale.ts';
import { isPublished, publishedWhere, type RawDocument } from '../portal/portal.ts';
import { type FieldValidation, mainDocument } from '../save/saveContext.ts';
import { seldomSet } from './more.ts';
import { type TextOptions, textBase, validator } from './text.ts';

interface SlugOptions extends Partial<Omit<TextOptions, 'required'>> {
  /** Whether several documents may have the same slug. @default false */
  shared?: boolean | undefined;
}

/**
 * The part of the page's address that identifies a document. It is proposed from the title, and required for publishing unless
 * it is `nullable`.
 */
export function slugField({ shared = false, nullable = false, ...options }: SlugOptions = {}): TextField {
  const validate = validator(
    !nullable,
    async (value, validated) => urlSafe(value) ?? (shared ? undefined : await unused(value, validated)),
  );
  const { admin, ...field } = textBase({
    name: 'slug',
    label: bilingual('Όνομα στη διεύθυνση', 'Slug (part of the address)'),
    sidebar: true,
    description: bilingual(
      'Η πύλη φτιάχνει με αυτό τη διεύθυνση της σελίδας. Προτείνεται από τον τίτλο μέχρι την πρώτη δημοσίευση. Αν αλλάξει αργότερα, παύουν να λειτουργούν οι παλιοί σύνδεσμοι.',
      'The portal uses it to build the page address. It is suggested from the title until the document is published. Changing it later breaks existing links.',
    ),
    ...options,
    nullable,
    required: !nullable,
  });
  return {
    type: 'text',
    ...field,
    index: !shared,
    hooks: { beforeValidate: [proposed(shared)], beforeDuplicate: [() => null] },
    admin: { ...admin, ...seldomSet('slug') },
    validate: async (value: string | null | undefined, validated: FieldValidation) =>
      unpublishes(validated) ? true : validate(value, validated),
  };
}

/** An unpublish is always allowed, even for a document published before a rule existed. The form still shows the error. */
function unpublishes({ data, event }: FieldValidation): boolean {
  return event === 'submit' && '_status' in data && data._status === 'draft';
}

/** Proposes a slug for a new document without one. An empty slug is kept, since the editor chose it. */
function proposed(shared: boolean): FieldHook {
  return async ({ collection, data, field, operation, req, value }) => {
    if (operation !== 'create' || value !== undefined || !collection) return value;
    const slug = slugify(String(data?.[collection.admin.useAsTitle ?? ''] ?? ''));
    if (slug === '' || shared) return slug || undefined;
    return freeSlug(req, collection, { name: String(field.name), slug, id: undefined });
  };
}

/** Why a text cannot be a slug; undefined if it can. */
export function urlSafe(value: string): Bilingual | undefined {
  if (isUrlSafe(value)) return undefined;
  const example = slugify(value) || 'anakoinoseis';
  return bilingual(
    `Μόνο λατινικά γράμματα χωρίς τόνους, ψηφία, παύλες και κάτω παύλες, χωρίς κενά, π.χ. ${example}`,
    `Only Latin letters without accents, digits, hyphens and underscores, without spaces, for example ${example}`,
  );
}

/** Not a guarantee: two documents published at the same moment can both pass. */
async function unused(slug: string, validated: FieldValidation): Promise<Bilingual | undefined> {
  const { collectionSlug, id, name, req } = validated;
  const collection = req.payload.collections[collectionSlug ?? '']?.config;
  if (!collection) return undefined;
  // What is published with it has been judged.
  const main = await mainDocument(validated);
  if (main?.[name] === slug && isPublished(collection, main)) return undefined;
  const others: Where[] = id === undefined ? [] : [{ id: { not_equals: id } }];
  const where: Where = { and: [{ [name]: { equals: slug } }, ...publishedWhere(collection), ...others] };
  const { config, db } = req.payload;
  const found = await db.findOne<RawDocument>({ collection: collection.slug, req, where });
  if (!found) return undefined;
  const other = localizer(collection.flattenedFields, config)(found);
  const title = shortened(other[collection.admin.useAsTitle ?? ''] ?? '');
  const free = await freeSlug(req, collection, { name, slug, id });
  return bilingual(
    `Το έχει ήδη το «${title}» (αριθμός ${other.api_id}). Γράψτε άλλο, π.χ. ${free}`,
    `"${title}" (number ${other.api_id}) already has this slug. Enter another one, for example ${free}`,
  );
}

type Id = number | string;

interface SlugOf {
  name: string;
  slug: string;
  /** The document's id; undefined for a new one. */
  id: Id | undefined;
}

/** The slug itself, or the first of `slug-2`, `slug-3`, … that no document or draft has. */
async function freeSlug(
  req: PayloadRequest,
  { flattenedFields, slug: collection }: SanitizedCollectionConfig,
  { name, slug, id }: SlugOf,
): Promise<string> {
  const { config, db } = req.payload;
  const { docs } = await db.find<RawDocument>({
    collection,
    req,
    limit: 0,
    pagination: false,
    select: { [name]: true },
    where: { [name]: { contains: slug } },
  });
  const others = docs.filter((each) => String(each.id) !== String(id));
  const taken = new Set(others.map(localizer(flattenedFields, config)).map((each) => each[name]));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(free)) return free;
  }
}
