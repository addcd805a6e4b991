import { type CollectionConfig, toWords } from 'payload';
import type { List } from '../endpoints/lists/index.ts';
import { bilingual } from '../src/payload/i18n/bilingual.ts';
import { contentAccess } from './access/index.ts';
import { identityFields } from './fields/identity.ts';
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
import { custom } from './portal/roles.ts';

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
 * trash, identity fields, and hidden computed values. References use kinds in place of slugs. The plugin adds the hooks of a save
 * ({@link ./hooks.ts}).
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
export function listedInside() {
  return listedField(bilingual('μέσα στα στοιχεία άλλων λιστών', 'inside elements of other lists'));
}
