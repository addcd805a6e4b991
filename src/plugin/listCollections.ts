import { type CollectionConfig, flattenTopLevelFields } from 'payload';
import { collectionOfList } from '../../collections/collectionOfList.ts';
import { contentHooks } from '../../collections/hooks.ts';
import { mapToCollection } from '../../collections/mapToCollection.ts';
import { MEDIA, type Portal, slugOf } from '../../collections/portal/portal.ts';
import { type List, lists as portalLists } from '../../endpoints/lists/index.ts';
import { withChecks } from '../editing/checks/index.ts';
import { withDraftLinks } from '../editing/draftLinks/index.ts';
import { withOrder } from '../editing/order/index.ts';
import { isPlanned, withScheduling } from '../editing/planning/withScheduling.ts';
import { withPreview } from '../editing/preview/withPreview.ts';
import { withPublication } from '../editing/publication/withPublication.ts';
import { withReview } from '../editing/review/index.ts';
import type { AdminOptions, PortalContentOptions } from './options.ts';
import { overridden, withSlugs } from './overrides.ts';

/**
 * The collection of each list: the host's, or one created from the list's fields.
 * @throws if a slug is taken, a list has no collection, or a list embeds one that is left out
 */
export function listCollections(
  portal: Portal,
  overrides: NonNullable<PortalContentOptions['collections']>,
  host: readonly CollectionConfig[],
  { draftLinks = true, order = true, preview = true, review = true }: AdminOptions = {},
): CollectionConfig[] {
  const embedded = embeddedKinds(portal.lists);
  return portal.lists.map((list) => {
    const isEmbedded = embedded.has(list.key);
    const there = collectionOf(portal, list, host);
    const collection = there ?? ofKinds(portal, collectionOfList(list, { isEmbedded }));
    const own = overridden(collection, overrides[list.key] || {});
    if (there) refuseLacking(list, own);
    const made = mapToCollection(own, list, { isEmbedded });
    refuseLeftOut(portal, list.key, made.fields);
    const hooks = contentHooks(own.hooks, {
      kind: list.key,
      isAlphabetical: !there && list.form?.alphabetical === true,
      isHosts: there !== undefined,
      isChecked: portal.hasChecks,
      isPlanned: isPlanned(own),
      isServed: portal.enabled,
    });
    const checked = portal.hasChecks ? withChecks(made) : made;
    const shown = { ...withPublication(withScheduling(checked, portal.timeZone)), hooks };
    if (!portal.enabled) return shown;
    const previewed = preview ? withPreview(shown, portal.timeZone) : shown;
    const reviewed = review ? withReview(previewed, portal.timeZone) : previewed;
    const linked = draftLinks ? withDraftLinks(reviewed, portal.timeZone) : reviewed;
    return order && list.form?.byHand ? withOrder(linked) : linked;
  });
}

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

/** The kinds that are embedded in elements of other lists. */
function embeddedKinds(lists: readonly List[]): Set<string> {
  const fields = lists.flatMap((list) => Object.values(list.fields ?? {}));
  return new Set(fields.flatMap((field) => ('list' in field ? [field.list.key] : [])));
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

/** Refuses a list that embeds a list which is left out. */
function refuseLeftOut(portal: Portal, key: string, fields: CollectionConfig['fields']): void {
  const left = portalLists.map(({ key }): string => key).filter((kind) => !(kind in portal.slugs));
  for (const field of fields) {
    if (field.type !== 'relationship' || Array.isArray(field.relationTo) || !left.includes(field.relationTo))
      continue;
    throw new Error(
      `portalContent: the list "${key}" embeds "${field.relationTo}", which is left out. Leave out both, or neither.`,
    );
  }
}

/** The collection slugs by kind. */
export function slugsOf(
  lists: readonly List[],
  { collections = {}, media }: Pick<PortalContentOptions, 'collections' | 'media'>,
): Record<string, string> {
  const ofLists = lists.map(({ key }) => [key, (collections[key] || undefined)?.slug ?? key] as const);
  const own = media && 'own' in media ? media.own : undefined;
  const image = media && 'slug' in media ? media.slug : typeof own === 'object' ? own.slug : undefined;
  return { ...Object.fromEntries(ofLists), [MEDIA]: image ?? MEDIA };
}
