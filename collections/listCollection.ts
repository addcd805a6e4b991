import type { CollectionConfig } from 'payload';
import { bilingual } from '../src/i18n/bilingual.ts';
import { contentAccess } from './access/index.ts';
import { formAids, requiredLegend } from './fields/formAids.ts';
import { hidden } from './fields/hidden.ts';
import { identityFields } from './fields/identity.ts';
import { oneByOne } from './fields/oneByOne.ts';
import { SEARCH, searchField } from './fields/searchField.ts';
import { custom } from './portal/roles.ts';
import { saveHooks } from './save/hooks.ts';

const PHONE = 'payload-portal-content/client#PhoneStyles';

/** How many versions of a document are kept. */
const VERSIONS_KEPT = 100;

/**
 * A collection that feeds a list: access for authors and editors, drafts, versions, scheduled publishing, a trash, the identity
 * fields, and hidden values that only this project writes. What the given config says is kept and added to.
 */
export function listCollection(config: CollectionConfig): CollectionConfig {
  const { access, admin, fields, hooks, ...rest } = config;
  return {
    trash: true,
    versions: { maxPerDoc: VERSIONS_KEPT, drafts: { schedulePublish: true } },
    ...rest,
    // What the rows of a list view need beside their columns, and what names a document in its dialogs.
    forceSelect: {
      ...(admin?.useAsTitle && { [admin.useAsTitle]: true }),
      _status: true,
      api_id: true,
      updatedAt: true,
      ...rest.forceSelect,
    },
    access: { ...contentAccess, ...access },
    admin: {
      group: bilingual('Περιεχόμενο της πύλης', 'Portal content'),
      // Payload's page for developers says nothing to editors.
      hideAPIURL: true,
      listSearchableFields: [SEARCH],
      // A list view reads the columns that it shows: texts may have megabytes.
      enableListViewSelectAPI: true,
      ...admin,
      components: {
        beforeListTable: [PHONE],
        edit: { beforeDocumentControls: [...formAids, PHONE] },
        ...admin?.components,
      },
    },
    hooks: saveHooks(hooks),
    fields: [
      ...requiredLegend(fields),
      ...oneByOne(fields, [admin?.useAsTitle, 'slug']),
      ...identityFields(),
      hidden({ name: 'autosaved', type: 'checkbox', custom: custom({ role: 'autosaved' }) }),
      searchField(),
    ],
  };
}
