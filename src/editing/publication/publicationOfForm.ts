import type { CollectionConfig, SanitizedPermissions, SelectField, UIField } from 'payload';
import { AUDIT_LOG } from '../../audit/index.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import type { Addition } from '../withAdditions.ts';

const Component = 'payload-portal-content/rsc#VersionsView';

const client = (name: string) => `payload-portal-content/client#${name}`;

/** The field at the top of the sidebar. */
const inPortal: UIField = {
  name: 'in_portal',
  type: 'ui',
  admin: {
    position: 'sidebar',
    components: { Field: client('InPortal') },
    disableBulkEdit: true,
    disableListColumn: true,
  },
};

/** The status field. Payload adds its other properties. */
const status: SelectField = {
  name: '_status',
  type: 'select',
  label: bilingual('Κατάσταση', 'Status'),
  options: [],
  // It is the first column of another index (withPublishedIndex).
  index: false,
  // Lists are filtered by the standing, which has the words of this cell.
  admin: { components: { Cell: client('PublicationCell') }, disableListFilter: true },
};

/** The status of documents in the list view, form and pickers of a collection, and its page of versions. */
export const publicationOfForm: Addition = {
  fields: [inPortal, status],
  edit: {
    PublishButton: client('PublishButton'),
    Status: client('PublicationStatus'),
    UnpublishButton: client('UnpublishButton'),
  },
  views: { edit: { versions: { Component } } } as never,
};

/** Payload 3.90 gives paths with one part its own form for documents in the trash, and takes the id there for a part of the path. */
const PATH = '/history/all';

/** The page with the history of a document: that of its versions, or one in its place. */
export function historyPage({ auth, versions }: CollectionConfig): Addition {
  const tab = {
    href: PATH,
    label: ({ t }: { t: (key: string) => string }) => t('version:versions'),
    order: 300,
    // Payload does not wait for an answer here. That of an account is for who reads the whole log.
    condition: ({ permissions }: { permissions?: SanitizedPermissions }) =>
      !auth || Boolean(permissions?.collections?.[AUDIT_LOG]?.read),
  };
  const inItsPlace = {
    history: { Component, path: PATH, tab },
    historyInTrash: { Component, path: `/:id${PATH}` },
  };
  return { views: { edit: versions ? { versions: { Component } } : inItsPlace } as never };
}
