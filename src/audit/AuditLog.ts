import { type CollectionBeforeOperationHook, type CollectionConfig, type Field, Forbidden } from 'payload';
import { allows, noAccess } from '../../collections/access/index.ts';
import { formAids } from '../../collections/fields/smallFields.ts';
import { may } from '../../collections/policies/may.ts';
import { type Bilingual, bilingual } from '../payload/i18n/bilingual.ts';
import { ACTIONS, AUDIT_LOG } from './actions.ts';
import { exportEndpoint } from './exportEndpoint.ts';

const CLIENT = 'payload-portal-content/client';

/** Payload's Local API passes over access functions. The plugin itself writes past it. */
const refuseWrites: CollectionBeforeOperationHook = ({ operation, req }) => {
  if (!['count', 'read', 'readDistinct'].includes(operation)) throw new Forbidden(req.t);
};

/** A value in our words, and only as text. */
const asText = { components: { Cell: `${CLIENT}#AuditCell`, Field: `${CLIENT}#AuditField` } };

const text = (name: string, label: Bilingual, { index = false } = {}): Field => ({
  name,
  type: 'text',
  label,
  index,
  // Payload has a limit of its own for `text` in some databases; a title may be longer.
  maxLength: 10_000,
  admin: asText,
});

/** What users, programs, and the server have done. Only the plugin writes it, and only its retention deletes. */
export const AuditLog: CollectionConfig = {
  slug: AUDIT_LOG,
  labels: {
    singular: bilingual('Ενέργεια', 'Action'),
    plural: bilingual('Ημερολόγιο ενεργειών', 'Audit log'),
  },
  access: { ...noAccess, read: allows(may.readAuditLog) },
  hooks: { beforeOperation: [refuseWrites] },
  admin: {
    group: bilingual('Διαχείριση', 'Administration'),
    components: {
      beforeListTable: [`${CLIENT}#RowListStyles`, `${CLIENT}#ExportAuditLog`],
      edit: { beforeDocumentControls: formAids },
    },
    useAsTitle: 'title',
    listSearchableFields: ['title', 'who', 'note'],
    defaultColumns: ['at', 'action', 'title', 'who', 'fields', 'note'],
    description: bilingual(
      'Ποιος έκανε τι, και πότε. Εδώ μόνο διαβάζεται: δεν αλλάζει και δεν διαγράφεται από κανέναν.',
      'Who did what, and when. Read-only: nobody can change or delete it.',
    ),
    hideAPIURL: true,
  },
  defaultSort: '-at',
  forceSelect: { action: true, title: true, collectionSlug: true, document: true },
  disableDuplicate: true,
  lockDocuments: false,
  timestamps: false,
  endpoints: [exportEndpoint],
  fields: [
    {
      name: 'at',
      type: 'date',
      label: bilingual('Πότε', 'When'),
      index: true,
      admin: {
        components: { Cell: `${CLIENT}#PublishedTimeCell`, Field: `${CLIENT}#PublishedTime` },
        date: { pickerAppearance: 'dayAndTime' },
      },
    },
    {
      name: 'action',
      type: 'select',
      label: bilingual('Τι έγινε', 'Action'),
      index: true,
      options: Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
      admin: asText as never,
    },
    text('title', bilingual('Έγγραφο', 'Document')),
    text('who', bilingual('Από', 'By'), { index: true }),
    text('writer', bilingual('Γράφτηκε από', 'Written by')),
    text('fields', bilingual('Πεδία', 'Fields')),
    text('note', bilingual('Σημείωση', 'Note')),
    text('address', bilingual('Διεύθυνση δικτύου', 'Network address'), { index: true }),
    text('version', bilingual('Έκδοση', 'Version')),
    text('collectionSlug', bilingual('Συλλογή', 'Collection')),
    text('document', bilingual('Αριθμός εγγράφου', 'Document number'), { index: true }),
    text('request', bilingual('Αίτημα', 'Request'), { index: true }),
    // The key of the user, since names may change.
    { name: 'userKey', type: 'text', hidden: true },
  ],
};
