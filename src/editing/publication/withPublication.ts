import type { SelectField, UIField } from 'payload';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import type { Addition } from '../withAdditions.ts';

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
  views: { edit: { versions: { Component: 'payload-portal-content/rsc#VersionsView' } } } as never,
};
