import {
  type CollectionConfig,
  type Field,
  type FieldAffectingData,
  flattenTopLevelFields,
  toWords,
} from 'payload';
import type { List } from '../endpoints/lists/index.ts';
import { bilingual } from '../src/payload/i18n/bilingual.ts';
import { restoreVersion } from '../src/payload/versions.ts';
import { contentAccess } from './access/index.ts';
import { identityFields, publicationStatusField } from './fields/identity.ts';
import {
  formAids,
  hidden,
  listedField,
  requiredLegend,
  SEARCH,
  searchField,
  whereUsedField,
} from './fields/smallFields.ts';
import { bilingualOf, fieldsOfList, namesInForm } from './fieldsOfList.ts';
import { custom, roleOf } from './portal/roles.ts';

interface CollectionOptions {
  /** Elements of other lists embed its documents, so a document may be left out of its own list. @default false */
  isEmbedded?: boolean;
}

const STYLES = 'payload-portal-content/client#AdminStyles';

const PAGE = 100;
const VERSIONS_KEPT = 100;

/** The heading of the portal's content in the menu. */
export const CONTENT_GROUP = bilingual('Περιεχόμενο της πύλης', 'Portal content');

/**
 * The collection of a list that is defined by its fields: access for authors and editors, drafts, versions, scheduled publishing,
 * trash, identity fields, and hidden computed values. References use kinds in place of slugs. The plugin adds the hooks of a save.
 *
 * @throws Error if the list has no fields
 */
export function collectionOfList(
  { key, fields, form = {}, labels }: Pick<List, 'fields' | 'form' | 'key' | 'labels'>,
  { isEmbedded = false }: CollectionOptions = {},
): CollectionConfig {
  if (!fields) {
    throw new Error(
      `portalContent: the list "${key}" needs a collection of your config, or "fields" in its defineList().`,
    );
  }
  const title = namesInForm(fields, form.fields).find((name) => fields[name]?.type === 'text');
  const titled = title === undefined ? [] : [title];
  const { columns = ['updatedAt'], sort } = form;
  const defaultSort = form.alphabetical ? title : typeof sort === 'object' ? [...sort] : sort;
  const isListed = form.fields?.listed !== undefined;
  const inForm = [
    ...fieldsOfList(fields, form),
    ...(isEmbedded && !isListed ? [listedInside()] : []),
    whereUsedField(),
  ];
  return {
    slug: key,
    lockDocuments: false,
    labels: {
      singular: bilingualOf(labels?.singular ?? toWords(key)),
      plural: bilingualOf(labels?.plural ?? toWords(key)),
    },
    ...(defaultSort !== undefined && { defaultSort }),
    trash: true,
    enableQueryPresets: true,
    versions: { maxPerDoc: VERSIONS_KEPT, drafts: { schedulePublish: true } },
    // Always selected: fields that the list view's rows and dialogs need beside their columns.
    forceSelect: {
      ...(title !== undefined && { [title]: true }),
      _status: true,
      api_id: true,
      updatedAt: true,
    },
    access: { ...contentAccess },
    admin: {
      group: CONTENT_GROUP,
      // Payload's page with the API URL is for developers.
      hideAPIURL: true,
      listSearchableFields: [SEARCH],
      // A list view reads only its visible columns, since texts may be megabytes long.
      enableListViewSelectAPI: true,
      ...(title !== undefined && { useAsTitle: title }),
      defaultColumns: [...titled, '_status', ...columns, 'api_id'],
      ...(form.alphabetical && { pagination: { defaultLimit: PAGE } }),
      components: {
        beforeListTable: [STYLES],
        edit: { beforeDocumentControls: [...formAids, STYLES] },
      },
    },
    fields: [
      ...requiredLegend(inForm),
      ...inForm,
      ...identityFields(form.byHand?.key),
      hidden({ name: 'autosaved', type: 'checkbox', custom: custom({ role: 'autosaved' }) }),
      searchField(),
    ],
  };
}

/** For embedded documents: whether the document is also in its own list. */
function listedInside() {
  return listedField(bilingual('μέσα στα στοιχεία άλλων λιστών', 'inside elements of other lists'));
}

/**
 * Extends a host's own collection so that it feeds a list: adds the identity fields, and restoring versions. Existing
 * properties are kept.
 *
 * @throws Error if the collection has another field with one of these names
 */
export function mapToCollection(
  collection: CollectionConfig,
  { form, key }: Pick<List, 'form' | 'key'>,
  { isEmbedded = false }: CollectionOptions = {},
): CollectionConfig {
  const { slug, versions } = collection;
  const hasDrafts = typeof versions === 'object' && Boolean(versions.drafts);
  const there = new Map(flattenTopLevelFields(collection.fields).map((field) => [nameOf(field), field]));
  const needed = [
    ...identityFields(form?.byHand?.key),
    ...(hasDrafts ? [publicationStatusField()] : []),
    ...(isEmbedded ? [listedInside()] : []),
  ];
  const lacking = needed.filter((field) => {
    const own = there.get(nameOf(field));
    if (own && !isSame(own, field)) {
      throw new Error(
        `portalContent: the collection "${slug}" has a field "${nameOf(field)}" of its own. The list "${key}" needs that name; give yours another one.`,
      );
    }
    return !own;
  });
  return {
    ...collection,
    ...(collection.endpoints !== false && {
      endpoints: [...(collection.endpoints ?? []), restoreVersion],
    }),
    fields: [...collection.fields, ...lacking],
  };
}

function nameOf(field: object): string {
  return 'name' in field ? String(field.name) : '';
}

/** True if the existing field was made by this project for the same role. */
function isSame(own: object, needed: Field): boolean {
  const [one, other] = [own, needed] as [FieldAffectingData, FieldAffectingData];
  return one.type === other.type && roleOf(one as never)?.role === roleOf(other as never)?.role;
}
