import {
  type CollectionConfig,
  type Config,
  type Field,
  type FlattenedField,
  flattenTopLevelFields,
  type SanitizedCollectionConfig,
} from 'payload';
import { collectionOfList, mapToCollection } from '../../collections/collectionOfList.ts';
import { identityFields } from '../../collections/fields/identity.ts';
import { folded } from '../../collections/fields/more.ts';
import { Media } from '../../collections/media/Media.ts';
import { MEDIA, type Portal, slugOf } from '../../collections/portal/portal.ts';
import { fieldsWithRole, roleOf } from '../../collections/portal/roles.ts';
import { type List, lists as portalLists } from '../../endpoints/lists/index.ts';
import { checksOfForm } from '../editing/checks/stopAtErrors.ts';
import { draftLinksOfForm } from '../editing/draftLinks/endpoints.ts';
import { orderOfList } from '../editing/order/orderOf.ts';
import { isPlanned, planningOf } from '../editing/planning/hooks.ts';
import { previewOfForm } from '../editing/preview/endpoints.ts';
import { publicationOfForm } from '../editing/publication/publicationOfForm.ts';
import { reviewOfForm } from '../editing/review/reviews.ts';
import { type Addition, withAdditions } from '../editing/withAdditions.ts';
import type { NewestKeys } from '../payload/database/indexNewest.ts';
import { contentHooks, hostMediaHooks } from './hooks.ts';
import type { CollectionOverride } from './options.ts';
import type { ResolvedOptions } from './optionsSchema.ts';
import { embeddedIn } from './resolvePortal.ts';

type Hooks = NonNullable<CollectionConfig['hooks']>;

type Admin = CollectionConfig['admin'];

/** A host's own `admin` options over those of the plugin. Components are added where there may be several. */
function withAdmin(own: Admin, given: Admin): Admin {
  const [before, after] = [own?.components, given?.components];
  if (!before || !after) return { ...own, ...given };
  const beforeListTable = [...(before.beforeListTable ?? []), ...(after.beforeListTable ?? [])];
  const beforeDocumentControls = [
    ...(before.edit?.beforeDocumentControls ?? []),
    ...(after.edit?.beforeDocumentControls ?? []),
  ];
  const edit = { ...before.edit, ...after.edit, beforeDocumentControls };
  return { ...own, ...given, components: { ...before, ...after, beforeListTable, edit } };
}

/** Applies a host's changes to a collection of the plugin. */
export function overridden(
  collection: CollectionConfig,
  { fields, hooks, access, admin, labels, ...others }: CollectionOverride = {},
): CollectionConfig {
  return {
    ...collection,
    ...others,
    access: { ...collection.access, ...access },
    admin: withAdmin(collection.admin, admin),
    ...((labels ?? collection.labels) && { labels: { ...collection.labels, ...labels } }),
    hooks: merged(collection.hooks, hooks),
    fields: fields ? withFields(collection, fields) : collection.fields,
  };
}

const IDENTITY = new Set(identityFields().map((field) => nameOf(field)));

function withFields(
  collection: CollectionConfig,
  change: NonNullable<CollectionOverride['fields']>,
): Field[] {
  const isIdentity = (field: Field) => IDENTITY.has(nameOf(field));
  const defaultFields = collection.fields.filter((field) => !isIdentity(field));
  return [...change({ defaultFields }), ...collection.fields.filter(isIdentity)];
}

function nameOf(field: Field): string | undefined {
  return 'name' in field ? field.name : undefined;
}

/** Adds the hooks of an option to those of a host's own collection: in `beforeChange` before them, elsewhere after. */
function merged(own: Hooks = {}, option: Hooks = {}): Hooks {
  const names = new Set([...Object.keys(own), ...Object.keys(option)]) as Set<keyof Hooks>;
  const both = [...names].map((name) => {
    const [before, added] = [own[name] ?? [], option[name] ?? []] as [unknown[], unknown[]];
    return [name, name === 'beforeChange' ? [...added, ...before] : [...before, ...added]];
  });
  return Object.fromEntries(both);
}

/** Replaces kinds in references by the slugs of their collections. */
function withSlugs(fields: Field[], slugOf: (kind: string) => string): Field[] {
  return fields.map((field) => {
    if ('fields' in field) return { ...field, fields: withSlugs(field.fields, slugOf) } as Field;
    if ((field.type !== 'relationship' && field.type !== 'upload') || Array.isArray(field.relationTo))
      return field;
    return { ...field, relationTo: slugOf(field.relationTo) } as Field;
  });
}

/**
 * The collection of each list: the host's, or one created from the list's fields.
 * @throws if a slug is taken, or a list has no collection
 */
export function listCollections(
  portal: Portal,
  { admin, collections }: ResolvedOptions,
  host: readonly CollectionConfig[],
): CollectionConfig[] {
  const { draftLinks, order, preview, review } = admin;
  const embedded = new Set(portal.lists.flatMap(({ fields }) => embeddedIn(fields)));
  return portal.lists.map((list) => {
    const isEmbedded = embedded.has(list.key);
    const there = collectionOf(portal, list, host);
    const collection = there ?? ofKinds(portal, collectionOfList(list, { isEmbedded }));
    const own = overridden(collection, collections[list.key] || {});
    if (there) refuseLacking(list, own);
    const made = mapToCollection(own, list, { isEmbedded });
    const hooks = contentHooks(own.hooks, {
      kind: list.key,
      isAlphabetical: !there && list.form?.alphabetical === true,
      isHosts: there !== undefined,
      isChecked: portal.hasChecks,
      isPlanned: isPlanned(own),
      isServed: portal.enabled,
    });
    const ofDrafts = typeof own.versions === 'object' && Boolean(own.versions.drafts);
    const always = [
      ...only(portal.hasChecks, checksOfForm),
      ...(isPlanned(own) ? [planningOf(made)] : []),
      ...only(ofDrafts, publicationOfForm),
    ];
    const whereServed = [
      ...only(preview, previewOfForm),
      ...only(review && ofDrafts, reviewOfForm),
      ...only(draftLinks && ofDrafts, draftLinksOfForm),
      ...only(order && list.form?.byHand !== undefined, orderOfList),
    ];
    const whole = withAdditions(made, ...always, ...(portal.enabled ? whereServed : []));
    return { ...whole, fields: there ? whole.fields : folded(whole.fields), hooks };
  });
}

const only = (is: boolean, addition: Addition): Addition[] => (is ? [addition] : []);

/** The host's collection for a list, if there is one. @throws if its slug belongs to one of the plugin's own lists */
function collectionOf(
  portal: Portal,
  list: List,
  host: readonly CollectionConfig[],
): CollectionConfig | undefined {
  const slug = slugOf(portal, list.key);
  const there = host.find((each) => each.slug === slug);
  if (there && portalLists.some((each) => Object.is(each, list))) {
    throw new Error(
      `portalContent: this Payload config has a "${slug}" already. Give the plugin's another slug: ` +
        `collections: { '${list.key}': { slug: 'portal-${list.key}' } }.`,
    );
  }
  return there;
}

/** Replaces kinds by the slugs of this portal. */
function ofKinds(portal: Portal, collection: CollectionConfig): CollectionConfig {
  const bySlug = (kind: string) => slugOf(portal, kind);
  return { ...collection, slug: bySlug(collection.slug), fields: withSlugs(collection.fields, bySlug) };
}

/** Checks that a collection has all fields of its list, if the list is defined by fields. */
function refuseLacking({ key, fields = {} }: List, { slug, ...collection }: CollectionConfig): void {
  const there = flattenTopLevelFields(collection.fields).map((field) => ('name' in field ? field.name : ''));
  const lacking = Object.keys(fields).filter((name) => !there.includes(name));
  if (lacking.length === 0) return;
  throw new Error(
    `portalContent: the list "${key}" is made of the collection "${slug}" of this Payload config, which has no field ` +
      `${lacking.map((name) => `"${name}"`).join(', ')}. Add what is missing, say with encode and decode in defineList() ` +
      'how its own fields become an element, or give the collection another slug.',
  );
}

/**
 * Takes indexes off texts that may be longer than PostgreSQL indexes (2,704 bytes). There, texts are stored apart from their
 * rows, so that a search without an index is quick.
 */
export function withoutLongIndexes(fields: Field[], { db }: Pick<Config, 'db'>): Field[] {
  if (db?.name === 'sqlite' || db?.name === 'mongoose') return fields;
  return fields.map(
    (field) =>
      (roleOf(field as FlattenedField)?.role === 'refers' ? { ...field, index: false } : field) as Field,
  );
}

/**
 * The collection of images: the plugin's own, or the host's with hooks that prevent the removal of used images.
 * @throws if the slug is taken, or there is no such collection
 */
export function mediaCollection(
  portal: Portal,
  { dir, own: changes }: ResolvedOptions['media'],
  { collections: host = [], sharp }: Pick<Config, 'collections' | 'sharp'>,
): CollectionConfig {
  const hasSharp = sharp !== undefined;
  const slug = slugOf(portal, MEDIA);
  const there = host.find((each) => each.slug === slug);
  if (changes) {
    if (there) {
      throw new Error(
        `portalContent: this Payload config has a "${slug}" already. Use it with media: { slug: '${slug}' }, or give the ` +
          `plugin's another slug: media: { own: { slug: 'portal-media' } }.`,
      );
    }
    const upload = {
      ...(Media.upload as object),
      ...(dir !== undefined && { staticDir: dir }),
      // Without sharp, Payload would offer both options without effect.
      crop: hasSharp,
      focalPoint: hasSharp,
    };
    const own = overridden({ ...Media, upload }, changes === true ? {} : changes);
    const hooks = contentHooks(own.hooks, { kind: MEDIA, isServed: portal.enabled });
    return { ...own, slug, hooks };
  }
  if (!there?.upload) {
    throw new Error(
      `portalContent: images need a collection with upload, and this Payload config has no "${slug}" of that kind. Name ` +
        `yours with media: { slug: '…' }, or let the plugin bring its own with media: { own: true }.`,
    );
  }
  // A host's collection has no hidden values, so it only needs to be protected.
  return { ...there, hooks: hostMediaHooks(there.hooks, portal.enabled) };
}

/**
 * How the admin asks for documents of a collection: list views in its own order, by the columns that they all show, and by the
 * standing, by which the saved views filter; the first page for the drafts of a writer.
 */
export function newestKeys({
  admin,
  defaultSort = '-createdAt',
  flattenedFields,
}: SanitizedCollectionConfig): NewestKeys {
  const named = (names: { name: string }[]) => names.map(({ name }) => name);
  const title = named(flattenedFields.filter(({ name }) => name === admin.useAsTitle));
  const number = named(fieldsWithRole(flattenedFields, 'api_id'));
  const standing = named(fieldsWithRole(flattenedFields, 'standing'));
  const [sort = '-createdAt'] = [defaultSort].flat();
  return {
    sorts: [...new Set([sort, ...title, '-updatedAt', ...number])],
    filters: [
      { by: '_status', sort: '-updatedAt', and: ['words_writer'] },
      ...standing.map((by) => ({ by, sort })),
    ],
  };
}

/**
 * The index with which the first page finds what was published last, and what was not changed for longest. A database compares
 * what is in an index without reading the rows, whose texts are long.
 */
export function withPublishedIndex(collection: CollectionConfig): CollectionConfig {
  const { indexes = [], versions } = collection;
  if (typeof versions !== 'object' || !versions.drafts) return collection;
  const fields = ['_status', 'updatedAt', 'createdAt', 'edited_by', 'look_again_at'];
  return { ...collection, indexes: [...indexes, { fields }] };
}
