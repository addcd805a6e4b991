import { getTranslation } from '@payloadcms/translations';
import type {
  CollectionSlug,
  FlattenedField,
  PayloadRequest,
  SanitizedCollectionConfig,
  UIFieldServerProps,
  Where,
} from 'payload';
import { formatAdminURL } from 'payload/shared';
import { requestInListLocale } from '../../collections/portal/locale.ts';
import { publishedWhere } from '../../collections/portal/portal.ts';
import { inTexts } from '../../collections/portal/references.ts';
import { bilingual, shortened, titleOf, translate } from '../payload/i18n/bilingual.ts';

type Id = number | string;

/** A document that uses another. */
interface Use {
  id: Id;
  title: string;
  /** Whether the published version uses it, and not only a draft. */
  isLive: boolean;
}

/** The documents of one collection that use another document: the first ones, and the total number. */
export interface Uses {
  collection: SanitizedCollectionConfig;
  uses: Use[];
  total: number;
}

const MAX_NAMED = 20;

/** Finds all uses of a document in published documents and newest drafts that the user may read. */
export async function findUses(editorsReq: PayloadRequest, slug: string, id: Id): Promise<Uses[]> {
  const req = requestInListLocale(editorsReq);
  const found = await Promise.all(req.payload.config.collections.map((each) => usesIn(req, each, slug, id)));
  return found.filter(({ total }) => total > 0);
}

async function usesIn(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  slug: string,
  id: Id,
): Promise<Uses> {
  const names = collection.flattenedFields.filter((field) => refersTo(field, slug)).map(({ name }) => name);
  const isInTexts = inTexts(collection, { slug, id }).length > 0;
  if (names.length === 0 && !isInTexts) return { collection, uses: [], total: 0 };
  const title = collection.admin.useAsTitle ?? 'id';
  const find = async (draft: boolean, where: Where[]) => {
    const linking = isInTexts ? await linkingTo(req, collection, { slug, id }, draft) : [];
    if (names.length === 0 && linking.length === 0) return { uses: [], totalDocs: 0 };
    const using = { or: [...names.map((name) => ({ [name]: { in: [id] } })), { id: { in: linking } }] };
    const { docs, totalDocs } = await req.payload.find({
      collection: collection.slug as CollectionSlug,
      where: { and: [using, ...where] },
      select: { [title]: true } as never,
      depth: 0,
      // Without errors if the user may not read the collection.
      disableErrors: true,
      draft,
      limit: MAX_NAMED,
      overrideAccess: false,
      req,
    });
    const uses = (docs as unknown as (Record<string, unknown> & { id: Id })[]).map((doc) => ({
      id: doc.id,
      title: titleOf(collection.admin, doc) ?? String(doc.id),
      isLive: !draft,
    }));
    return { uses, totalDocs };
  };
  const live = await find(false, publishedWhere(collection));
  if (!collection.versions?.drafts) return { collection, uses: live.uses, total: live.totalDocs };
  const drafts = await find(true, [{ _status: { equals: 'draft' } }]);
  const onlyDrafts = drafts.uses.filter((each) => !live.uses.some((one) => one.id === each.id));
  const both = drafts.uses.length - onlyDrafts.length;
  const uses = [...live.uses, ...onlyDrafts].slice(0, MAX_NAMED);
  return { collection, uses, total: live.totalDocs + drafts.totalDocs - both };
}

/** Documents with a text that refers to another document. Requests of users cannot ask for the hidden fields with that. */
async function linkingTo(
  { payload: { db } }: PayloadRequest,
  collection: SanitizedCollectionConfig,
  named: { slug: string; id: Id },
  draft: boolean,
): Promise<Id[]> {
  const all = { collection: collection.slug, joins: false, limit: 0, pagination: false } as const;
  if (!draft) {
    const where = { or: inTexts(collection, named) };
    return (await db.find<{ id: Id }>({ ...all, select: {}, where })).docs.map(({ id }) => id);
  }
  const where: Where = {
    and: [{ latest: { equals: true } }, { or: inTexts(collection, named, 'version.') }],
  };
  const { docs } = await db.findVersions({ ...all, select: { parent: true }, where });
  return docs.map(({ parent }) => parent as Id);
}

function refersTo(field: FlattenedField, slug: string): boolean {
  return (field.type === 'relationship' || field.type === 'upload') && field.relationTo === slug;
}

const NOWHERE = bilingual('Πουθενά.', 'Nowhere.');

const LIVE = bilingual('δημοσιευμένο', 'published');

const DRAFT = bilingual('πρόχειρο', 'draft');

const MORE = bilingual('ακόμη', 'more');

/** The documents that use the form's document, by collection, with their status. Nothing for a new document. */
export async function WhereUsed({ collectionSlug, field, id, req }: UIFieldServerProps) {
  if (id === undefined || !req.user) return null;
  const found = await findUses(req, collectionSlug, id);
  const { i18n } = req;
  const label = field.label ? getTranslation(field.label as string, i18n) : '';
  return (
    <section className="field-type" aria-label={label}>
      <span className="field-label">{label}</span>
      {found.length === 0 && <p>{translate(NOWHERE, i18n.language)}</p>}
      {found.map((uses) => (
        <UsesOfCollection
          key={uses.collection.slug}
          {...uses}
          admin={req.payload.config.routes.admin}
          language={i18n.language}
          label={getTranslation(uses.collection.labels.plural as string, i18n)}
        />
      ))}
    </section>
  );
}

interface UsesProps extends Uses {
  admin: string;
  language: string;
  label: string;
}

function UsesOfCollection({ admin, collection, label, language, total, uses }: UsesProps) {
  const address = (path: `/${string}`) => formatAdminURL({ adminRoute: admin, includeBasePath: true, path });
  return (
    <>
      <p style={{ margin: '0.5rem 0 0' }}>{`${label} (${total})`}</p>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem', overflowWrap: 'anywhere' }}>
        {uses.map(({ id, title, isLive }) => (
          <li key={id}>
            <a href={address(`/collections/${collection.slug}/${id}`)}>{shortened(title)}</a>
            {` · ${translate(isLive ? LIVE : DRAFT, language)}`}
          </li>
        ))}
        {total > uses.length && <li>{`${total - uses.length} ${translate(MORE, language)}`}</li>}
      </ul>
    </>
  );
}
