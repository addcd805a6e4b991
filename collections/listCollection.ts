import type { CollectionConfig } from 'payload';
import { bilingual } from '../src/i18n/bilingual.ts';
import { contentAccess } from './access/index.ts';
import { formAids, requiredLegend } from './fields/formAids.ts';
import { hidden } from './fields/hidden.ts';
import { identityFields } from './fields/identity.ts';
import { oneByOne } from './fields/oneByOne.ts';
import { SEARCH, searchField } from './fields/searchField.ts';
import { custom } from './portal/roles.ts';

const PHONE = 'payload-portal-content/client#PhoneStyles';

const VERSIONS_KEPT = 100;

/** The heading of the portal's content in the menu. */
export const CONTENT_GROUP = bilingual('Περιεχόμενο της πύλης', 'Portal content');

/**
 * Extends a collection so that it feeds a list: access for authors and editors, drafts, versions, scheduled publishing, trash,
 * identity fields, and hidden computed values. The given config takes precedence. The plugin adds the hooks of a save
 * ({@link ./hooks.ts}).
 */
export function listCollection(config: CollectionConfig): CollectionConfig {
  const { access, admin, fields, ...rest } = config;
  return {
    trash: true,
    enableQueryPresets: true,
    versions: { maxPerDoc: VERSIONS_KEPT, drafts: { schedulePublish: true } },
    ...rest,
    // Always selected: fields that the list view's rows and dialogs need beside their columns.
    forceSelect: {
      ...(admin?.useAsTitle && { [admin.useAsTitle]: true }),
      _status: true,
      api_id: true,
      updatedAt: true,
      ...rest.forceSelect,
    },
    access: { ...contentAccess, ...access },
    admin: {
      group: CONTENT_GROUP,
      // Payload's page with the API URL is for developers.
      hideAPIURL: true,
      listSearchableFields: [SEARCH],
      // A list view reads only its visible columns, since texts may be megabytes long.
      enableListViewSelectAPI: true,
      ...admin,
      components: {
        beforeListTable: [PHONE],
        edit: { beforeDocumentControls: [...formAids, PHONE] },
        ...admin?.components,
      },
    },
    fields: [
      ...requiredLegend(fields),
      ...oneByOne(fields, [admin?.useAsTitle, 'slug']),
      ...identityFields(),
      hidden({ name: 'autosaved', type: 'checkbox', custom: custom({ role: 'autosaved' }) }),
      searchField(),
    ],
  };
}
