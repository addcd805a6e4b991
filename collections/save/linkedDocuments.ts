import type { PayloadRequest, SanitizedCollectionConfig } from 'payload';
import type { List } from '../../endpoints/lists/index.ts';
import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';
import {
  documentName,
  type Reference,
  type RichTextProblem,
  referencesIn,
} from '../../src/rich-text/index.ts';
import { addressPatternOf, MEDIA, portalOf, slugOf, slugOfKind, standsPublished } from '../portal/portal.ts';
import { namesIn } from '../portal/references.ts';
import { type HtmlText, htmlTexts } from '../values/html.ts';
import { fieldErrors } from './fieldErrors.ts';
import { isFileOfMedia } from './judge.ts';
import { textProblem } from './messages.ts';

type Data = Record<string, unknown>;

/**
 * Refuses texts that refer to what nobody can refer to. What a stored state refers to already is accepted: it may have been
 * deleted since.
 *
 * @param stored states of the document
 * @throws ValidationError at the texts
 */
export async function refuseUnlinkable(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Data,
  stored: (Data | undefined)[],
): Promise<void> {
  const problems = [];
  for (const text of htmlTexts(collection.flattenedFields)) {
    const found = await unlinkable(req, text, data[text.name], stored);
    if (found.length > 0) problems.push({ field: text.name, message: textProblem(found) });
  }
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
}

/**
 * Refuses to publish texts with a picture, or a link to a file, that has drafts and is not published: the lists leave it out.
 *
 * @throws ValidationError at the texts
 */
export async function requirePublishedFiles(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Data,
): Promise<void> {
  const slug = slugOfKind(req.payload, MEDIA);
  if (!req.payload.collections[slug]?.config.versions?.drafts) return;
  const problems = [];
  for (const { name } of htmlTexts(collection.flattenedFields)) {
    const found: RichTextProblem[] = [];
    for (const reference of referencesIn(data[name])) {
      // What is gone is left out too: it may have been deleted since.
      if (reference.collection !== slug || (await linkProblem(req, reference))) continue;
      if (!(await standsPublished(req, slug, reference.id))) found.push(inText(DRAFT, reference));
    }
    if (found.length > 0) problems.push({ field: name, message: textProblem(found) });
  }
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
}

/** The references of a text that are refused, and why. */
export async function unlinkable(
  req: PayloadRequest,
  { refers }: HtmlText,
  state: unknown,
  stored: (Data | undefined)[],
): Promise<RichTextProblem[]> {
  const known = new Set(stored.flatMap((each) => namesIn(each?.[refers])));
  const problems: RichTextProblem[] = [];
  for (const reference of referencesIn(state)) {
    const isKnown = known.has(documentName(reference));
    // A text that links to a file knows it, and may not show it.
    if (isKnown && !reference.isShown) continue;
    const reason = isKnown ? await pictureProblem(req, reference) : await linkProblem(req, reference);
    if (reason) problems.push(inText(reason, reference));
  }
  return problems;
}

function inText({ en, el }: Bilingual, { isShown, path, words }: Reference): RichTextProblem {
  if (isShown) return { path, message: `A picture: ${en}`, messageEl: `Μια εικόνα: ${el}` };
  return { path, message: `The link “${words}”: ${en}`, messageEl: `Ο σύνδεσμος «${words}»: ${el}` };
}

/**
 * The slugs of the collections whose documents texts can refer to, if they have an address. First those with a name in the
 * address, which are more likely to have pages.
 */
export function linkableCollections(config: { custom?: Record<string, unknown> | undefined }): string[] {
  const portal = portalOf(config);
  const isNamed = ({ fields = {} }: List) => Object.values(fields).some(({ type }) => type === 'slug');
  const lists = [...portal.lists].sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  return [...lists.map(({ key }) => key), MEDIA].map((kind) => slugOf(portal, kind));
}

/** Why texts cannot link to a document; undefined if they can. */
export async function linkProblem(
  req: PayloadRequest,
  { collection: slug, id, isShown }: Pick<Reference, 'collection' | 'id' | 'isShown'>,
): Promise<Bilingual | undefined> {
  const { collections, config, db } = req.payload;
  const collection = collections[slug];
  if (!collection || !linkableCollections(config).includes(slug)) return NOT_LINKABLE;
  const portal = portalOf(config);
  if (isShown && slug !== slugOf(portal, MEDIA)) return NO_PICTURE;
  const list = portal.lists.find(({ key }) => slugOf(portal, key) === slug);
  if (list && !addressPatternOf(await db.findGlobal<Data>({ slug: 'portal-settings', req }), list.key))
    return WITHOUT_ADDRESS;
  const isNumber = (collection.customIDType ?? db.defaultIDType) === 'number';
  if (isNumber && !/^\d{1,15}$/.test(id)) return GONE;
  const inTrash = collection.config.trash ? [{ deletedAt: { exists: false } }] : [];
  const where = { and: [{ id: { equals: isNumber ? Number(id) : id } }, ...inTrash] };
  if ((await db.count({ collection: slug, req, where })).totalDocs === 0) return GONE;
  return isShown ? pictureProblem(req, { id }) : undefined;
}

/** Why a document of the media library cannot be shown as a picture. */
async function pictureProblem(
  req: PayloadRequest,
  { id }: Pick<Reference, 'id'>,
): Promise<Bilingual | undefined> {
  return (await isFileOfMedia(req, id)) ? FILE : undefined;
}

const NOT_LINKABLE = bilingual(
  'οι σύνδεσμοι οδηγούν μόνο σε περιεχόμενο της πύλης και σε αρχεία. Επιλέξτε άλλο έγγραφο.',
  'links lead to content of the portal and to files only. Choose another document.',
);

const NO_PICTURE = bilingual(
  'μόνο εικόνες μπαίνουν σε ένα κείμενο. Επιλέξτε άλλη.',
  'only images can stand in a text. Choose another.',
);

const FILE = bilingual(
  'αυτό είναι αρχείο, όχι εικόνα. Αφαιρέστε το και βάλτε το ως σύνδεσμο, από το «Αρχείο».',
  'this is a file, not an image. Remove it and put it in as a link, with "File".',
);

const WITHOUT_ADDRESS = bilingual(
  'αυτά τα έγγραφα δεν έχουν σελίδα στην πύλη (Ρυθμίσεις της πύλης: «Διεύθυνση στην πύλη»).',
  'these documents have no page on the portal (Portal settings: "Address on the portal").',
);

const DRAFT = bilingual(
  'δεν είναι δημοσιευμένο. Δημοσιεύστε το πρώτα, ή επιλέξτε άλλο.',
  'it is not published. Publish it first, or choose another.',
);

const GONE = bilingual(
  'το έγγραφο δεν υπάρχει πια. Επιλέξτε άλλο ή αφαιρέστε τον σύνδεσμο.',
  'the document is not there any more. Choose another, or remove the link.',
);
