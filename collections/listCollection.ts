import type { CollectionConfig } from 'payload';
import { contentAccess } from './access/index.ts';
import { hidden } from './fields/hidden.ts';
import { identityFields } from './fields/identity.ts';
import { bilingual } from './fields/labels.ts';
import { custom } from './fields/roles.ts';
import { formAids } from './formAids.ts';
import { saveHooks } from './hooks/saveHooks.ts';

/** How many versions of a document are kept. */
const VERSIONS_KEPT = 100;

/**
 * A collection that feeds a list: access for authors and editors, drafts, versions, scheduled publishing, the identity fields, and
 * hidden values that only this project writes. What the given config says is kept and added to.
 */
export function listCollection(config: CollectionConfig): CollectionConfig {
  const { access, admin, fields, hooks, ...rest } = config;
  return {
    versions: { maxPerDoc: VERSIONS_KEPT, drafts: { schedulePublish: true } },
    ...rest,
    access: { ...contentAccess, ...access },
    admin: {
      group: bilingual('Περιεχόμενο της πύλης', 'Portal content'),
      components: { edit: { beforeDocumentControls: formAids } },
      // It shows raw JSON, to editors as to developers.
      hideAPIURL: true,
      ...admin,
    },
    hooks: saveHooks(hooks),
    fields: [
      ...fields,
      ...identityFields(),
      hidden({ name: 'autosaved', type: 'checkbox', custom: custom({ role: 'autosaved' }) }),
    ],
  };
}
