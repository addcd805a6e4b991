import { getTranslation } from '@payloadcms/translations';
import type { FlattenedField, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { styleSheetOf } from '../../../collections/PortalSettings.ts';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import { portalOf, slugOf, slugOfKind } from '../../../collections/portal/portal.ts';
import { roleOf } from '../../../collections/portal/roles.ts';
import { labelOf } from '../../../collections/save/fieldErrors.ts';
import { listPath } from '../../../endpoints/http/paths.ts';
import { readJson } from '../../../endpoints/lists/definition/parse.ts';
import { type Element, type List, toJson } from '../../../endpoints/lists/index.ts';
import type { Rehearsal, RehearsedOrdering } from '../../../endpoints/read-model/index.ts';
import { rehearseDocument } from '../../changes/serving.ts';
import { bilingual, titleOf, translate } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { PROVISIONAL } from '../dryRun.ts';

const NOT_LOADED = bilingual(
  'Οι λίστες της πύλης φορτώνονται ακόμη. Δοκιμάστε ξανά σε λίγο.',
  'The lists of the portal are still being loaded. Try again in a moment.',
);

/** What the portal would read if a document were published so. */
export interface Preview {
  /** The exact JSON of its element as it is served; null if none is. */
  before: string | null;
  /** The same after the publication. */
  after: string | null;
  /** In the order of the JSON. */
  keys: PreviewedKey[];
  orderings: PreviewedOrdering[];
  /** Other elements that would change, by list. */
  others: PreviewedOthers[];
  /** Why no element could be made of it, or what it lacks. */
  problems: string[];
  /** The address of the portal's style sheet; null if the settings name none. */
  styleSheet: string | null;
}

export interface PreviewedKey {
  key: string;
  /** As in the form. */
  label: string;
  type: 'html' | 'image' | 'text' | 'other';
  /** The exact JSON of its value; null without an element. */
  before: string | null;
  after: string | null;
  /** What only the save decides: a new number, or the time of the publication. */
  decided?: 'number' | 'time';
}

export interface PreviewedOrdering {
  /** The label of the list. */
  list: string;
  /** Whether it is the document's own list. */
  isOwn: boolean;
  /** '' for the default one. */
  ordering: string;
  /** The label of its first key. */
  label: string;
  /** The path of the response. */
  path: string;
  isChanged: boolean;
  before: Places;
  after: Places;
}

/** The places of the document's element, from 1, among so many. */
export interface Places {
  places: number[];
  count: number;
  /** The entity tag of the response. */
  etag: string;
}

export interface PreviewedOthers {
  /** The slug of their collection. */
  collection: string;
  label: string;
  count: number;
  /** The first of them that the user may read. */
  named: { id: number | string; title: string }[];
}

/** What the portal would read if a document were stored so. @throws Refusal while the lists are not loaded */
export async function previewOf(
  req: PayloadRequest,
  collection: string,
  document: RawDocument,
): Promise<Preview> {
  const { payload } = req;
  const effect = await rehearseDocument(payload, collection, document);
  if (!effect) throw new Refusal(req, NOT_LOADED, 503);
  const before = effect.before;
  const after = withoutProvisional(effect.after);
  const portal = portalOf(payload.config);
  const isOwn = (key: string) => slugOf(portal, key) === collection;
  const list = portal.lists.find(({ key }) => isOwn(key));
  const settings = await payload.findGlobal({ slug: 'portal-settings' as never, depth: 0, req });
  return {
    before,
    after,
    keys: list ? previewedKeys(req, list, collection, before, after, after !== effect.after) : [],
    orderings: effect.orderings.map((each) => ordering(req, each, isOwn(each.list))),
    others: await Promise.all(effect.others.map((each) => others(req, each))),
    problems: problemsOf(req, collection, effect),
    styleSheet: styleSheetOf(settings),
  };
}

const MISSING = bilingual('Λείπει', 'Missing');

function problemsOf(req: PayloadRequest, collection: string, { failed, missing }: Rehearsal): string[] {
  const lacking = missing.map(({ field }) => fieldLabel(req, collection, field.split('.')[0] ?? field));
  return [
    ...failed.map(({ reason }) => reason),
    ...lacking.map((label) => `${translate(MISSING, req.i18n.language)}: ${label}.`),
  ];
}

/** A new number is given by the save, and 0 until then. */
function withoutProvisional(element: string | null): string | null {
  return element?.replace(`"id":${PROVISIONAL}`, '"id":0') ?? null;
}

function ordering(
  req: PayloadRequest,
  { list: key, ordering, before, after }: RehearsedOrdering,
  isOwn: boolean,
): PreviewedOrdering {
  const portal = portalOf(req.payload.config);
  const path = listPath({ key }, { prefix: portal.prefixes[0] ?? '', paths: portal.paths });
  const query = ordering === '' ? '' : `?${new URLSearchParams({ ordering })}`;
  const config = req.payload.collections[slugOf(portal, key)]?.config;
  return {
    list: config ? pluralOf(req, config) : key,
    isOwn,
    ordering,
    label: fieldLabel(req, slugOf(portal, key), ordering.split(',')[0]?.replace('-', '') ?? ''),
    path: path + query,
    isChanged: before.etag !== after.etag,
    before: before satisfies Places,
    after: after satisfies Places,
  };
}

async function others(
  req: PayloadRequest,
  { list, count, first }: Rehearsal['others'][number],
): Promise<PreviewedOthers> {
  const { payload } = req;
  const collection = slugOfKind(payload, list);
  const config = payload.collections[collection]?.config;
  if (!config) throw new Error(`There is no collection "${collection}".`);
  const { docs } = await payload.find({
    collection,
    depth: 0,
    disableErrors: true,
    overrideAccess: false,
    pagination: false,
    req,
    select: { [config.admin.useAsTitle ?? 'id']: true } as never,
    where: { id: { in: first } },
  });
  const found = docs as unknown as RawDocument[];
  const inOrder = first.flatMap((id) => found.find((each) => String(each.id) === id) ?? []);
  const named = inOrder.map((doc) => ({ id: doc.id, title: titleOf(config.admin, doc) ?? String(doc.id) }));
  return { collection, label: pluralOf(req, config), count, named };
}

function pluralOf({ i18n }: PayloadRequest, { labels }: SanitizedCollectionConfig): string {
  return getTranslation(labels.plural as string, i18n);
}

/** The keys of an element with their exact JSON, before and after. @param isNew the save draws its number */
function previewedKeys(
  req: PayloadRequest,
  { keptKeys }: Pick<List, 'keptKeys'>,
  collection: string,
  before: string | null,
  after: string | null,
  isNew: boolean,
): PreviewedKey[] {
  const [old, made] = [before, after].map((each) => each && (readJson(each, keptKeys) as Element));
  const keys = new Set([...Object.keys(made || {}), ...Object.keys(old || {})]);
  return [...keys].map((key) => {
    const field = fieldOf(req, collection, key);
    const decided = key === 'id' ? isNew && 'number' : roleOf(field)?.role === 'modified' && 'time';
    return {
      key,
      label: fieldLabel(req, collection, key),
      type: typeOf(field),
      before: jsonOf(old, key),
      after: jsonOf(made, key),
      ...(decided && { decided }),
    };
  });
}

/** The label of a key's field in the form; the key if it has none. */
export function fieldLabel(req: PayloadRequest, collection: string, key: string): string {
  const label = labelOf(fieldOf(req, collection, key));
  return label ? getTranslation(label, req.i18n) : key;
}

export function fieldOf(
  { payload }: PayloadRequest,
  collection: string,
  key: string,
): FlattenedField | undefined {
  const fields = payload.collections[collection]?.config.flattenedFields ?? [];
  return fields.find(({ name }) => name === (key === 'id' ? 'api_id' : key));
}

export function typeOf(field: FlattenedField | undefined): PreviewedKey['type'] {
  if (roleOf(field)?.role === 'html') return 'html';
  if (field?.type === 'upload') return 'image';
  return field?.type === 'textarea' ? 'text' : 'other';
}

function jsonOf(element: Element | '' | null | undefined, key: string): string | null {
  return element && key in element ? toJson(element[key]) : null;
}
